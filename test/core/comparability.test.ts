import { expect, it } from 'vitest';
import { reasonsAgainst, reasonsAgainstMetric } from '../../src/core/comparability.ts';
import { derivedDefinitions } from '../../src/measures/evidence/plan.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { aReading } from '../support/evidence.ts';

it('a version that neither result states is unknown, and not equal', () => {
  const reading = { ...aReading([{ id: 'a', scores: { passed: true } }]), metrics_version: null };
  expect(reasonsAgainst(reading, reading)).toEqual([{ key: 'metrics_version', base: null, head: null }]);
});

it('a score that was never measured is of no kind, so that a lost run is no change of definition', () => {
  const over = (...values: readonly (boolean | number | null)[]) => {
    const reading = aReading(values.map((passed, at) => ({ id: `c${at}`, scores: { passed } })));
    return { ...reading, definitions: derivedDefinitions(reading.rows ?? []) };
  };
  const keys = (base: ReturnType<typeof over>, head: ReturnType<typeof over>) =>
    reasonsAgainstMetric('passed', base, head, false, DEFAULT_POLICY.judge).map(({ key }) => key);
  expect(keys(over(true, false), over(null, null))).toEqual([]);
  expect(keys(over(null, null), over(true, false))).toEqual([]);
  expect(keys(over(true, false), over(0.5, null))).toEqual(['definition']);
});
