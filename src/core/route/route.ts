import { DEPLOYMENT_WORDS, HOSTS, MAKERS, PLACEHOLDERS, PROGRAMS } from './table.ts';

/** The reason why it cannot be said which model a route leads to. */
export type Unresolved =
  /** No maker and no service of the table is named: a private gateway, or one that evalguard does not know. */
  | 'gateway'
  /** A service of the table under a name that is none of a known model: a deployment, a fine-tune, an endpoint. */
  | 'deployment'
  /** A name without a provider, and no known model is called so. */
  | 'name'
  /** A word that stands for "not said". */
  | 'placeholder'
  | 'program'
  /** The policy's `judge.routes` lead in a circle, or to several models. */
  | 'policy';

/** A route of a record, read: the model that it leads to, or why that is not known. */
export type Route =
  | {
      readonly kind: 'model';
      /** The maker of the model, not the service that runs it. */
      readonly provider: string;
      /** The model without its snapshot, spelt as its maker does where that is known. */
      readonly family: string;
      /** Date or revision, `YYYY-MM-DD` where it is a whole date; `null` for a name that moves along with them. */
      readonly snapshot: string | null;
    }
  /** A route that can resolve to another model on every call. */
  | { readonly kind: 'alias'; readonly text: string }
  | {
      readonly kind: 'unknown';
      readonly text: string;
      readonly why: Unresolved;
      /** The model that the last part of the route reads like: a hint for people, never taken for granted. */
      readonly reads_like: string | null;
    }
  /** A text that no route may be: it could pass for another one, or hide what it is. */
  | { readonly kind: 'malformed'; readonly text: string; readonly why: 'empty' | 'too-long' | 'not-ascii' };

/** A route in one spelling: `provider:family`, and `@snapshot` where there is one. */
export function formatRoute(route: Route): string {
  if (route.kind !== 'model') return route.text;
  const { provider, family, snapshot } = route;
  return snapshot === null ? `${provider}:${family}` : `${provider}:${family}@${snapshot}`;
}

/** The settings of a policy that decide how routes are read. */
export interface RoutePolicy {
  /** Routes that can resolve to another model on every call, besides the built-in ones. */
  readonly aliases: readonly string[];
  /** Whether snapshots of one model family count as one model. */
  readonly family: 'same' | 'distinct';
  /** Routes of a private gateway, and the `provider:model` that each stands for. */
  readonly routes: Readonly<Record<string, string>>;
}

const MAKER_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(MAKERS).flatMap(([maker, { names }]) => [maker, ...names].map((name) => [name, maker])),
);
const HOST_NAMES: ReadonlySet<string> = new Set(Object.values(HOSTS).flat());
const DEPLOYERS: ReadonlySet<string> = new Set(HOSTS['clouds whose customers name the models']);
const WORDS: ReadonlySet<string> = new Set(DEPLOYMENT_WORDS);
const MODEL_STARTS: readonly (readonly [start: string, maker: string])[] = Object.entries(MAKERS)
  .flatMap(([maker, { models }]) => models.map((start) => [start, maker] as const))
  .sort(([a], [b]) => b.length - a.length);

/** A maker's name before a model's, as one word: `google-gemini-2.5-flash`. */
const MAKER_WORD = new RegExp(
  `^(?:${[...MAKER_BY_NAME.keys()].join('|')})-(?=(?:${MODEL_STARTS.map(([start]) => start).join('|')})(?:[^a-z]|$))`,
);

/** Kinds of call that a route names between provider and model (`openai:chat:gpt-4o`). */
const CALLS =
  /^(?:chat|responses|completions?|chat-completions|messages|converse|invoke|text|text-generation|embeddings?|realtime|live)$/;
/** Words of a path that lead to a model, some followed by a name that is of no matter. */
const PATHS = /^(?:models?|publishers|deployments|foundation-model|inference-profile)$/;
const NAMED_PATHS = /^(?:projects|locations|accounts)$/;
/** A cloud's region, as a part of a path or before Bedrock's maker (`us.anthropic.claude-…`). */
const REGION = /^(?:[a-z]{2}(?:-gov)?-[a-z]+-?\d*|us|eu|global)$/;
const BEDROCK = /^(?:(?:us|us-gov|eu|apac|ap|au|ca|jp|sa|me|af|global)\.)?([a-z0-9-]+)\.(?=[a-z])(.+)$/;

