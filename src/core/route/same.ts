import { parseRoute, type Route, type RoutePolicy } from './route.ts';
import { MOVING } from './table.ts';

/** Whether two routes lead to one model. `unknown` is no licence: it must never be read as "different". */
export type Sameness = 'same' | 'different' | 'unknown';

type Model = Extract<Route, { kind: 'model' }>;

/**
 * Routes of one key are the same model, and routes of different keys never are: so that many can be compared with many
 * at the cost of their number. `null` for what is never known to be the same as anything.
 */
export function modelKey(route: Route, { family }: RoutePolicy): string | null {
  if (route.kind === 'unknown') return route.why === 'placeholder' ? null : JSON.stringify(route.text);
  if (route.kind !== 'model') return null;
  const snapshot = family === 'same' ? '' : (route.snapshot ?? '');
  return JSON.stringify([route.provider, identity(route), snapshot]);
}

/**
 * The key of the model that a name behind a gateway reads like; `null` where it reads like none. It proves no sameness, but
 * whoever hides a model behind a gateway of the same words has to say which model it is.
 */
export function likenessKey(route: Route, policy: RoutePolicy): string | null {
  if (route.kind !== 'unknown' || route.reads_like === null || route.why === 'policy') return null;
  return modelKey(parseRoute(route.reads_like), policy);
}

/**
 * Whether two routes lead to the same model. Snapshots of one family are the same model, unless the policy says
 * `family: distinct`; then a name without a snapshot may still be any of them. Symmetric.
 */
export function sameModel(a: Route, b: Route, { family }: RoutePolicy): Sameness {
  if (a.kind === 'unknown' && b.kind === 'unknown') {
    const named = a.why !== 'placeholder' && b.why !== 'placeholder';
    return named && a.text === b.text ? 'same' : 'unknown';
  }
  if (a.kind !== 'model' || b.kind !== 'model') return 'unknown';
  const families = sameFamily(a, b);
  if (families !== 'same' || family === 'same' || a.snapshot === b.snapshot) return families;
  return a.snapshot === null || b.snapshot === null ? 'unknown' : 'different';
}

function sameFamily(a: Model, b: Model): Sameness {
  if (a.provider !== b.provider) return 'different';
  const [one, other] = [identity(a), identity(b)];
  if (one === other) return 'same';
  if (MOVING.includes(a.family) || MOVING.includes(b.family)) return 'unknown';
  return couldBe(one, other) || couldBe(other, one) ? 'unknown' : 'different';
}

/** A family without the maker's name in front: `mistral:mistral-large-3` is also written `mistral:large-3`. */
function identity({ provider, family }: Model): string {
  return family.startsWith(`${provider}-`) ? family.slice(provider.length + 1) : family;
}

const SIZE = /-(?:\d+x)?\d+(?:\.\d+)?[bm](?:-a\d+(?:\.\d+)?b)?(?=-|$)/;

/** Whether the first name leaves out what the second says: a size (`llama-3.1`), or a version (`gemini-flash`). */
function couldBe(less: string, more: string): boolean {
  if (!SIZE.test(less) && more.replace(SIZE, '') === less) return true;
  const bare = less.replace(SIZE, '');
  return !/\d/.test(bare) && wordsOf(bare) === wordsOf(more.replace(SIZE, ''));
}

function wordsOf(name: string): string {
  return name
    .split('-')
    .map((part) => part.replace(/v?\d[\d.]*/g, ''))
    .filter((part) => part !== '')
    .sort()
    .join('-');
}
