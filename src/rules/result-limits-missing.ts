import { defineRule, type RuleMatch } from '../core/rule.ts';
import { placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

export const resultLimitsMissing = defineRule({
  id: 'result/limits-missing',
  severity: 'warning',
  title: 'A result does not say under which limits it ran.',
  why: 'A run that was cut off after a minute or a dollar is not the same measurement as one that was not. Without its limits nobody can tell.',
  advice: 'State what bounded the run under method.limits: {} if nothing did, null for a limit that was off.',
  *check(record: RecordSubject): Iterable<RuleMatch<Record<never, never>>> {
    const [reading] = record.readings;
    if (reading?.format !== 'native' || reading.status === 'unmeasured') return;
    if (reading.limits === null) yield { ...placeIn(record, '/method'), data: {} };
  },
  message: () =>
    'method.limits is missing, so nobody can tell whether the run was cut short, or whether it may be compared with another.',
  remedy: () =>
    'Add "method": { "limits": { … } } with whatever bounded the run (tasks, seconds, tokens, cost); {} says that nothing did.',
});
