import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/core/report.ts';
import { auditJUnit, reportJUnit } from '../../src/reporters/junit.ts';
import { junitXml } from '../../src/reporters/junit-xml.ts';
import { anyAudit } from '../support/audit.ts';
import { isRunnerCommand } from '../support/github.ts';
import { type ReadCase, readJUnit } from '../support/junit.ts';
import { describePeer } from '../support/peers.ts';
import { anyReport, findingWith, reportWith, resultWith, thresholdWith } from '../support/report.ts';
import { plainEnvironment } from '../support/repository.ts';

const suitesOf = (report: Report) => {
  const [ledger, thresholds, completeness] = readJUnit(reportJUnit(report));
  return { ledger: ledger!, thresholds: thresholds!, completeness: completeness! };
};
const ends = (cases: readonly ReadCase[]) => cases.map(({ name, end }) => [name, end]);
const change = (kind: 'added' | 'modified', path: string) => ({
  kind,
  path,
  from: null,
  before: null,
  after: null,
});

describe('the suite of records', () => {
  it('has a case for each record that was changed or added, and fails those with errors', () => {
    const report = reportWith({
      changes: [change('modified', 'results/b.json'), change('added', 'results/a.json')],
      findings: [
        findingWith({
          path: 'results/b.json',
          line: 3,
          column: 4,
          message: 'Changed.',
          remedy: 'Put it back.',
        }),
      ],
    });
    const { cases, properties } = suitesOf(report).ledger;
    expect(ends(cases)).toEqual([
      ['results/a.json', 'passed'],
      ['results/b.json', 'failure'],
    ]);
    expect(cases[1]).toEqual({
      suite: 'evalguard.ledger',
      name: 'results/b.json',
      end: 'failure',
      type: 'ledger/modified',
      message: 'Changed.',
      text: 'error (ledger/modified): 3:4: Changed.\n  What to do: Put it back.',
      out: 'modified',
    });
    expect(properties).toEqual({ outcome: 'fail', exit_code: '1' });
  });

  it('tells warnings and notes without failing', () => {
    const finding = findingWith({
      severity: 'warning',
      rule: 'policy/changed',
      path: 'evalguard.yaml',
      message: 'm',
      remedy: 'r',
    });
    const [only] = suitesOf(reportWith({ findings: [finding, { ...finding, severity: 'note' }] })).ledger
      .cases;
    expect(only).toMatchObject({
      name: 'evalguard.yaml',
      end: 'passed',
      out: 'warning (policy/changed): m\n  What to do: r\nnote (policy/changed): m\n  What to do: r',
    });
  });

  it('holds all errors of a record in its one failure, since readers keep one', () => {
    const findings = Array.from({ length: 60 }, (_, at) => findingWith({ message: `m${at}`, remedy: 'r' }));
    const [only] = suitesOf(reportWith({ findings })).ledger.cases;
    expect(only?.message).toBe('m0 (and 59 more)');
    expect(only?.text?.split('\n')).toHaveLength(101);
    expect(only?.text).toMatch(/… and 10 more findings: --format json has all\.$/);
  });

  it('says what each record was read as, arm by arm, also where there is no range', () => {
    const results = [
      resultWith({ arm: 'baseline' }),
      resultWith({ arm: 'candidate', status: 'unmeasured', reason: 'no rows' }),
    ];
    expect(suitesOf(reportWith({ results })).ledger.cases).toMatchObject([
      {
        end: 'passed',
        out: 'baseline: series eval, native, real, metrics version 3\ncandidate: series eval, native, real, metrics version 3, n/a (unmeasured), no rows',
      },
    ]);
  });

  it('K151 keeps what belongs to no single file', () => {
    const { cases } = suitesOf(reportWith({ findings: [findingWith({ path: null })] })).ledger;
    expect(ends(cases)).toEqual([['no single file', 'failure']]);
  });

  it('says what was looked at where no record was touched', () => {
    expect(suitesOf(reportWith({})).ledger.cases).toMatchObject([
      {
        name: 'what was looked at',
        end: 'passed',
        out: 'Compared: 1a2b3c4d5e6f to 5d6e7f8091a2 (merge base with refs/remotes/origin/main)\nPolicy: as committed at 1a2b3c4d5e6f\npass (exit 0): nothing blocks this. 0 records added.',
      },
    ]);
  });
});

