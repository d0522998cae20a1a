import { defineRule } from '../core/rule.ts';
import { distinct, judgings, MOST_FINDINGS } from './shared/judges.ts';
import { placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

export const judgeRouterAlias = defineRule({
  id: 'judge/router-alias',
  severity: 'error',
  title: 'The judge or a part of the system is on a route that can be another model on every call.',
  why: 'Behind "auto" or "default" a router picks the model anew, or a tool picks it anew with each release. Nobody can say what was measured, whether the judge is independent of it, or what a later run may be compared with.',
  advice:
    'Name the model itself, best with its date. docs/judges.md lists the built-in aliases; judge.aliases in the policy adds your own.',
  *check(record: RecordSubject) {
    const mentions = judgings(record).flatMap(({ judges, evaluated }) => [...judges, ...evaluated]);
    const aliases = mentions.filter(
      ({ route, where }) => route.kind === 'alias' && where !== 'checked_against',
    );
    const first = distinct(aliases, ({ role, text }) => [role, text]).slice(0, MOST_FINDINGS);
    for (const { text, role, pointer } of first) {
      yield { ...placeIn(record, pointer), data: { route: text, role } };
    }
  },
  message: ({ route, role }) =>
    `${role === null ? 'The judge' : `The role "${role}"`} is on ${route}, which can be another model on every call. So nobody can say ${role === null ? 'who graded the run, or whether it graded itself' : 'what was measured, or whether the judge is independent of it'}.`,
  remedy: ({ role }) =>
    `Name one model for ${role === null ? 'the judge' : `"${role}"`}, run again and record that run. If this is the fixed name of one model, map it under judge.routes in evalguard.yaml, in a change of its own.`,
});
