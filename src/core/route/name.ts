import { HOSTS } from './table.ts';

const HOST_NAMES: ReadonlySet<string> = new Set(Object.values(HOSTS).flat());

/** A model's name taken apart. */
export interface ModelName {
  readonly family: string;
  readonly snapshot: string | null;
}

/** What follows a colon and says how a model is served, not which it is. */
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
export function splitName(name: string): ModelName {
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