/** Reads a route by the built-in table alone. The text is folded: lower case, printable ASCII, no spaces. */
export function parseRoute(text: string): Exclude<Route, { kind: 'alias' | 'malformed' }> {
  if (PROGRAMS.some((start) => text.startsWith(start))) return unknown(text, 'program');
  const { maker, host, name } = walk(text.replace(/(^|[:/])arn:[^/]*\//, '$1bedrock/'));
  if (PLACEHOLDERS.includes(text) || PLACEHOLDERS.includes(name)) return unknown(text, 'placeholder');
  if (name.split('@', 1)[0]!.includes('/')) return unknown(text, 'gateway');
  const model = splitName(name);
  // A list of models, a sentence, a template: whatever it is, it is not the name of one model.
  if (!/^[a-z\d][a-z\d.-]*$/.test(model.family)) return unknown(text, 'name');
  const made = makerOf(model.family);
  // A colon in a name without a provider is a tag (`llama3.1:8b`) of a known model, or a gateway's own separator.
  if (made === null && maker === null && name.includes(':')) return unknown(text, 'gateway');
  const provider = made ?? maker;
  if (provider === null) return unknown(text, host === null ? 'name' : 'deployment');
  if (host === 'deployments' && !namesAModel(model.family)) return unknown(text, 'deployment');
  return { kind: 'model', provider, ...model };
}

interface Walked {
  readonly maker: string | null;
  /** Whether a service passes the model on, and whether its customers name the models themselves. */
  readonly host: 'catalogue' | 'deployments' | null;
  readonly name: string;
}

/** Goes through the leading parts of a route that name makers, services and paths, up to the model's own name. */
function walk(text: string): Walked {
  let maker: string | null = null;
  let host: Walked['host'] = null;
  let name = text;
  for (;;) {
    const found = /^([^:/]+)[:/]+(.+)$/.exec(name) ?? /^(@cf)\/(.+)$/.exec(name);
    const head = found?.[1] ?? '';
    const rest = found?.[2] ?? '';
    const entered = maker !== null || host !== null;
    if (MAKER_BY_NAME.has(head)) maker = MAKER_BY_NAME.get(head)!;
    else if (HOST_NAMES.has(head)) host = DEPLOYERS.has(head) ? 'deployments' : (host ?? 'catalogue');
    else if (NAMED_PATHS.test(head) && rest.includes('/')) {
      name = rest.slice(rest.indexOf('/') + 1);
      host ??= 'catalogue';
      continue;
    } else if (!PATHS.test(head) && !(entered && (CALLS.test(head) || REGION.test(head)))) {
      const bedrock = BEDROCK.exec(name);
      const stated = bedrock === null ? undefined : MAKER_BY_NAME.get(bedrock[1]!);
      if (bedrock === null || stated === undefined) return { maker, host, name };
      maker = stated;
      name = bedrock[2]!;
      continue;
    }
    name = rest;
  }
}

/** The maker of models of such a name; `null` where the table knows none. */
function makerOf(name: string): string | null {
  const found = MODEL_STARTS.find(
    ([start]) => name.startsWith(start) && /^(?:$|[^a-z]|v\d)/.test(name.slice(start.length)),
  );
  return found === undefined ? null : found[1];
}

/** Whether a deployment's name is spelt like a model's, word by word: `gpt-4o-mini`, but not `gpt-4o-prod`. */
function namesAModel(family: string): boolean {
  return family.split('-').every((part) => /\d/.test(part) || WORDS.has(part));
}

function unknown(text: string, why: Unresolved): Extract<Route, { kind: 'unknown' }> {
  const named =
    !/[,;]/.test(text) &&
    (why === 'gateway' || why === 'deployment' || why === 'name' || /^https?:/.test(text));
  return { kind: 'unknown', text, why, reads_like: named ? readsLike(text) : null };
}

/** The known model that a name behind a gateway reads like, whatever the gateway puts before it. */
function readsLike(text: string): string | null {
  const starts = [
    0,
    ...Array.from(text.matchAll(/[/:|.=~!&?]+|%2f|%3a/g), ({ index, 0: sign }) => index + sign.length),
  ];
  for (const start of starts) {
    const { name } = walk(text.slice(start).replace(MAKER_WORD, ''));
    const model = splitName(name);
    const provider = /^[a-z\d][a-z\d.-]*$/.test(model.family) ? makerOf(model.family) : null;
    if (provider !== null) return formatRoute({ kind: 'model', provider, ...model });
  }
  return null;
}

/** A model's name taken apart. */
interface ModelName {
  readonly family: string;
  readonly snapshot: string | null;
}

/** Words after a colon that say how a model is served, not which it is. */
const VARIANT =
  /^(?:\d+|batch|beta|cheapest|cloud|default|exacto|extended|fastest|flex|floor|free|high|latest|low|medium|minimal|nitro|online|priority|thinking)$/;

/** Ends of names that say when a model was made. */
const SNAPSHOTS: readonly RegExp[] = [
  /-(20\d\d-\d\d-\d\d|20\d{6})(?:-v\d+)?$/,
  /-((?:preview|exp)-\d\d-\d\d(?:\d\d)?)$/,
  /-(\d\d-20\d\d)$/,
  /-(\d{4})$/,
  /-(\d\d-\d\d)$/,
  /-(0\d\d)$/,
  /-(preview|exp|experimental|alpha|beta)$/,
];

/** Ends of names that say how a model is served: quantised, tuned for chat, kept up to date. */
const SERVED_AS: readonly RegExp[] = [
  /-latest$/,
  /(?<=^(?:gpt|o\d).*)-(?:minimal|low|medium|high|xhigh)$/, // how long it may think
  /(?<=^gpt-(?:4|3\.5-turbo))-(?:16k|32k)$/,
  /(?<=^llama-4-.*\db)-\d+e$/, // how many experts
  /(?<=-instruct|\db)-(?:turbo|instant|versatile|maas|tput)$/,
  /-(?:fp8|fp16|bf16|int[48]|[48]bit|awq|gptq|gguf|mlx|mxfp4|nvfp4|q\d(?:-[k0-9](?:-[sml])?)?|hf|cloud|maas)$/,
  /(?<!^gpt-.*)-(?:instruct|it)$/,
];

/** Spellings that are no matter of suffixes. Each gives a name that it leaves alone. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^databricks-/, ''],
  [/^chatgpt-4o/, 'gpt-4o'],
  [/-instruct(?=-v\d)/, ''],
  [/^gpt-?35/, 'gpt-3.5'], // Azure allows no dot in a deployment's name
  [/^gpt-4-(1106|0125)(?:-preview)?$/, 'gpt-4-turbo-$1'],
  [/(?<=\d)p(?=\d)/g, '.'], // Fireworks: llama-v3p1
  [/(?<![\d.])(\d)-(\d)(?=-|$)/g, '$1.$2'],
  [/^(?:meta-)?llama-?v?(?=\d)/, 'llama-'],
  [/^(gemma|phi|grok|gemini)-?(?=\d)/, '$1-'],
  [/^qwen-(?=\d)/, 'qwen'],
  [/^(?=(?:sonnet|opus|haiku)(?:-|$))/, 'claude-'],
  [/^(claude.*)-(?:v\d+|thinking|1m)$/, '$1'],
  [/^claude-v(?=\d)/, 'claude-'],
  [/^claude-(\d+(?:\.\d+)?)-([a-z]+)/, 'claude-$2-$1'],
];

/** Takes a model's name apart: what it is, and which snapshot of it. The name is lower case, without a provider. */
function splitName(name: string): ModelName {
  const snapshots: string[] = [];
  let family = name
    .replace(/-?(?:\[1m\]|\((?:thinking|reasoning)\))$/, '')
    .replace(/-v0:(?=\d$)/, '-v0.')
    .replace(/(?<!claude)-(?:v\d+:\d+(?::\d+k)?|\d:0)$/, '');
  const at = family.indexOf('@', 1);
  if (at > 0) {
    const revision = family.slice(at + 1);
    if (!/^(?:default|latest)?$/.test(revision)) snapshots.push(revision);
    family = family.slice(0, at);
  }
  const tuned = /^ft:([^:]+):(.*)$/.exec(family);
  if (tuned !== null) {
    family = tuned[1]!;
    snapshots.unshift(`ft:${tuned[2]!}`);
  }
  family = withoutVariants(family.replace(/^claude-v(\d):(\d)$/, 'claude-$1.$2'));
  for (let before = ''; before !== family; ) {
    before = family;
    family = respelt(family);
    for (const pattern of SERVED_AS) family = cut(family, pattern);
    for (const pattern of SNAPSHOTS) {
      const found = pattern.exec(family);
      const rest = cut(family, pattern);
      if (found === null || rest === family) continue;
      snapshots.unshift(found[1]!);
      family = rest;
    }
  }
  return { family, snapshot: snapshots.length === 0 ? null : spelt(snapshots.join('.')) };
}

/** A name without the words after colons that do not name a model; a size such as `:8b` does. */
function withoutVariants(name: string): string {
  const [base = '', ...tags] = name.split(':');
  const kept = tags
    .map((tag) => tag.replace(/-cloud$/, ''))
    .filter((tag) => tag !== '' && !VARIANT.test(tag) && !HOST_NAMES.has(tag));
  return [base, ...kept].join('-');
}

function respelt(name: string): string {
  return SPELLINGS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), name);
}

/** A name without its end; a name that is nothing but such an end stays. */
function cut(name: string, pattern: RegExp): string {
  const rest = name.replace(pattern, '');
  return /[a-z]/.test(rest) ? rest : name;
}

function spelt(snapshot: string): string {
  return snapshot.replace(/(?<!\d)(20\d\d)(\d\d)(\d\d)(?!\d)/g, '$1-$2-$3').replace(/[/:@]/g, '.');
}
