/**
 * What to do about an enforced bar that is unmeasured, by why it is: whoever is told to measure again what was measured,
 * on too few cases, measures it on as few again.
 */
export const REMEDY = {
  absent:
    'Correct the metric’s name in evalguard.yaml, or let the harness emit it and add that as a new run.',
  unmeasured: 'Measure it and add a new run that holds the value.',
  interval:
    'Ask more cases, until the whole interval lies on one side of the bar, and add that as a new run; or judge the value alone (rule: point), in a change of its own.',
  no_interval:
    'Record the rows of the run, so that an interval follows from its cases, and add that as a new run; or judge the value alone (rule: point), in a change of its own.',
  coverage:
    'Run again the cases that were not measured, and add that as a new run; or say from which share of the cases on the bar is judged (min_coverage), in a change of its own.',
  pin: 'Measure what the series is pinned to and add that as a new run; or move the pin in evalguard.yaml, in a change of its own.',
  no_result:
    'Add a result that counts; or, if there is one, correct `files` of the series in evalguard.yaml.',
} as const;

/** For a bar under `min_n`. */
export function moreCases(least: number): string {
  return `Measure at least ${least} cases and add that as a new run; repeats of a case are no further case.`;
}
