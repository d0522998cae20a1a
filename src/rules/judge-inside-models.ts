import { defineRule } from '../core/rule.ts';
import { distinct, isJudgeRole, pointersOf } from './shared/judges.ts';
import { placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

export const judgeInsideModels = defineRule({
  id: 'judge/inside-models',
  severity: 'error',
  title: 'The judge stands among the models that were evaluated.',
  why: 'What was evaluated and what graded it are two things. In one list nobody can check that the judge is independent, and a new judge looks like a new system.',
  advice:
    'Move the judge out of "models" into "judge": { "route": … }. A critic, reviewer or verifier that is a part of the system stays under models.',
  *check(record: RecordSubject) {
    const roles = record.readings.flatMap(({ models, judge }) =>
      Array.from(models, ([role, route]) => ({ role, route, judge: judge?.route ?? null })),
    );
    const inside = distinct(
      roles.filter(({ role }) => isJudgeRole(role)),
      ({ role, route }) => [role, route],
    );
    for (const { role, route, judge } of inside) {
      // Whether the result names its judge in a block of its own as well.
      const named = judge === null ? ('missing' as const) : ('named' as const);
      yield { ...placeIn(record, pointersOf(record).model(role)), data: { role, route, judge: named } };
    }
  },
  message: ({ role, route }) =>
    `The models hold "${role}" (${route}), which graded the run and was not evaluated. Nobody can check that a judge in this list is independent of the rest of it.`,
  remedy: ({ role, route, judge }) =>
    judge === 'named'
      ? `Take "${role}" out of the models: the judge has its own block already. If it is a part of the system, give the role another name, such as "critic".`
      : `Take "${role}" out of the models, and write "judge": { "route": "${route}" } beside them. If it is a part of the system, give the role another name, such as "critic".`,
});
