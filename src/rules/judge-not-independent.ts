import { groupBy } from '../core/maps.ts';
import { formatRoute } from '../core/route/route.ts';
import { likenessKey, modelKey } from '../core/route/same.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import {
  distinct,
  type Judging,
  judgings,
  MOST_FINDINGS,
  type NamedRoute,
  type RouteSource,
} from './shared/judges.ts';
import { placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly arm: string | null;
  /** The model that both are, in its canonical form. */
  readonly model: string;
  /** Whether only the name behind a gateway says so. */
  readonly reads: boolean;
  readonly judge: string;
  readonly judge_is: RouteSource;
  readonly evaluated: string;
  readonly evaluated_is: RouteSource;
  readonly roles: readonly string[];
}

export const judgeNotIndependent = defineRule({
  id: 'judge/not-independent',
  severity: 'error',
  title: 'The judge is a model that it grades.',
  why: 'A model prefers its own answers and overlooks its own mistakes, so what it says about itself is no measurement. One model under two spellings, or two snapshots of one model, is still one model.',
  advice:
    'Grade with a model of another family. evalguard compares routes after resolving routers, clouds, regions and dates; docs/judges.md has the table and how to extend it.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    const pairs = judgings(record).flatMap((judging) => samePairs(judging, record));
    for (const { pointer, data } of distinct(pairs, ({ data }) => data.model).slice(0, MOST_FINDINGS)) {
      yield { ...placeIn(record, pointer), data };
    }
  },
  message: ({ arm, model, reads, judge, judge_is, evaluated, evaluated_is, roles }) => {
    const who = evaluated_is === 'checked_against' ? 'what it was checked against' : roles.join(', ');
    const of = arm === null ? '' : ` (${arm})`;
    if (reads) {
      return `${SAID[judge_is]} ${judge}${of} reads as the same model as ${who} (${evaluated}): behind the gateway stands the name of ${model}. A model that grades its own answers prefers them, so its scores are no measurement.`;
    }
    return `${SAID[judge_is]} ${judge}${of} is the same model as ${who} (${evaluated}): both are ${model}. A model that grades its own answers prefers them, so its scores are no measurement.`;
  },
  remedy: () =>
    'Let a model of another family grade the same answers, and record that as the run. If the two only look alike, say which models they are under judge.routes in evalguard.yaml, in a change of its own.',
});

const SAID: Readonly<Record<RouteSource, string>> = {
  judge: 'The judge',
  models: 'The judge among the models,',
  served: 'The model that answered as judge,',
  judged_by: 'The model that gave the rulings,',
  checked_against: 'The judge',
};

function samePairs({ reading, judges, evaluated }: Judging, { policy }: RecordSubject) {
  if (judges.length === 0) return [];
  const keyed = evaluated.flatMap((mention) =>
    keysOf(mention, policy.judge).map((key) => ({ key, mention })),
  );
  const byKey = groupBy(keyed, ({ key }) => key);
  return judges.flatMap((judge) => {
    const same = keysOf(judge, policy.judge)
      .map((key) => byKey.get(key))
      .find((found) => found !== undefined);
    if (same === undefined) return [];
    const { mention: first } = same[0];
    const reads = modelKey(judge.route, policy.judge) !== modelKey(first.route, policy.judge);
    const roles = distinct(
      same.map(({ mention }) => mention.role ?? ''),
      (role) => role,
    );
    return [{ pointer: judge.pointer, data: dataOf(reading.arm, judge, first, roles, reads) }];
  });
}

/** The keys by which a named route is compared: its model, else its text, and the model that it reads like. */
function keysOf({ route }: NamedRoute, policy: RecordSubject['policy']['judge']): readonly string[] {
  return [modelKey(route, policy), likenessKey(route, policy)].filter((key) => key !== null);
}

function dataOf(
  arm: string | null,
  judge: NamedRoute,
  evaluated: NamedRoute,
  roles: readonly string[],
  reads: boolean,
): Data {
  // What stands in the header holds for every arm.
  const ofArm = [judge.where, evaluated.where].some((where) => where === 'served' || where === 'judged_by');
  return {
    arm: ofArm ? arm : null,
    model: family(judge),
    reads,
    judge: judge.text,
    judge_is: judge.where,
    evaluated: evaluated.text,
    evaluated_is: evaluated.where,
    roles: roles.length > 1 ? roles.filter((role) => role !== 'checked_against') : roles,
  };
}

/** A model without its snapshot: one finding for a model, however many of its snapshots are named. */
function family({ route }: NamedRoute): string {
  if (route.kind === 'unknown' && route.reads_like !== null) return route.reads_like.replace(/@.*$/, '');
  return formatRoute(route.kind === 'model' ? { ...route, snapshot: null } : route);
}
