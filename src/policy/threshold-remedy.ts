import { count } from '../core/wording.ts';
import type { Series } from './policy.ts';

/**
 * Remedies for an enforced threshold that is unmeasured, by the reason. Each says what to change: a run repeated as it was
 * would be unmeasured again.
 */
export const REMEDY = {
  absent:
    'Correct the metric’s name in evalguard.yaml, or let the harness emit it and add that as a new run.',
  unmeasured: 'Measure it and add a new run that holds the value.',
  interval:
    'Ask more cases, until the whole interval lies on one side of the bar, and add that as a new run; or judge the value alone (rule: point), in a change of its own.',
  no_interval:
    'Record the rows of the run, so that an interval follows from its cases, and add that as a new run; or judge the value alone (rule: point), in a change of its own.',
  coverage: 'Run again what was not measured, and add that as a new run.',
  pin: 'Measure what the series is pinned to and add that as a new run; or move the pin in evalguard.yaml, in a change of its own.',
  implausible:
    'Look for what went wrong (a leaked answer, a judge that passes everything) and add a new run; or, where the value is right, raise `expect: max_plausible:` of the series, in a change of its own.',
  scale:
    'Set the threshold on the scale of the metric, in a change of evalguard.yaml of its own; or correct the scale that the result declares, and add that as a new run.',
  no_result:
    'Add a result that counts; or, if there is one, correct `files` of the series in evalguard.yaml.',
} as const;

/** The remedy for a value on fewer cases than `min_n`. */
export function moreCasesRemedy(least: number): string {
  return `Measure at least ${count(least, 'case')} and add that as a new run; repeats of a case are no further case.`;
}

/** The remedy of accepting what differs from the last run by a line of the policy. `under` is `null` at the top level. */
export function acceptRemedy(under: string | null, line: string, what: string): string {
  const place =
    under === null ? 'at the top level of evalguard.yaml' : `under \`${under}\` in evalguard.yaml`;
  return `To accept ${what}, put \`${line}\` ${place}, in a change of its own that lands first.`;
}

/** The place of a series in a policy, as remedies name it. */
export function inSeries({ id }: Series): string {
  return `series: ${id}:`;
}

/** A version as it is written in a policy. */
export function versionText(version: number | string): string {
  return typeof version === 'number' ? String(version) : quoted(version);
}

/** A text as it is written in a policy. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
