import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annotations, github } from '../../src/reporters/github.ts';
import { isRunnerCommand } from '../support/github.ts';
import { anyReport, findingWith, reportWith } from '../support/report.ts';

describe('github', () => {
  it('points at file, line and column, says what to do, and ends with the verdict', () => {
    const report = reportWith({
      findings: [
        findingWith({ path: 'results/a, b: 100%.json', line: 12, column: 5, message: 'm', remedy: 'r' }),
      ],
    });
    expect(github(report)).toBe(
      '::error file=results/a%2C b%3A 100%25.json,line=12,col=5,title=ledger/modified::m%0Ar\n' +
        'evalguard: fail (exit 1): 1 error must be mended before this can land. 0 records added.\n',
    );
  });

  it.each([
    ['warning', 'warning'],
    ['note', 'notice'],
  ] as const)('shows a %s as a %s', (severity, kind) => {
    const [line] = annotations(reportWith({ findings: [findingWith({ severity })] }));
    expect(line).toMatch(new RegExp(`^::${kind} `));
  });

  it('shows what could not be told as a warning, never as an error', () => {
    const incomplete = [{ code: 'could-not-look', message: 'shallow', remedy: 'fetch', path: null }];
    expect(annotations(reportWith({ incomplete }))).toEqual([
      '::warning title=could-not-look::shallow%0Afetch',
    ]);
  });

  it('K150 shows nine of a kind and says how many were left out', () => {
    const findings = Array.from({ length: 25 }, (_, at) => findingWith({ path: `results/${at}.json` }));
    const lines = annotations(reportWith({ findings }));
    expect(lines).toHaveLength(10);
    expect(lines[9]).toMatch(/^::error title=evalguard::16 more findings of this kind are not shown/);
    expect(annotations(reportWith({ findings: findings.slice(0, 10) }))).toHaveLength(10);
  });

  it('K151 a path with a line break adds no command and no property', () => {
    const path = 'x\n::error file=y,line=1::broken';
    const lines = github(reportWith({ findings: [findingWith({ path, message: '::add-mask::a' })] })).split(
      '\n',
    );
    expect(lines.filter(isRunnerCommand)).toEqual([
      '::error title=ledger/modified::x\\n::error file=y,line=1::broken: ::add-mask::a%0APut it back: `git restore --staged --worktree --source=HEAD -- results/eval-2026-08-13.json`. Then add the new measurement under a new file name.',
    ]);
  });

  it('K151 obeys nothing that stands in a file: one command a finding, whatever it holds', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const lines = github(report).trimEnd().split('\n');
        const expected = report.findings.length + report.incomplete.length;
        expect(lines).toHaveLength(expected + 1);
        for (const line of lines.slice(0, -1)) {
          expect(line).toMatch(/^::(?:error|warning|notice)(?: [a-z]+=[^:,\n]*(?:,[a-z]+=[^:,\n]*)*)?::/);
          expect(line).not.toMatch(/[\0-\x1f\x7f-\x9f\u2028\u2029\u202e]|##\w*\[/);
        }
        expect(isRunnerCommand(lines.at(-1)!)).toBe(false);
      }),
    );
  });
});
