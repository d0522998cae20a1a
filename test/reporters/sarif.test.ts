import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePath } from '../../src/core/path.ts';
import type { Report } from '../../src/core/report.ts';
import type { FindingReport } from '../../src/core/rule.ts';
import { UNSEEN } from '../../src/core/text.ts';
import { reportSarif } from '../../src/reporters/sarif.ts';
import { rules } from '../../src/rules/registry.ts';
import { isRunnerCommand } from '../support/github.ts';
import { anyReport, findingWith, reportWith, thresholdWith } from '../support/report.ts';
import { readSarif } from '../support/sarif.ts';

const tool = { version: '1.2.3', rules, repository: null };
const logOf = (report: Report) => readSarif(reportSarif(report, tool)).runs[0];
const ofFindings = (...findings: readonly Partial<FindingReport>[]) =>
  logOf(reportWith({ findings: findings.map(findingWith) }));

describe('a SARIF log', () => {
  it('names the tool, its version, and only the rules that found something, sorted', () => {
    const { driver } = ofFindings(
      { rule: 'result/schema' },
      { rule: 'ledger/modified' },
      { rule: 'result/schema' },
    ).tool;
    expect(driver).toMatchObject({ name: 'evalguard', version: '1.2.3', semanticVersion: '1.2.3' });
    expect(driver.rules.map(({ id }) => id)).toEqual(['ledger/modified', 'result/schema']);
    expect(driver.rules[0]).toMatchObject({
      shortDescription: { text: 'A record that the base holds has other content in head.' },
      fullDescription: { text: expect.stringContaining('A result is written once.') },
      help: { text: expect.stringContaining('What to do: Put the record back') },
      defaultConfiguration: { level: 'error' },
    });
  });

  it('points each result at its rule', () => {
    const { results, tool } = ofFindings({ rule: 'result/schema' }, { rule: 'ledger/modified' });
    expect(results.map(({ ruleId, ruleIndex }) => [ruleId, ruleIndex])).toEqual([
      ['result/schema', 1],
      ['ledger/modified', 0],
    ]);
    expect(tool.driver.rules[1]?.id).toBe('result/schema');
  });

  it('has every rule in words that its Markdown keeps', () => {
    const { driver } = ofFindings(...rules.map(({ id }) => ({ rule: id }))).tool;
    expect(driver.rules).toHaveLength(rules.length);
    for (const { help } of driver.rules) expect(help?.markdown).not.toMatch(/(?<!`[^`\n]*)<\w/);
  });

  it.each(['error', 'warning', 'note'] as const)('keeps the level of an %s', (severity) => {
    expect(ofFindings({ severity }).results[0]?.level).toBe(severity);
  });

  it('says what, why and what to do in one message', () => {
    expect(ofFindings({ message: 'What. Why.', remedy: 'Do this.' }).results[0]?.message.text).toBe(
      'What. Why.\nDo this.',
    );
  });

  it.each([
    [12, 5, { startLine: 12, startColumn: 5 }],
    [12, null, { startLine: 12 }],
    [null, null, undefined],
    [null, 5, undefined],
  ])('has a region only where the line is known: %s, %s', (line, column, region) => {
    const log = ofFindings({ line, column });
    expect(log.results[0]?.locations[0].physicalLocation.region).toEqual(region);
    expect(log.columnKind).toBe('unicodeCodePoints');
  });

  it('names the value in the file by its JSON pointer', () => {
    expect(ofFindings({ pointer: '/aggregate/a~1b' }).results[0]?.locations[0].logicalLocations).toEqual([
      { fullyQualifiedName: '/aggregate/a~1b' },
    ]);
    expect(ofFindings({ pointer: '' }).results[0]?.locations[0].logicalLocations).toBeUndefined();
  });

  it.each([
    ['results/a.json', 'results/a.json'],
    ['results/a b.json', 'results/a%20b.json'],
    ['a:b/100%#?.json', 'a%3Ab/100%25%23%3F.json'],
    ['modèle/🎯', 'mod%C3%A8le/%F0%9F%8E%AF'],
    ['bytes \udcff', 'bytes%20%FF'],
    ['a\\b"<>', 'a%5Cb%22%3C%3E'],
    ['line\nbreak\x1b', 'line%0Abreak%1B'],
    [null, '.'],
  ])('writes the path %j as the relative reference %s', (path, uri) => {
    expect(ofFindings({ path }).results[0]?.locations[0].physicalLocation.artifactLocation).toEqual({
      uri,
      uriBaseId: '%SRCROOT%',
    });
  });

  it('K151 spells out what a viewer would act on: links, placeholders, what is unseen', () => {
    const message = '[pay here](https://x.invalid) {0} {date} \u202e\x1b';
    expect(ofFindings({ message, remedy: 'r' }).results[0]?.message.text).toBe(
      '[pay here\\x5d(https://x.invalid) \\x7b0} {date} \\u202e\\x1b\nr',
    );
  });
});

