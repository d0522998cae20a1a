import type { JsonValue } from '../../document/document.ts';
import { asObject, asText, type JsonObject, member, textMembers } from '../field.ts';

/** The model of a run as a route, and what about it is not certain. */
export interface Model {
  readonly route: string | null;
  readonly losses: readonly string[];
}

/** The arguments that name a model, in the order in which the harness itself looks for them. */
const NAMING = ['pretrained', 'model', 'path', 'engine'] as const;
/** What is laid over it, so that another model answers. */
const OVER = ['peft', 'delta'] as const;

/**
 * The model by the back end that ran it, with the revision or the commit of its weights behind an @: `hf:org/name@sha`.
 * The harness's own `model_name` is not taken: it is the first argument that looks like one.
 */
export function readModel(config: JsonObject): Model {
  const backend = asText(member(config, 'model'));
  const args = argumentsOf(member(config, 'model_args'));
  const name = NAMING.map((key) => args.get(key)).find((value) => value !== undefined);
  if (backend === null || name === undefined) {
    return { route: backend, losses: ['model: its arguments name none, the back end alone is known'] };
  }
  const over = OVER.flatMap((key) => (args.has(key) ? [`+${key}=${args.get(key)}`] : []));
  const sha = filled(asText(member(config, 'model_sha')));
  const revision = sha ?? args.get('revision') ?? null;
  const at = revision === null ? '' : `@${revision}`;
  return {
    route: `${backend}:${name}${over.join('')}${at}`,
    losses: revision === null ? ['model: which revision of it answered is not stated'] : [],
  };
}

/** `pretrained=org/name,revision=step512`, or an object of the same. */
function argumentsOf(value: JsonValue | undefined): ReadonlyMap<string, string> {
  const object = asObject(value);
  if (object !== null) return textMembers(object);
  const pairs = (asText(value) ?? '').split(',').flatMap((part): [string, string][] => {
    const at = part.indexOf('=');
    const [key, text] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    return at > 0 && text !== '' ? [[key, text]] : [];
  });
  return new Map(pairs);
}

function filled(text: string | null): string | null {
  return text === null || text.trim() === '' || text === 'None' ? null : text;
}
