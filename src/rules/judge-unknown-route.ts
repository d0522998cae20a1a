import { groupBy } from '../core/maps.ts';
import type { Route, Unresolved } from '../core/route/route.ts';
import { modelKey, sameModel } from '../core/route/same.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { shorten, visible } from '../core/text.ts';
import {
  distinct,
  type Judging,
  judgings,
  MOST_FINDINGS,
  type NamedRoute,
  pointersOf,
} from './shared/judges.ts';
import { type Located, placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly problem:
    | { readonly kind: 'unresolved'; readonly why: Unresolved; readonly reads_like: string | null }
    | { readonly kind: 'malformed'; readonly why: 'empty' | 'too-long' | 'not-ascii' }
    /** Two models of one maker, of which one leaves out a version, a size or a date. */
    | { readonly kind: 'ambiguous'; readonly other: string }
    /** The judge's block names no judge, or the result names nothing that was evaluated. */
    | { readonly kind: 'judge-unnamed' }
    | { readonly kind: 'models-unnamed' };
  readonly route: string | null;
  /** The roles on this route; empty for the judge. */
  readonly roles: readonly string[];
}

export const judgeUnknownRoute = defineRule({
  id: 'judge/unknown-route',
  severity: 'warning',
  title: 'It cannot be told which model a route leads to, so the judge is not known to be independent.',
  why: 'Behind a private gateway, a deployment or a bare name may be the very model that is graded. What cannot be resolved is never taken for independent. A route with characters that look like others, or cannot be seen, is refused: an error.',
  advice:
    'Write routes as provider:model in printable ASCII, with the version. For a gateway of your own, say under judge.routes in the policy which model each of its routes is.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    const found = judgings(record).flatMap((judging) => [
      ...malformed(judging),
      ...unnamed(judging, record),
      ...unresolved(judging, record),
      ...ambiguous(judging, record),
    ]);
    const first = distinct(found, ({ data }) => [data.problem, data.route, data.roles.length]);
    for (const { pointer, data } of first.slice(0, MOST_FINDINGS)) {
      const place = placeIn(record, pointer);
      yield data.problem.kind === 'malformed' ? { ...place, data, severity: 'error' } : { ...place, data };
    }
  },
  message: ({ problem, route, roles }) => {
    const who = roles.length === 0 ? 'The judge' : `${roles.join(', ')} ${roles.length === 1 ? 'is' : 'are'}`;
    const on = roles.length === 0 ? `${who} is on ${route}` : `${who} on ${route}`;
    switch (problem.kind) {
      case 'judge-unnamed':
        return 'The result has a judge and does not name it, so nobody can tell whether it is independent of what it graded.';
      case 'models-unnamed':
        return 'The result names its judge and not what was evaluated, so nobody can tell whether the judge graded itself.';
      case 'malformed':
        return `${on}, ${REFUSED[problem.why]}. Such a text can pass for another route, so it is no route.`;
      case 'ambiguous':
        return `${on}, and ${problem.other} may be the same model: one of the two leaves out a version, a size or a date. So the judge is not known to be independent.`;
      case 'unresolved': {
        const like =
          problem.reads_like === null ? '' : ` It reads like ${problem.reads_like}, which proves nothing.`;
        return `${on}: ${WHY[problem.why]}.${like} So the judge is not known to be independent of what it graded.`;
      }
    }
  },
  remedy: ({ problem, route }) => {
    switch (problem.kind) {
      case 'judge-unnamed':
        return 'Write the model that graded the run as the judge’s route: provider:model.';
      case 'models-unnamed':
        return 'Write what was evaluated under "models": a route for each role.';
      case 'malformed':
        return 'Type the route anew in printable ASCII: provider:model.';
      case 'ambiguous':
        return 'Write both routes in full, with version, size and date.';
      case 'unresolved':
        return `Write the model itself, as provider:model; or map the route in evalguard.yaml, in a change of its own: judge: { routes: { ${JSON.stringify(route)}: "${problem.reads_like ?? 'provider:model'}" } }.`;
    }
  },
});

