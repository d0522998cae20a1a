import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../src/adapters/policy.ts';
import { passOf } from '../../src/formats/mapping/outcome.ts';
import { totalNamed } from '../../src/formats/mapping/usual-names.ts';
import type { Mapping } from '../../src/policy/policy.ts';
import { fencedBlocks } from '../support/fenced.ts';
import { comparedIn, readingsOf } from '../support/mapped.ts';

const PAGE = 'own-json.md';
const files = fencedBlocks(PAGE, 'json');
const policies = fencedBlocks(PAGE, 'yaml');

/** The mapping of a policy on the page. */
async function mappingOf(text: string): Promise<Mapping> {
  const { series } = await readPolicy(new TextEncoder().encode(text), 'evalguard.yaml');
  const format = series[0]?.format;
  if (format === undefined || !('mapping' in format)) throw new Error('no mapping');
  return format.mapping;
}

const arms = async (index: number, text = files[index]!) =>
  readingsOf(text, await mappingOf(policies[index]!)).map((reading) => ({
    ...reading,
    compared: comparedIn(reading),
  }));

describe('docs/own-json.md', () => {
  it('shows policies that are valid', async () => {
    expect([files.length, policies.length]).toEqual([3, 4]);
    for (const policy of policies) expect(await mappingOf(policy)).toBeDefined();
  });

  it('shows totals that are recomputed, and found where they are wrong', async () => {
    const [run] = await arms(0);
    expect(run?.compared).toEqual({
      total: [3, 3, 'equal'],
      passed: [2, 2, 'equal'],
      failed: [1, 1, 'equal'],
    });
    expect([run?.part, run?.losses, [...(run?.models ?? [])]]).toEqual([
      undefined,
      [],
      [['agent', 'acme:reader-2']],
    ]);
    const [wrong] = await arms(0, files[0]!.replace('"passed": 2', '"passed": 3'));
    expect(wrong?.compared['passed']).toEqual([3, 2, 'differs']);
  });

  it('shows a file of two models as two arms, in percent, with trials and a spread', async () => {
    const read = await arms(1);
    expect(read.map(({ arm, run, compared }) => [arm, run.date, compared])).toEqual([
      ['reader-2', '2026-07-22', { accuracy: [0.6667, 2 / 3, 'rounded'], latency_ms: [412, 'alone'] }],
      ['reader-3', '2026-07-22', { accuracy: [1, 1, 'equal'], latency_ms: [530, 'alone'] }],
    ]);
    const latency = read[0]?.claims.find(({ name }) => name === 'latency_ms');
    expect(latency).toMatchObject({ direction: 'lower', unit: 'ms', standard_error: 30 / Math.sqrt(3) });
    expect(read.flatMap(({ losses }) => losses)).toEqual([]);
  });

  it('shows checks whose shares are what the headline says', async () => {
    const [run] = await arms(2);
    expect(run?.compared).toEqual({ pass_rate: [0.75, 0.75, 'equal'], tokens: [812, 'alone'] });
    expect(run?.losses).toEqual([]);
  });

  it('names words that are a pass, a failure and neither, and totals that are recognised', () => {
    for (const word of ['pass', 'passed', 'ok', 'success', 'correct', 'resolved', 'TRUE'])
      expect(passOf(word)).toBe(true);
    for (const word of ['fail', 'failed', 'failure', 'incorrect', 'wrong', 'False'])
      expect(passOf(word)).toBe(false);
    for (const word of ['error', 'timeout', 'skipped', 'perhaps']) expect(passOf(word)).toBeTypeOf('string');
    expect(['total', 'total_cases', 'num_tests'].map(totalNamed)).toEqual(['total', 'total', 'total']);
    expect(['passed', 'num_passed', 'correct'].map(totalNamed)).toEqual(['passed', 'passed', 'passed']);
    expect(['failed', 'fail_count'].map(totalNamed)).toEqual(['failed', 'failed']);
    expect(['pass_rate', 'accuracy', 'success_rate'].map(totalNamed)).toEqual(['rate', 'rate', 'rate']);
    expect(['duration', 'recall', 'toString'].map(totalNamed)).toEqual([null, null, null]);
  });
});
