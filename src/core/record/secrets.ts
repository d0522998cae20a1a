import type { JsonValue } from '../document/document.ts';
import { formatPointer } from '../document/pointer.ts';

/** A text that looks like a key. The text itself is kept out of every message. */
export interface Secret {
  /** JSON Pointer of the value, or of the member whose name it is. */
  readonly pointer: string;
  readonly kind: string;
}

/** Keys by what their issuers print in front of them: a match is no guess, so that ids and digests are left alone. */
const KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['an Anthropic key', /\bsk-ant-[A-Za-z0-9_-]{20,}/],
  ['an OpenRouter key', /\bsk-or-[A-Za-z0-9_-]{20,}/],
  ['an OpenAI key', /\bsk-(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{20,}/],
  ['a Google key', /\bAIza[A-Za-z0-9_-]{35}/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})/],
  ['a GitLab token', /\bglpat-[A-Za-z0-9_-]{20,}/],
  ['an AWS key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a Hugging Face token', /\bhf_[A-Za-z0-9]{30,}/],
  ['a Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/],
  ['a Groq key', /\bgsk_[A-Za-z0-9]{40,}/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}/],
  ['a Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20,}/],
  ['a signed token (JWT)', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/],
  ['a bearer token', /\b[Bb]earer\s+[A-Za-z0-9._~+/-]{24,}/],
  ['a password in a URL', /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]+:[^\s:/@]{3,}@/i],
];

/** Every text of a value that looks like a key, in the order in which they stand, names of members too. */
export function findSecrets(value: JsonValue): readonly Secret[] {
  const found: Secret[] = [];
  const look = (text: string, path: readonly (string | number)[]) => {
    const kind = KINDS.find(([, pattern]) => pattern.test(text))?.[0];
    if (kind !== undefined) found.push({ pointer: formatPointer(path), kind });
  };
  const walk = (node: JsonValue, path: readonly (string | number)[]): void => {
    if (typeof node === 'string') look(node, path);
    if (node === null || typeof node !== 'object') return;
    for (const [key, member] of Object.entries(node)) {
      if (!Array.isArray(node)) look(key, path);
      walk(member, [...path, Array.isArray(node) ? Number(key) : key]);
    }
  };
  walk(value, []);
  return found;
}
