import { expect, it } from 'vitest';
import { reasonsAgainst } from '../../src/core/comparability.ts';
import { aReading } from '../support/evidence.ts';

it('a version that neither result states is unknown, and not equal', () => {
  const reading = { ...aReading([{ id: 'a', scores: { passed: true } }]), metrics_version: null };
  expect(reasonsAgainst(reading, reading)).toEqual([{ key: 'metrics_version', base: null, head: null }]);
});