describe('the suite of thresholds', () => {
  const unmeasured = { value: null, verdict: 'unmeasured', reason: 'no rows' } as const;
  const missed = { value: 0.5, verdict: 'missed' } as const;

  it.each([
    [{}, 'passed', 'completion_rate is 1, min 0.9: met.'],
    [
      missed,
      'passed',
      'completion_rate is 0.5, min 0.9: missed. The policy does not enforce this threshold, so the result lands.',
    ],
    [{ ...missed, enforced: true }, 'failure', 'completion_rate is 0.5, min 0.9, enforced: missed.'],
    [unmeasured, 'skipped', 'completion_rate is n/a (unmeasured): no rows.'],
    [
      { ...unmeasured, enforced: true },
      'error',
      'completion_rate is n/a (unmeasured): no rows. The policy enforces this threshold.',
    ],
  ])('%j: %s', (parts, end, words) => {
    const [only] = suitesOf(reportWith({ thresholds: [thresholdWith(parts)] })).thresholds.cases;
    expect([only?.end, only?.message ?? only?.out]).toEqual([end, words]);
  });

  it('tells arms, metrics and records apart in the names', () => {
    const thresholds = [
      thresholdWith({ arm: 'baseline', path: 'a.json' }),
      thresholdWith({ enforced: true, path: 'a.json' }),
    ];
    expect(suitesOf(reportWith({ thresholds })).thresholds.cases.map(({ name }) => name)).toEqual([
      'completion_rate (min 0.9) in a.json (baseline)',
      'completion_rate (min 0.9, enforced) in a.json',
    ]);
  });

  it('is skipped, not green, where no threshold was judged', () => {
    expect(ends(suitesOf(reportWith({})).thresholds.cases)).toEqual([['no threshold was judged', 'skipped']]);
  });

  it('is the only one to tell a miss, and no miss is lost', () => {
    const data = { arm: null, metric: 'completion_rate' };
    const finding = findingWith({ rule: 'threshold/missed', path: 'a.json', data });
    const threshold = thresholdWith({ ...missed, enforced: true, path: 'a.json' });
    const both = suitesOf(
      reportWith({ findings: [finding], thresholds: [threshold], changes: [change('added', 'a.json')] }),
    );
    expect([...ends(both.ledger.cases), ...both.thresholds.cases.map(({ end }) => end)]).toEqual([
      ['a.json', 'passed'],
      'failure',
    ]);
    for (const thresholds of [[], [{ ...threshold, enforced: false }], [{ ...threshold, metric: 'other' }]]) {
      expect(ends(suitesOf(reportWith({ findings: [finding], thresholds })).ledger.cases)).toEqual([
        ['a.json', 'failure'],
      ]);
    }
  });
});

describe('the suite of what could not be told', () => {
  const reason = { code: 'could-not-look', message: 'Shallow.', remedy: 'Fetch.', path: null };

  it('has an error for each reason, and names them apart', () => {
    const incomplete = [reason, { ...reason, path: 'a.json' }, reason];
    const { completeness, ledger } = suitesOf(reportWith({ incomplete }));
    expect(ends(completeness.cases)).toEqual([
      ['could-not-look', 'error'],
      ['could-not-look: a.json', 'error'],
      ['could-not-look (2)', 'error'],
    ]);
    expect(completeness.cases[0]).toMatchObject({
      type: 'could-not-look',
      text: 'Shallow.\nWhat to do: Fetch.',
    });
    expect(ends(ledger.cases)).toEqual([['what was looked at', 'skipped']]);
  });

  it('says that nothing was left open where nothing was', () => {
    expect(suitesOf(reportWith({})).completeness.cases).toMatchObject([
      {
        name: 'nothing was left open',
        end: 'passed',
        out: expect.stringContaining('nothing blocks this'),
      },
    ]);
  });
});

