import { getOrMake } from '../maps.ts';
import { formatRoute, parseRoute, type Route, type RoutePolicy, type Unresolved } from './route.ts';
import { ALIASES } from './table.ts';

/** Longer than any route that a provider gives out; a bound on the work that a stranger's file can cause. */
const MOST_CHARACTERS = 512;

/**
 * The model that a written route leads to, behind a router's, a cloud's or a local server's spelling of it. The
 * policy's aliases count first, then its routes, then the built-in table. Writing the answer out and reading it again
 * gives the same answer. Never throws.
 */
export function canonicalRoute(text: string, policy: RoutePolicy): Route {
  const routes = getOrMake(known, policy, () => new Map<string, Route>());
  let route = routes.get(text);
  if (route === undefined) {
    route = resolved(text, policy);
    if (routes.size < MOST_REMEMBERED) routes.set(text, route);
  }
  return route;
}

/** Routes that were resolved under a policy: the records of a ledger name the same few over and over. */
const known = new WeakMap<RoutePolicy, Map<string, Route>>();
const MOST_REMEMBERED = 1_000;

function resolved(text: string, policy: RoutePolicy): Route {
  if (text.length > MOST_CHARACTERS) return { kind: 'malformed', text, why: 'too-long' };
  if (text.trim() === '') return { kind: 'malformed', text, why: 'empty' };
  if (/[^ -~]/.test(text)) return { kind: 'malformed', text, why: 'not-ascii' };
  const targets = new Set(Object.values(policy.routes).map(fold));
  const aliases = policy.aliases.map((pattern) => fold(pattern).replaceAll(':', '/'));
  const seen = new Set<string>();
  for (let current = fold(text); ; ) {
    if (isAlias(current, aliases)) return { kind: 'alias', text: current };
    if (seen.has(current)) return unresolved(current, 'policy');
    seen.add(current);
    const mapped = targetsOf(current, policy);
    if (mapped.size > 1) return unresolved(current, 'policy');
    const [target = current] = mapped;
    if (target !== current) {
      current = target;
      continue;
    }
    if (mapped.size === 0 && isAlias(current, ALIASES)) return { kind: 'alias', text: current };
    const parsed = parseRoute(current);
    const route = parsed.kind === 'unknown' && targets.has(current) ? (declared(current) ?? parsed) : parsed;
    const canonical = formatRoute(route);
    if (canonical === current || route.kind !== 'model') return route;
    current = canonical;
  }
}

/** One spelling of what does not matter: case, the space around a route, `_` and spaces in it. */
function fold(text: string): string {
  return text.trim().toLowerCase().replace(/[ _]+/g, '-');
}

function isAlias(route: string, patterns: readonly string[]): boolean {
  const path = route.replaceAll(':', '/');
  // A router's prefix does not make an alias something else: `acme/*` is also `openrouter:acme/fast`.
  const tail = path.slice(path.indexOf('/') + 1);
  return patterns.some((pattern) => matchesWildcard(pattern, path) || matchesWildcard(pattern, tail));
}

function targetsOf(route: string, { routes }: RoutePolicy): ReadonlySet<string> {
  return new Set(
    Object.entries(routes)
      .filter(([spelling]) => fold(spelling) === route)
      .map(([, target]) => fold(target)),
  );
}

/** A route that the policy maps others to is a model because the policy says so, also where no table knows it. */
function declared(route: string): Route | null {
  const [, provider, family] = /^([^:]+):(.+)$/.exec(route) ?? [];
  if (provider === undefined || family === undefined) return null;
  return { kind: 'model', provider, family, snapshot: null };
}

function unresolved(text: string, why: Unresolved): Route {
  return { kind: 'unknown', text, why, reads_like: null };
}

/**
 * Whether a text matches a pattern in which `*` stands for anything, also nothing. In time that grows with the product
 * of the lengths, whatever the pattern: both may be a stranger's.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let [at, next] = [0, 0];
  let [star, resume] = [-1, 0];
  while (at < text.length) {
    if (pattern[next] === '*') {
      [star, resume] = [next, at];
      next += 1;
    } else if (pattern[next] === text[at]) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      resume += 1;
      [at, next] = [resume, star + 1];
    } else return false;
  }
  while (pattern[next] === '*') next += 1;
  return next === pattern.length;
}
