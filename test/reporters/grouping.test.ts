import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupFindings, MOST_FINDINGS, MOST_OF_A_RULE } from '../../src/reporters/findings.ts';
import { findingWith } from '../support/report.ts';

const some = (number: number, parts: Parameters<typeof findingWith>[0]) =>
  Array.from({ length: number }, (_, line) => findingWith({ line, ...parts }));

describe('groupFindings', () => {
  it('puts files with errors first, then by path, and each file by place', () => {
    const findings = [
      findingWith({ path: 'c', severity: 'note', line: 2 }),
      findingWith({ path: 'b', line: 9 }),
      findingWith({ path: 'b', severity: 'note', line: 3 }),
      findingWith({ path: 'a', severity: 'warning' }),
    ];
    const { files } = groupFindings(findings);
    expect(files.map(({ path, severity }) => [path, severity])).toEqual([
      ['b', 'error'],
      ['a', 'warning'],
      ['c', 'note'],
    ]);
    expect(files[0]!.findings.map(({ line }) => line)).toEqual([3, 9]);
  });

  it('keeps every error before any note, however many files of notes come first', () => {
    const notes = ['a', 'b', 'c', 'd'].flatMap((path) => some(15, { path, severity: 'note' }));
    const { files, unshown } = groupFindings([...notes, ...some(3, { path: 'z' })]);
    expect(files[0]).toMatchObject({ path: 'z', severity: 'error' });
    expect(files.find(({ path }) => path === 'd')?.omitted).toEqual(new Map([['ledger/modified', 13]]));
    expect(unshown).toEqual([]);
  });

  it('shows or counts every finding exactly once, within its limits, in any order of the input', () => {
    const finding = fc.record({
      path: fc.constantFrom(null, 'a', 'b', 'c'),
      severity: fc.constantFrom('error' as const, 'warning' as const, 'note' as const),
      rule: fc.constantFrom('x/y', 'x/z'),
      line: fc.nat(5),
    });
    const findings = fc.array(finding.map(findingWith), { maxLength: 150, size: 'max' });
    fc.assert(
      fc.property(findings, (all) => {
        const grouping = groupFindings(all);
        const shown = grouping.files.flatMap((file) => file.findings);
        const counted = grouping.files.flatMap((file) => [...file.omitted.values()]);
        const left = counted.reduce((sum, number) => sum + number, 0) + grouping.unshown.length;
        expect(shown.length + left).toBe(all.length);
        expect(shown.length).toBeLessThanOrEqual(MOST_FINDINGS);
        for (const { path, findings: found } of grouping.files) {
          expect(found.every((one) => one.path === path)).toBe(true);
          for (const rule of ['x/y', 'x/z']) {
            expect(found.filter((one) => one.rule === rule).length).toBeLessThanOrEqual(MOST_OF_A_RULE);
          }
        }
        expect(groupFindings([...all].reverse()).files).toEqual(grouping.files);
      }),
    );
  });
});
