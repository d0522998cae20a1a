import { splitName } from './name.ts';
import { formatRoute, type Route, type Unresolved } from './route.ts';
import { DEPLOYMENT_WORDS, HOSTS, MAKERS, PLACEHOLDERS, PROGRAMS } from './table.ts';

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

/** What a route leads to by the built-in table alone. The text is folded: lower case, printable ASCII, no spaces. */
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

/** Who makes models of such a name; `null` where the table knows none. */
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
