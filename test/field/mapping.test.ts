import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { judge } from '../../src/core/verdict.ts';
import { readMapped } from '../../src/formats/mapping/mapping.ts';
import type { Mapping } from '../../src/policy/policy.ts';
import { describeField } from '../support/field.ts';
import { aFile } from '../support/record.ts';

const mapping: Mapping = {
  metrics: '/aggregate',
  metrics_version: '/method/metrics_version',
  limits: '/method/limits',
  models: '/models',
  judge: '/judge',
  rows: '/results',
  generated_at: '/generated_at',
  mode: '/llm_mode',
  date: '/date',
};

describeField('the research engine’s results, mapped in place', (data) => {
  const read = (name: string, by = mapping) => {
    const mapped = readMapped(aFile(readFileSync(join(data, 'research-engine', name)), name), by);
    if ('unread' in mapped) throw new Error(mapped.unread);
    return mapped.readings[0]!;
  };
  const verdict = (name: string, metric: string, min: number) => {
    const claim = read(name).claims.find((each) => each.name === metric);
    if (claim === undefined) return 'absent';
    const measured =
      claim.value === null ? { unmeasured: claim.reason ?? '' } : { quantity: { value: claim.value } };
    return [claim.value, judge(measured, { min, max: null }).kind];
  };

  it.each([
    ['eval-2026-08-13-ollama-run7.json', [1, 'met'], [0.9, 'missed'], 3, 'real'],
    ['eval-2026-08-13-gemini.json', [0, 'missed'], [null, 'unmeasured'], 4, 'real'],
    ['eval-2026-07-23.json', [1, 'met'], [null, 'unmeasured'], null, 'scripted'],
  ])('%s: completion %j, support %j', (name, completion, support, version, mode) => {
    expect(verdict(name, 'completion_rate', 0.9)).toEqual(completion);
    expect(verdict(name, 'citation_support_rate', 0.95)).toEqual(support);
    expect(read(name)).toMatchObject({ metrics_version: version, mode, limits: null, judge: null });
    expect(read(name).claims.every(({ expected }) => expected === 10)).toBe(true);
    expect(read(name).models.get('planner')).toMatch(/^(ollama|google):/);
  });

  it('takes the stated day, which is the day before the one that generated_at falls on', () => {
    expect(read('eval-2026-07-23.json').run).toMatchObject({
      date: '2026-07-23',
      generated_at: '2026-07-24T04:20:07+00:00',
    });
    const { date: _, ...undated } = mapping;
    expect(read('eval-2026-07-23.json', undated).run.date).toBe('2026-07-24');
  });

  it('reads the limits and the judge of a newer run', () => {
    expect(read('eval-2026-09-28-custom-custom.excerpt.json').limits).not.toBeNull();
    const { metrics: _, ...parts } = mapping;
    const excerpt = read('eval-2026-09-28-custom-custom.judge-candidate.excerpt.json', {
      ...parts,
      metrics: '/candidate/aggregate',
    });
    expect(excerpt.judge?.route).toBe('custom:kiro/claude-sonnet-4.5');
    expect(excerpt.claims.find(({ name }) => name === 'citation_support_rate')?.value).toBe(0.9389);
  });

  it('reads the overall metrics of a retrieval run, and lists the breakdown as lost', () => {
    const reading = read('retrieval-2026-09-09-corpus-local.excerpt.json', {
      metrics: '/aggregate',
      metrics_version: '/retrieval_metrics_version',
      status: '/status',
    });
    expect(reading.claims.find(({ name }) => name === 'overall.recall@1')?.value).toBe(0.7916666666666666);
    expect(reading.claims.find(({ name }) => name === 'overall.dedup_rate')?.value).toBe(0);
    expect(reading.losses).toContainEqual(expect.stringContaining('/aggregate/by_kind'));
  });

  it('takes a two-byte [] trace for no measurement', () => {
    const file = readFileSync(
      join(data, 'research-engine', 'benchmark_v1-gpt_researcher_llm-memory_trace.json'),
    );
    expect(readMapped(aFile(file), mapping)).toHaveProperty('unread');
  });
});