describe('the fingerprint of a result', () => {
  const prints = (...findings: readonly Partial<FindingReport>[]) =>
    ofFindings(...findings).results.map(
      ({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash,
    );

  it('stays when lines move and words change', () => {
    const data = { code: 'duplicate-key', details: { key: 'a', firstLine: 1, firstColumn: 2 } };
    const moved = { details: { firstColumn: 3, firstLine: 9, key: 'a' }, code: 'duplicate-key' };
    const [before] = prints({ line: 2, column: 2, message: 'first at line 1', data });
    expect(before).toMatch(/^[\da-f]{32}:1$/);
    expect(prints({ line: 10, column: 3, message: 'first at line 9', data: moved })).toEqual([before]);
  });

  it.each<[string, Partial<FindingReport>]>([
    ['rule', { rule: 'ledger/deleted' }],
    ['path', { path: 'results/other.json' }],
    ['pointer', { pointer: '/b' }],
    ['data', { data: { key: 'b' } }],
  ])('tells findings apart by their %s', (_, other) => {
    const one = { pointer: '/a', data: { key: 'a' } };
    expect(new Set(prints(one, { ...one, ...other })).size).toBe(2);
  });

  it('numbers findings that are alike', () => {
    const [first, second] = prints({}, {});
    expect(second).toBe(first?.replace(/:1$/, ':2'));
  });
});

describe('the run of a SARIF log', () => {
  const reason = { code: 'could-not-look', message: 'Shallow.', remedy: 'Fetch.', path: 'a b.json' };

  it('was successful where everything was looked at, whatever was found', () => {
    const { invocations, properties } = ofFindings({});
    expect(invocations[0]).toMatchObject({
      executionSuccessful: true,
      exitCode: 1,
      exitCodeDescription: '1 error must be mended before this can land',
      toolExecutionNotifications: [],
    });
    expect(properties).toMatchObject({ outcome: 'fail', exit_code: 1, counts: { violations: 1 } });
  });

  it('was not where evalguard could not tell, and says each reason', () => {
    const { invocations, results } = logOf(reportWith({ incomplete: [reason] }));
    expect(results).toEqual([]);
    expect(invocations[0]).toMatchObject({
      executionSuccessful: false,
      exitCode: 3,
      toolExecutionNotifications: [
        {
          descriptor: { id: 'could-not-look' },
          level: 'error',
          message: { text: 'Shallow.\nFetch.' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'a%20b.json' } } }],
        },
      ],
    });
  });

  it('has thresholds with their verdicts, unmeasured as null', () => {
    const thresholds = [thresholdWith({ value: null, verdict: 'unmeasured', reason: 'no rows' })];
    expect(logOf(reportWith({ thresholds })).properties['thresholds']).toEqual([
      expect.objectContaining({ value: null, verdict: 'unmeasured', reason: 'no rows', enforced: false }),
    ]);
  });

  it('names the revision where the address of the repository is known', () => {
    const repository = 'https://github.com/o/r';
    const report = reportWith({});
    const [run] = readSarif(reportSarif(report, { ...tool, repository })).runs;
    expect(run.versionControlProvenance).toEqual([
      { repositoryUri: repository, revisionId: report.range.head, mappedTo: { uriBaseId: '%SRCROOT%' } },
    ]);
    const staged = reportWith({ range: { ...report.range, head: 'index' } });
    expect(
      readSarif(reportSarif(staged, { ...tool, repository })).runs[0].versionControlProvenance,
    ).toBeUndefined();
    expect(logOf(report).versionControlProvenance).toBeUndefined();
  });

  it('K150 leaves out what code scanning would not take, the worst last, and says how many', () => {
    const notes = Array.from({ length: 5_000 }, (_, line) => ({
      severity: 'note' as const,
      rule: 'ledger/mode',
      line,
    }));
    const { results, invocations } = ofFindings(
      ...notes,
      { path: 'z.json' },
      { path: 'z.json', severity: 'warning' },
    );
    expect(results).toHaveLength(5_000);
    expect(results.slice(-2).map(({ level }) => level)).toEqual(['error', 'warning']);
    expect(invocations[0].toolExecutionNotifications).toEqual([
      {
        descriptor: { id: 'results-left-out' },
        level: 'warning',
        message: { text: expect.stringMatching(/^2 results are left out, none worse than what is here/) },
      },
    ]);
    expect(invocations[0].executionSuccessful).toBe(true);
  });

  it('K150 stays below the size that code scanning takes, however long the messages are', () => {
    const long = Array.from({ length: 4_000 }, (_, line) => ({
      line,
      message: 'm'.repeat(3_000),
      remedy: 'r'.repeat(3_000),
    }));
    const text = reportSarif(reportWith({ findings: long.map(findingWith) }), tool);
    expect(text.length).toBeLessThan(12_000_000);
    const [run] = readSarif(text).runs;
    expect(run.invocations[0].toolExecutionNotifications[0]?.message.text).toMatch(/results are left out/);
  });
});

describe('whatever a report holds', () => {
  it('K151 its log is valid, acts on no viewer and no CI, and points at the very path', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const text = reportSarif(report, tool);
        expect(reportSarif(report, tool)).toBe(text);
        const { results, invocations, tool: by } = readSarif(text).runs[0];
        expect(results).toHaveLength(report.findings.length);
        expect(invocations[0].toolExecutionNotifications).toHaveLength(report.incomplete.length);
        expect(text.split('\n').filter(isRunnerCommand)).toEqual([]);
        for (const [at, { ruleId, ruleIndex, message, locations }] of results.entries()) {
          expect(by.driver.rules[ruleIndex]?.id).toBe(ruleId);
          expect(message.text.replace('\n', '')).not.toMatch(UNSEEN);
          expect(message.text).not.toMatch(/\]\(|\{\d+\}/);
          const { uri } = locations[0].physicalLocation.artifactLocation;
          expect(uri).toMatch(/^(?:[\w.~/-]|%[\dA-F]{2})+$/);
          const path = report.findings[at]?.path;
          if (path) expect(bytesOf(uri)).toEqual(encodePath(path));
        }
      }),
    );
  });
});

function bytesOf(uri: string): Uint8Array {
  const codes = Array.from(uri.matchAll(/%(..)|(.)/g), ([, hex, plain]) =>
    hex === undefined ? plain!.charCodeAt(0) : Number.parseInt(hex, 16),
  );
  return Uint8Array.from(codes);
}
