import { describe, expect, it } from 'vitest';
import { applyRules } from '../../src/core/rule.ts';
import { recordRules, word } from '../../src/rules/registry.ts';
import { aRecord, aResult } from '../support/record.ts';

interface TestRow {
  readonly id: string;
  readonly sample: number;
  readonly error?: { readonly kind: string };
  readonly scores: { readonly passed: boolean | null; readonly support: number | null };
}

/** A whole and honest run: ten cases, two samples each, one of them without an answer. */
function honest(): { rows: TestRow[]; aggregate: Record<string, number>; parts: object } {
  const rows = Array.from({ length: 20 }, (_, index): TestRow => {
    const id = `case-${Math.floor(index / 2) + 1}`;
    const sample = (index % 2) + 1;
    if (index === 7)
      return { id, sample, error: { kind: 'target_quota' }, scores: { passed: null, support: null } };
    return { id, sample, scores: { passed: index % 5 !== 0, support: (index % 4) / 4 } };
  });
  return {
    rows,
    aggregate: { pass_rate: 0.8, support: 0.3625 },
    parts: {
      method: { limits: {}, samples: 2 },
      dataset: { name: 'queries', cases: 10 },
      metrics: {
        pass_rate: { aggregate: 'rate', score: 'passed', judged: true },
        support: { aggregate: 'mean', score: 'support', judged: true },
      },
    },
  };
}

/** What the record rules say of the run, without the notes on its coverage. */
function errorsOf(rows: readonly TestRow[], aggregate: object): { rules: string[]; words: string } {
  const record = aRecord(aResult({ ...honest().parts, aggregate, results: rows }));
  const found = applyRules(recordRules, record).filter(({ severity }) => severity !== 'note');
  return {
    rules: [...new Set(found.map(({ rule }) => rule))].sort(),
    words: found.map((finding) => word(finding).message).join('\n'),
  };
}

describe('tampering with a whole and honest run', () => {
  const { rows, aggregate } = honest();
  const edited = (at: number, change: (row: TestRow) => TestRow) =>
    rows.map((row, index) => (index === at ? change(row) : row));

  it('is found nowhere before', () => {
    expect(errorsOf(rows, aggregate)).toEqual({ rules: [], words: '' });
  });

  it('one row’s score', () => {
    const { rules, words } = errorsOf(
      edited(5, (row) => ({ ...row, scores: { ...row.scores, passed: true } })),
      aggregate,
    );
    expect(rules).toEqual(['evidence/mismatch']);
    expect(words).toMatch(/pass_rate is claimed as 0\.8, and its rows come to 0\.85/);
  });

  it('a dropped row', () => {
    const { rules, words } = errorsOf(rows.toSpliced(5, 1), aggregate);
    expect(rules).toEqual(['evidence/mismatch', 'result/grid']);
    expect(words).toMatch(/1 planned row is missing: case-3 \(sample 2\)/);
  });

  it('a dropped case', () => {
    const { rules, words } = errorsOf(rows.toSpliced(4, 2), aggregate);
    expect(rules).toEqual(['evidence/mismatch', 'result/grid']);
    expect(words).toContain('1 of 10 cases has no row');
  });

  it('a dropped case, with the headline computed anew', () => {
    const left = rows.toSpliced(0, 2);
    expect(errorsOf(left, { pass_rate: 15.5 / 18, support: 3.5 / 9 }).rules).toContain('result/grid');
  });

  it('a row that stands twice', () => {
    const { rules, words } = errorsOf([...rows, rows[0]!], aggregate);
    expect(rules).toContain('result/duplicate-row');
    expect(words).toContain('case "case-1"');
  });

  it('the headline', () => {
    const { rules, words } = errorsOf(rows, { ...aggregate, pass_rate: 0.9 });
    expect(rules).toEqual(['evidence/mismatch']);
    expect(words).toMatch(
      /pass_rate is claimed as 0\.9, and its rows come to 0\.8 .*The rows that decide: case-4 \(sample 2\) target_quota, case-1 0, case-3 \(sample 2\) 0/,
    );
  });

  it('an error that became a fail', () => {
    const { rules, words } = errorsOf(
      edited(7, ({ id, sample }) => ({ id, sample, scores: { passed: false, support: 0 } })),
      aggregate,
    );
    expect(rules).toEqual(['evidence/mismatch']);
    expect(words).toMatch(/pass_rate is claimed as 0\.8, and its rows come to 0\.75/);
  });

  it('a fail that became an error', () => {
    const { rules, words } = errorsOf(
      edited(5, ({ id, sample }) => ({
        ...{ id, sample, error: { kind: 'target_error' } },
        scores: { passed: null, support: null },
      })),
      aggregate,
    );
    expect(rules).toEqual(['evidence/mismatch']);
    expect(words).toContain('case-3 (sample 2) target_error');
  });
});
