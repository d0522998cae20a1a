import { describe, expect, it } from 'vitest';
import { judgeServed } from '../../src/rules/judge-served.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const found = (parts: object) => findingsOf(judgeServed, aRecord(aResult({ ...parts })));
const route = 'anthropic:claude-sonnet-4.5';
const tally = (parts: object = {}) => ({ ruled: 9, unreached: 0, undisclosed: 0, served: [route], ...parts });
const judgment = (judged_by: string | null, value: boolean | null = true) => ({
  score: 'a',
  value,
  judged_by,
});
const row = (parts: object) => ({ id: 'r', scores: { a: 1 }, ...parts });

describe('judge/served', () => {
  it('finds another model in the tally, with its place', () => {
    const served = [`${route}-20250929`, 'openai:gpt-4o'];
    expect(found({ judge: { route, baseline: tally({ served }) } })).toEqual([
      expect.objectContaining({
        severity: 'warning',
        pointer: '/judge/baseline/served/1',
        message: expect.stringContaining(`The judge was asked for as ${route}, and openai:gpt-4o answered.`),
      }),
    ]);
  });

  it('finds another model in single rulings, and counts them', () => {
    const judgments = [judgment('openai:gpt-4o'), judgment(route), judgment('openai:gpt-4o')];
    const candidate = { results: [row({ judgments })] };
    const other = { judge: { route, candidate: tally({ served: ['openai:gpt-4o'] }) }, candidate };
    expect(found(other)[0]?.pointer).toBe('/judge/candidate/served/0');
    expect(found({ judge: { route, candidate: tally() }, candidate })).toEqual([
      expect.objectContaining({
        pointer: '/candidate/results/0/judgments/0/judged_by',
        data: expect.objectContaining({ problem: 'another', arm: 'candidate', count: 2 }),
      }),
    ]);
  });

  it('finds another model in a role of the system', () => {
    const served = { agent: 'openai:gpt-4o-mini' };
    const findings = found({ models: { agent: 'openai:gpt-4o' }, results: [row({ served })] });
    expect(findings).toEqual([
      expect.objectContaining({
        pointer: '/results/0/served/agent',
        message: expect.stringContaining('The role "agent" was asked for as openai:gpt-4o'),
      }),
    ]);
  });

  it.each([
    ['the snapshot of a name', 'openai:gpt-4o', 'openai:gpt-4o-2024-08-06', 0],
    ['the snapshot that was asked for', 'openai:gpt-4o-2024-08-06', 'gpt-4o-2024-08-06', 0],
    ['another snapshot than was asked for', 'openai:gpt-4o-2024-08-06', 'openai:gpt-4o-2024-05-13', 1],
    ['another model', 'openai:gpt-4o', 'openai:gpt-4o-mini', 1],
    ['an answer to a route that cannot be resolved', 'custom:house', 'openai:gpt-4o', 0],
  ])('%s: %s answered by %s', (_, asked, served, count) => {
    const series = { ruled: 1, unreached: 0, undisclosed: 0, served: [`x:${served}`] };
    const record = aRecord(aResult({ judge: { route: asked, baseline: series } }));
    const readings = record.readings.map((reading) => ({
      ...reading,
      judge: reading.judge && { ...reading.judge, served: [served] },
    }));
    expect(findingsOf(judgeServed, { ...record, readings })).toHaveLength(count);
  });

  it.each([
    ['none', tally({ served: null }), '9 rulings, without saying'],
    ['an empty list', tally({ served: [] }), '9 rulings, without saying'],
    ['some', tally({ undisclosed: 2 }), '9 rulings, 2 of them without saying'],
  ])('finds a judge that discloses %s of what answered', (_, baseline, words) => {
    const [finding, ...others] = found({ judge: { route, baseline } });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'warning', data: { problem: 'undisclosed', arm: null } });
    expect(finding?.message).toContain(words);
  });

  it('counts the rulings of the rows where there is no tally', () => {
    const judgments = [judgment(null), judgment(route), judgment(null, null)];
    expect(found({ judge: { route }, results: [row({ judgments })] })[0]).toMatchObject({
      data: { problem: 'undisclosed', count: 1, of: 2 },
    });
  });

  it('finds rulings by a judge that is said not to have answered', () => {
    expect(found({ judge: { route, answered: false, baseline: tally() } })).toEqual([
      expect.objectContaining({
        pointer: '/judge/answered',
        message: expect.stringContaining('is said not to have answered, and 9 rulings are recorded'),
      }),
    ]);
    const baseline = tally({ ruled: 0, unreached: 9, served: null });
    expect(found({ judge: { route, answered: false, baseline } })).toEqual([]);
    const results = [row({ judgments: [judgment(route)] })];
    expect(found({ judge: { route, answered: false }, results })).toHaveLength(1);
  });

  it('three judges of one vendor on the same score are a panel, and no model that stepped in (C7)', () => {
    const panel = ['openai:gpt-4o', 'openai:gpt-4o-mini', 'openai:o3'];
    const of = (judged_by: string) => ({ ...judgment(judged_by) });
    const results = [row({ judgments: panel.map(of) })];
    const [finding] = found({ judge: { route: 'openai:gpt-4o' }, results });
    expect(finding?.message).toContain('openai:gpt-4o-mini, openai:o3 answered (2 times)');
    expect(finding?.message).toContain('a panel, of which the result names one');
    expect(finding?.message).not.toContain("another model's");
    const served = { judge: { route: 'openai:gpt-4o', baseline: tally({ served: panel }) } };
    expect(found(served)[0]?.message).toContain('So did the model that was asked for');
    const fallback = { judge: { route, baseline: tally({ served: ['openai:o3'] }) } };
    expect(found(fallback)[0]?.message).toContain("The scores are another model's");
  });

  it.each([
    ['everything disclosed', { judge: { route, answered: true, baseline: tally() } }],
    ['a judge of whose work nothing is said', { judge: { route } }],
    [
      'a list of what answered, beside rulings that repeat nothing',
      {
        judge: { route, baseline: { ruled: 1, served: [route] } },
        results: [row({ judgments: [judgment(null)] })],
      },
    ],
    ['no judge', { results: [row({ judgments: [judgment(null)] })] }],
    ['a scripted run', { mode: 'scripted', judge: { route, baseline: tally({ served: null }) } }],
    ['a role whose provider did not say', { results: [row({ served: { agent: null } })] }],
    ['a role that no model is named for', { results: [row({ served: { other: 'openai:gpt-4o' } })] }],
  ])('passes %s', (_, parts) => {
    expect(found(parts)).toEqual([]);
  });
});