const WHY: Readonly<Record<Unresolved, string>> = {
  gateway: 'a gateway that evalguard does not know',
  deployment: 'a name that its owner chose, not a model’s',
  name: 'no known model is called so',
  placeholder: 'a word that names no model',
  program: 'a program or an address, behind which anything may answer',
  policy: 'the policy’s routes lead in a circle, or to several models',
};

const REFUSED = {
  empty: 'which is empty',
  'too-long': 'which is too long for a route',
  'not-ascii': 'which has characters that are not printable ASCII',
} as const;

function malformed({ judges, evaluated }: Judging): readonly Located<Data>[] {
  return grouped([...judges, ...evaluated], ({ kind }) => kind === 'malformed');
}

/** Routes that lead nowhere known, and are not plainly the same as one of the other side, which is an error already. */
function unresolved({ judges, evaluated }: Judging, { policy }: RecordSubject): readonly Located<Data>[] {
  if (judges.length === 0) return [];
  const open = (side: readonly NamedRoute[], others: readonly NamedRoute[]) => {
    const keys = new Set(others.map(({ route }) => modelKey(route, policy.judge)));
    return side.filter(({ route }) => {
      const key = modelKey(route, policy.judge);
      return key === null || !keys.has(key);
    });
  };
  return grouped([...open(judges, evaluated), ...open(evaluated, judges)], ({ kind }) => kind === 'unknown');
}

function ambiguous({ judges, evaluated }: Judging, { policy }: RecordSubject): readonly Located<Data>[] {
  return modelsOf(judges).flatMap((judge) =>
    modelsOf(evaluated)
      .filter(({ route }) => sameModel(judge.route, route, policy.judge) === 'unknown')
      .map(({ text: other }) => ({
        pointer: judge.pointer,
        data: { problem: { kind: 'ambiguous', other }, route: judge.text, roles: [] },
      })),
  );
}

/** The first models of a side: every one is compared with every one of the other. */
function modelsOf(side: readonly NamedRoute[]): readonly NamedRoute[] {
  const models = side.filter(({ route }) => route.kind === 'model');
  return distinct(models, ({ text }) => text).slice(0, MOST_COMPARED);
}

const MOST_COMPARED = 100;

function unnamed({ reading, judges, evaluated }: Judging, record: RecordSubject): readonly Located<Data>[] {
  const data = { route: null, roles: [] };
  const pointer = pointersOf(record).judge();
  if (reading.judge !== null && judges.length === 0) {
    return [{ pointer, data: { ...data, problem: { kind: 'judge-unnamed' } } }];
  }
  if (judges.length === 0 || evaluated.length > 0) return [];
  return [{ pointer, data: { ...data, problem: { kind: 'models-unnamed' } } }];
}

/** One finding for a text on either side, with the roles that it stands for. */
function grouped(
  mentions: readonly NamedRoute[],
  wanted: (route: Route) => boolean,
): readonly Located<Data>[] {
  const found = groupBy(
    mentions.filter(({ route }) => wanted(route)),
    ({ text, role }) => JSON.stringify([text, role === null]),
  );
  return Array.from(found.values(), (same) => {
    const [first] = same;
    const roles = new Set(same.flatMap(({ role }) => (role === null ? [] : [role])));
    if (roles.size > 1) roles.delete('checked_against');
    const data = { problem: problemOf(first.route), route: shown(first.text), roles: [...roles].sort() };
    return { pointer: first.pointer, data };
  });
}

function problemOf(route: Route): Data['problem'] {
  if (route.kind === 'malformed') return { kind: 'malformed', why: route.why };
  if (route.kind !== 'unknown') throw new TypeError(`${route.kind} is resolved`);
  return { kind: 'unresolved', why: route.why, reads_like: route.reads_like };
}

/** A route in which what is not ASCII is spelt out: a letter that looks like another one must be seen to be different. */
function shown(text: string): string {
  const spelt = visible(text).replace(
    /[^ -~]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
  return shorten(spelt, 120);
}
