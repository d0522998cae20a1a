import { formatPointer, type JsonValue } from '../../document/document.ts';
import { type KnownSecret, maySecret, type Secret } from './secret-signs.ts';

/** A kind of secret. */
interface Kind {
  /** What a policy calls it by, under `secrets.allow`. */
  readonly rule: string;
  readonly kind: string;
  /** Whether the issuer's own prefix says so. Anything else is a guess. */
  readonly certain: boolean;
}

interface Shaped extends Kind {
  readonly pattern: RegExp;
}

// Every pattern looks at a bounded number of signs from any place, so that a whole file takes linear time.
const KINDS: readonly Shaped[] = [
  known(
    'private-key',
    'a private key',
    /-----BEGIN (?:[A-Z]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|AGE-SECRET-KEY-1[A-Z0-9]{40}/,
  ),
  known('anthropic', 'an Anthropic key', /\bsk-ant-[\w-]{20}/),
  known('openrouter', 'an OpenRouter key', /\bsk-or-[\w-]{20}/),
  known('langfuse', 'a Langfuse key', /\bsk-lf-[\w-]{20}/),
  known('openai', 'an OpenAI key', /\bsk-(?:(?=[\w-]{0,80}\d)(?=[\w-]{0,80}[A-Z])[\w-]{20}|[a-f0-9]{32}\b)/),
  known('google', 'a Google key', /\bAIza[\w-]{35}|\bGOCSPX-[\w-]{20}|\bya29\.[\w-]{20}/),
  known('github', 'a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40})/),
  known('gitlab', 'a GitLab token', /\bgl(?:pat|dt|rt|cbt|ptt|ft|agent|oas)-[\w-]{20}/),
  known('aws', 'an AWS key', /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/),
  known('hugging-face', 'a Hugging Face token', /\b(?:hf_|api_org_)[A-Za-z0-9]{30}/),
  known(
    'slack',
    'a Slack token',
    /\b(?:xox[abeoprs]|xapp)-[\w-]{10}|hooks\.slack\.com\/services\/T\w{6,12}\/B\w{6,14}\/\w{16}/,
  ),
  known('groq', 'a Groq key', /\bgsk_[A-Za-z0-9]{40}/),
  known('npm', 'an npm token', /\bnpm_[A-Za-z0-9]{36}/),
  known('pypi', 'a PyPI token', /\bpypi-AgE[\w-]{40}/),
  known('stripe', 'a Stripe key', /\b(?:[rs]k_live_|whsec_)[A-Za-z0-9]{20}/),
  known('xai', 'an xAI key', /\bxai-[A-Za-z0-9]{40}/),
  known('perplexity', 'a Perplexity key', /\bpplx-[A-Za-z0-9]{40}/),
  known('replicate', 'a Replicate token', /\br8_[A-Za-z0-9]{30}/),
  known('langsmith', 'a LangSmith key', /\blsv2_[a-z]{2}_[0-9a-f]{32}/),
  known('nvidia', 'an NVIDIA key', /\bnvapi-[\w-]{40}/),
  known('cerebras', 'a Cerebras key', /\bcsk-[a-z0-9]{40}/),
  known('tavily', 'a Tavily key', /\btvly-[\w-]{24}/),
  known('databricks', 'a Databricks token', /\bdapi[0-9a-f]{32}\b/),
  known('sendgrid', 'a SendGrid key', /\bSG\.[\w-]{20,24}\.[\w-]{39}/),
  known('digitalocean', 'a DigitalOcean token', /\bdo[opr]_v1_[0-9a-f]{64}/),
  known('shopify', 'a Shopify token', /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/),
  known('vault', 'a Vault token', /\bhv[sb]\.[\w-]{24}/),
  known('linear', 'a Linear key', /\blin_api_[A-Za-z0-9]{32}/),
  known('atlassian', 'an Atlassian token', /\bATATT3[\w=-]{60}/),
  known('jwt', 'a signed token (JWT)', /(?<![\w-])eyJ[\w-]{10,4096}\.eyJ[\w-]{10,4096}\.[\w-]{10}/),
  guessed('bearer', 'a bearer token', /\bBearer\s{1,8}(?=[\w.~+/-]{0,80}\d)[\w.~+/-]{24}/i),
  guessed('url-password', 'a password in a URL', /:\/\/[^\s:/@]{1,128}:[^\s:/@]{3,128}@/),
];

const FIELD: Kind = { rule: 'field', kind: 'a password or key, by the name of its field', certain: false };
const ENTROPY: Kind = { rule: 'entropy', kind: 'a key, since it looks random', certain: false };

/** The kind of secret with this name. */
export function kindNamed(name: string): Kind {
  return [...KINDS, ENTROPY].find(({ kind }) => kind === name) ?? FIELD;
}

/** Secrets with the rule of their kind, and whether it is certain. */
export function knownSecrets(secrets: readonly Secret[]): readonly KnownSecret[] {
  return secrets.map((secret) => {
    const { rule, certain } = kindNamed(secret.kind);
    return { ...secret, rule, certain };
  });
}

/** Whether the issuer's own prefix says that it is one. */
export function isCertain({ kind }: Secret): boolean {
  return kindNamed(kind).certain;
}

function known(rule: string, kind: string, pattern: RegExp): Shaped {
  return { rule, kind, certain: true, pattern };
}

function guessed(rule: string, kind: string, pattern: RegExp): Shaped {
  return { rule, kind, certain: false, pattern };
}

/** Names of fields that hold a key, in lower case without marks between words. */
const FIELD_NAME =
  /(?:api|secret|access|private|encryption|signing|subscription)key$|(?:auth|access|refresh|bearer|session|secret|api)token$|^(?:secret|clientsecret|appsecret)$|(?:password|passwd|passphrase|credentials?)$|^pwd$|^authorization$/;
/** Names that hold something random now and then. */
const RANDOM_NAME = /key|token|secret|auth|credential/;
/** What stands where a key was taken out, or never was. */
const PLACEHOLDER =
  /^(?:[*x.•-]+|.*(?:\*{3}|x{6}|…|\.{3}).*|[<[({$%].*|env[:.].*|process\.env.*|os\.environ.*|(?:your|my|the|some|a)[-_ ].*|(?:none|null|nil|n\/a|unset|missing|empty|redacted|removed|hidden|masked|secret|password|changeme|placeholder|example|dummy|test|fake|true|false|yes|no)(?:[-_ ].*)?|.*(?:redacted|example|placeholder|dummy|api[-_ ]?key|password).*)$/i;

/** Every text of a value that looks like a key, in the order in which they stand, names of members too. */
export function findSecrets(value: JsonValue): readonly Secret[] {
  const found: Secret[] = [];
  const report = ({ kind }: Kind, path: Path) => found.push({ pointer: formatPointer(path), kind });
  const look = (text: string, path: Path): boolean => {
    const kind = kindOf(text);
    if (kind !== undefined) report(kind, path);
    return kind !== undefined;
  };
  const walk = (node: JsonValue, path: Path, name: string | null): void => {
    if (typeof node === 'string') {
      if (look(node, path) || name === null) return;
      if (isField(name, node)) report(FIELD, path);
      else if (isRandom(name, node)) report(ENTROPY, path);
    }
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const [at, member] of node.entries()) walk(member, [...path, at], name);
      return;
    }
    for (const [key, member] of Object.entries(node)) {
      // The name of a member is part of each place below it, and must not be printed there.
      walk(member, look(key, path) ? path : [...path, key], key);
    }
  };
  walk(value, [], null);
  return found;
}

type Path = readonly (string | number)[];

/** A value in which no text shows a key of a known kind: what stands in a file is quoted in many a message. */
export function withoutSecrets<T>(value: T): T {
  if (typeof value === 'string') return redacted(value) as T;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(withoutSecrets) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [redacted(key), withoutSecrets(member)]),
  ) as T;
}

function redacted(text: string): string {
  if (text.length < 12 || !maySecret(text)) return text;
  return KINDS.reduce(
    (shown, { pattern, kind }) =>
      shown.replace(new RegExp(`(?:${pattern.source})[\\w.~+/=-]*`, `g${pattern.flags}`), `[${kind}]`),
    text,
  );
}

/** Each line of a text that is no JSON and holds a key of a known kind, at its place. */
export function findSecretsInText(text: string): readonly Secret[] {
  return text.split('\n').flatMap((line, at) => {
    const kind = kindOf(line);
    if (kind === undefined) return [];
    return [{ pointer: null, kind: kind.kind, line: at + 1, column: line.search(kind.pattern) + 1 }];
  });
}

function kindOf(text: string): Shaped | undefined {
  return text.length < 12 || !maySecret(text) ? undefined : KINDS.find(({ pattern }) => pattern.test(text));
}

function isField(name: string, text: string): boolean {
  const bare = text.trim().replace(/^(?:bearer|basic|token)\s+/i, '');
  const holds = FIELD_NAME.test(name.replace(/[^A-Za-z]+/g, '').toLowerCase());
  return (
    holds &&
    bare.length >= 6 &&
    bare.length <= 4096 &&
    !/\s/.test(bare) &&
    !PLACEHOLDER.test(bare.slice(0, 200))
  );
}

/** Whether a text looks random, under a name that keys have. */
function isRandom(name: string, text: string): boolean {
  if (!/^[\w+/=.~-]{32,512}$/.test(text) || !RANDOM_NAME.test(name.toLowerCase())) return false;
  if (!/[a-z]/.test(text) || !/[A-Z]/.test(text) || !/\d/.test(text) || PLACEHOLDER.test(text)) return false;
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const bits = Array.from(counts.values(), (many) => (many / text.length) * Math.log2(text.length / many));
  return bits.reduce((sum, each) => sum + each, 0) > 4.3;
}
