import { compareToBound } from '../core/quantity.ts';
import { intervalText, thresholdValue } from '../core/result-wording.ts';
import { defineRule } from '../core/rule.ts';
import { count } from '../core/wording.ts';
import { listNames } from './shared/rows.ts';
import type { ThresholdSubject } from './subject.ts';

export const thresholdMissed = defineRule({
  id: 'threshold/missed',
  severity: 'note',
  title: 'A measured value lies outside its bounds.',
  why: 'An honest bad result always lands, so a miss is only told, unless the team enforces the threshold.',
  advice:
    'Improve what was measured and record a new run. A threshold is changed in the policy, in a change of its own.',
  *check({ thresholds }: ThresholdSubject) {
    for (const { path, arm, metric, value, min, max, verdict, enforced, failing, ...at } of thresholds) {
      if (verdict !== 'missed' || value === null) continue;
      const noise = at.within_noise ? at.interval : null;
      const missed = at.missed ?? (min !== null && compareToBound({ value }, min) < 0 ? 'min' : 'max');
      const shown = thresholdValue({ ...at, path, arm, metric, value, min, max, verdict, enforced });
      const cases = failing?.cases ?? null;
      const data = { arm, metric, value, shown, missed, min, max, enforced, cases, n: at.n, noise };
      const severity = enforced ? ('error' as const) : ('note' as const);
      yield { path, pointer: at.pointer, line: at.line, column: at.column, severity, data };
    }
  },
  message: ({ arm, metric, value, shown, missed, min, max, enforced, cases, n, noise }) => {
    if (cases !== null) {
      const rows = value === 1 ? 'One row fails' : `${value} rows fail`;
      const run = arm === null ? 'the run' : `the run of ${arm}`;
      return `${rows} ${run}, whatever its means say: ${metric} (${listNames(cases, value)}). The policy lists this under hard_fail.`;
    }
    const bound = (missed === 'min' ? min : max) ?? value;
    const of = arm === null ? '' : ` (${arm})`;
    const weight = enforced
      ? 'The policy enforces this threshold.'
      : 'The policy does not enforce this threshold: the result lands.';
    const over = n === null ? '' : ` over ${count(n, 'case')}`;
    const within =
      noise === null
        ? ''
        : ` That is within noise: its interval${over} (${intervalText(noise, [bound])}) holds the bar.`;
    return `${metric}${of} is ${shown}, ${missed} ${bound}: missed.${within} ${weight}`;
  },
  remedy: ({ enforced }) =>
    enforced
      ? 'Improve what was measured and add a new run; or change the bar in evalguard.yaml, in a change of its own.'
      : 'Nothing has to be done for this to land.',
});
