import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../src/reporters/json.ts';
import { isRunnerCommand } from '../support/github.ts';
import { anyReport, findingWith, reportWith } from '../support/report.ts';
import { trials } from '../support/trial.ts';

describe('json', () => {
  it('is two spaces deep and ends in a newline', () => {
    const text = json(reportWith({}));
    expect(text.startsWith('{\n  "schema": "evalguard.report/v1",\n  "outcome": "pass",\n')).toBe(true);
    expect(text.endsWith('\n}\n')).toBe(true);
  });

  it('is whole, however many findings there are', () => {
    const findings = Array.from({ length: 300 }, (_, line) => findingWith({ line }));
    expect(JSON.parse(json(reportWith({ findings }))).findings).toHaveLength(300);
  });

  it('escapes what is unseen, lone surrogates and runner commands', () => {
    const text = json(
      reportWith({ findings: [findingWith({ message: '\x1b\u202e\udce9\u{e0041}##[error]' })] }),
    );
    expect(text).toContain('"\\u001b\\u202e\\udce9\\udb40\\udc41#\\u0023[error]"');
  });

  it('K151 parses back to the same report, with nothing unseen and no command in any line', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const text = json(report);
        expect(JSON.parse(text)).toEqual(report);
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(text.split('\n').filter(isRunnerCommand)).toEqual([]);
      }),
      { numRuns: trials(500) },
    );
  });
});