describe('whatever a report holds', () => {
  it('K151 the XML is well-formed, its counts are true, and it is red where the check is', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const xml = reportJUnit(report);
        expect(reportJUnit(report)).toBe(xml);
        expect(xml.split('\n').filter(isRunnerCommand)).toEqual([]);
        expect(xml).not.toMatch(/<!|<\?(?!xml )|\[\[\w+\|/);
        const suites = readJUnit(xml);
        for (const { cases } of suites)
          expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
        const count = (kind: string) => suites.reduce((sum, { counts }) => sum + counts[kind]!, 0);
        expect(count('failures') > 0).toBe(report.outcome === 'fail' || enforcedMiss(report));
        if (report.incomplete.length > 0)
          expect(count('errors')).toBeGreaterThanOrEqual(report.incomplete.length);
      }),
    );
  });

  it('K151 the audit too', () => {
    fc.assert(
      fc.property(anyAudit, (audit) => {
        const xml = auditJUnit(audit);
        expect(xml.split('\n').filter(isRunnerCommand)).toEqual([]);
        const [records, completeness] = readJUnit(xml);
        expect(records?.counts).toMatchObject({
          tests: audit.records.length || 1,
          failures: audit.counts.broken,
        });
        expect(completeness?.counts['errors']).toBe(audit.incomplete.length);
      }),
    );
  });

  it('the document itself spells out what XML cannot hold, whoever hands it over', () => {
    const raw = '\x00\ud800"<&\u202e\n';
    const end = { kind: 'failure', type: raw, message: raw, lines: [raw] } as const;
    const [suite] = readJUnit(
      junitXml([{ name: raw, properties: [[raw, raw]], cases: [{ name: raw, end, out: [raw] }] }]),
    );
    const shown = '\\x00\\ud800"<&\\u202e\\n';
    expect(suite).toMatchObject({ name: shown, properties: { [shown]: shown } });
    expect(suite?.cases).toEqual([
      { suite: shown, name: shown, end: 'failure', type: shown, message: shown, text: shown, out: shown },
    ]);
  });

  it('no text of a file attaches a file to a case', () => {
    const message = 'x [[ATTACHMENT|/etc/passwd]] ]]> <failure/>';
    const [only] = suitesOf(reportWith({ findings: [findingWith({ message, severity: 'note' })] })).ledger
      .cases;
    expect(only).toMatchObject({
      end: 'passed',
      out: expect.stringContaining('x \\x5b[ATTACHMENT|/etc/passwd]] ]]> <failure/>'),
    });
  });
});

/** Reports of the property test may hold an enforced miss of which no finding tells. */
function enforcedMiss({ thresholds }: Report): boolean {
  return thresholds.some(({ verdict, enforced }) => verdict === 'missed' && enforced);
}

describePeer('xmllint', 'reports by a validator of XML', () => {
  const xsd = fileURLToPath(new URL('../support/junit.xsd', import.meta.url));

  function lint(texts: readonly string[]): string {
    const directory = mkdtempSync(join(tmpdir(), 'evalguard-junit-'));
    try {
      const files = texts.map((text, at) => {
        const file = join(directory, `${at}.xml`);
        writeFileSync(file, text);
        return file;
      });
      const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', xsd, ...files], {
        env: plainEnvironment(),
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      });
      return status === 0
        ? 'valid'
        : stderr
            .split('\n')
            .filter((line) => !line.endsWith(' validates'))
            .slice(0, 5)
            .join('\n');
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }

  it('K151 are valid, whatever they hold', () => {
    expect(lint(fc.sample(anyReport, 300).map(reportJUnit))).toBe('valid');
    expect(lint(fc.sample(anyAudit, 100).map(auditJUnit))).toBe('valid');
  });

  it('would not be with an element, a count or a name too many', () => {
    const xml = reportJUnit(
      reportWith({ findings: [findingWith({ path: 'a' }), findingWith({ path: 'b' })] }),
    );
    expect(lint([xml])).toBe('valid');
    for (const [was, is] of [
      ['</testcase>', '<failure type="x" message="y"/></testcase>'],
      ['tests="1"', 'tests="0"'],
      ['message="', 'message="\u0085'],
      ['<testcase ', '<testcase file="x" '],
      ['name="b"', 'name="a"'],
    ] as const) {
      const changed = xml.replace(was, is);
      expect([was, changed === xml, lint([changed])]).toEqual([was, false, expect.stringMatching(/error/)]);
    }
  });
});
