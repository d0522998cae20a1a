import { describe, expect, it } from 'vitest';
import { judgeOnScriptedRun } from '../../src/rules/judge-on-scripted-run.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const found = (parts: object) => findingsOf(judgeOnScriptedRun, aRecord(aResult({ ...parts })));
const judge = { route: 'anthropic:claude-sonnet-4.5' };
const ruledBy = (judged_by: string | null) => [
  { id: 'r', scores: { a: 1 }, judgments: [{ score: 'a', value: 1, judged_by }] },
];

describe('judge/on-scripted-run', () => {
  it('finds a judge on a scripted run, once for all arms', () => {
    expect(found({ mode: 'scripted', judge, candidate: { results: [] } })).toEqual([
      expect.objectContaining({
        severity: 'error',
        pointer: '/judge',
        line: expect.any(Number),
        message: expect.stringContaining('is scripted and has the judge anthropic:claude-sonnet-4.5'),
      }),
    ]);
  });

  it('finds rulings that name a model, in both arms', () => {
    const findings = found({
      mode: 'scripted',
      results: ruledBy('openai:gpt-4o'),
      candidate: { results: ruledBy('openai:gpt-4o') },
    });
    expect(findings.map(({ pointer }) => pointer)).toEqual([
      '/results/0/judgments/0/judged_by',
      '/candidate/results/0/judgments/0/judged_by',
    ]);
    expect(findings[1]?.message).toContain('rulings by openai:gpt-4o (candidate)');
  });

  it.each([
    ['a real run with a judge', { judge }],
    ['a scripted run without one', { mode: 'scripted' }],
    ['scripted rulings by nobody', { mode: 'scripted', results: ruledBy(null) }],
  ])('passes %s', (_, parts) => {
    expect(found(parts)).toEqual([]);
  });
});
