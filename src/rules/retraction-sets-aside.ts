import { defineRule } from '../core/rule.ts';
import type { RetractionSubject } from './subject.ts';

export const retractionSetsAside = defineRule({
  id: 'retraction/sets-aside',
  severity: 'warning',
  title: 'A retraction takes out the newest run of a series, and that run did not meet its thresholds.',
  why: 'What stands is judged by the newest run. When it misses and is retracted, an older run that met the thresholds is the newest again: a bad result can be made to go away without a better one.',
  advice:
    'Make sure that the run itself was wrong, not only its numbers, and measure again: a new run is judged, whatever was retracted.',
  *check({ retraction, setsAside }: RetractionSubject) {
    if (setsAside === null) return;
    yield { path: retraction.path, pointer: '/of/path', data: { target: retraction.of.path, ...setsAside } };
  },
  message: ({ target, series, metrics, instead }) =>
    `This retracts ${target}, the newest run of the series ${series}, which does not meet ${metrics.join(', ')}. ${
      instead === null
        ? 'No run of the series is left to be judged.'
        : `From then on ${instead} is judged in its place, which is older.`
    }`,
  remedy: () =>
    'Say in the reason what was wrong with the run itself, let a code owner approve it, and add a new run of the series.',
});
