import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Incomplete } from '../../src/core/report.ts';
import { comparisonItem } from '../../src/reporters/comparison.ts';
import { withoutRepeats } from '../../src/reporters/findings.ts';
import { annotations } from '../../src/reporters/github.ts';
import { json } from '../../src/reporters/json.ts';
import { inMarkdown } from '../../src/reporters/markdown.ts';
import { reportLog } from '../../src/reporters/report.ts';
import { reportDocument } from '../../src/reporters/report-document.ts';
import { inTerminal } from '../../src/reporters/terminal.ts';
import { anyReport, findingWith, reportWith, thresholdWith } from '../support/report.ts';

const path = 'results/a.json';
const bar = (metric: string, enforced: boolean) =>
  thresholdWith({ path, metric, enforced, verdict: 'unmeasured', value: null, reason: 'the quota ran out' });
const unmeasured = (metric: string, enforced: boolean) =>
  findingWith({
    rule: 'threshold/unmeasured',
    severity: enforced ? 'warning' : 'note',
    path,
    message: `${metric} is n/a (unmeasured).`,
    data: { metric, enforced },
  });
const unknown = (metric: string, nearest: string | null) =>
  findingWith({ rule: 'threshold/unknown-metric', severity: 'warning', path, data: { metric, nearest } });
const reason: Incomplete = {
  code: 'threshold-unmeasured',
  message: 'x is enforced and n/a (unmeasured).',
  remedy: 'Measure it.',
  path,
};

describe('a page tells each fact once', () => {
  it.each([
    ['an enforced bar that is unmeasured', [unmeasured('x', true)], [bar('x', true)], [reason], 0, 0],
    ['a metric that nobody states, enforced', [unknown('x', null)], [bar('x', true)], [reason], 0, 0],
    ['a note that a line of the table says too', [unmeasured('x', false)], [bar('x', false)], [], 0, 1],
    ['a metric that was most likely meant', [unknown('x', 'xs')], [bar('x', true)], [reason], 1, 1],
    ['a metric that nobody states, not enforced', [unknown('x', null)], [bar('x', false)], [], 1, 1],
    ['an enforced bar of which no reason tells', [unmeasured('x', true)], [bar('x', true)], [], 1, 1],
    ['a bar of another file', [unmeasured('x', true)], [bar('y', true)], [reason], 1, 1],
  ] as const)('%s', (_, findings, thresholds, incomplete, besideTable, alone) => {
    const report = reportWith({ findings, thresholds, incomplete });
    expect(withoutRepeats(report, { table: true }).findings).toHaveLength(besideTable);
    expect(withoutRepeats(report, { table: false }).findings).toHaveLength(alone);
  });

  it('an error of one arm is told beside the same bar of another that is unmeasured', () => {
    const missed = findingWith({
      rule: 'threshold/missed',
      severity: 'error',
      path,
      data: { metric: 'x', arm: 'candidate' },
    });
    const quiet = findingWith({
      rule: 'threshold/unmeasured',
      severity: 'warning',
      path,
      data: { metric: 'x', arm: 'candidate', enforced: true },
    });
    const thresholds = [
      { ...bar('x', true), arm: 'baseline' },
      thresholdWith({ path, metric: 'x', arm: 'candidate', enforced: true, verdict: 'missed', value: 0.5 }),
    ];
    const report = reportWith({ findings: [missed, quiet], thresholds, incomplete: [reason] });
    for (const table of [true, false])
      expect(withoutRepeats(report, { table }).findings).toEqual([missed, quiet]);
    expect(annotations(report).join('\n')).toContain('::error');
  });

  it('an error is told whatever else is said of its bar', () => {
    const error = findingWith({ rule: 'threshold/missed', severity: 'error', path, data: { metric: 'x' } });
    const report = reportWith({ findings: [error], thresholds: [bar('x', true)], incomplete: [reason] });
    expect(withoutRepeats(report, { table: true }).findings).toEqual([error]);
  });

  it('a missed bar that blocks is told, with what to do', () => {
    const missed = findingWith({ rule: 'threshold/missed', severity: 'error', path, data: { metric: 'x' } });
    const thresholds = [thresholdWith({ path, metric: 'x', enforced: true, verdict: 'missed', value: 0.5 })];
    const report = reportWith({ findings: [missed], thresholds });
    expect(withoutRepeats(report, { table: true }).findings).toEqual([missed]);
  });

  it('terminal, Markdown and annotations leave it out, JSON has all', () => {
    const findings = [unmeasured('x', true)];
    const report = reportWith({ findings, thresholds: [bar('x', true)], incomplete: [reason] });
    const pages = [
      inTerminal(reportLog(comparisonItem), report, { color: false }),
      inMarkdown(reportDocument, report),
      annotations(report).join('\n'),
    ];
    for (const page of pages) expect(page).not.toContain('threshold/unmeasured');
    for (const page of pages) expect(page.split('Measure it.')).toHaveLength(2);
    expect(pages[0]).not.toContain('1 warning');
    expect(json(report)).toContain('threshold/unmeasured');
  });

  it('no error and no finding of another rule is ever left out, nor anything but findings', () => {
    fc.assert(
      fc.property(anyReport, fc.boolean(), (report, table) => {
        const told = withoutRepeats(report, { table });
        expect({ ...told, findings: [] }).toEqual({ ...report, findings: [] });
        const left = report.findings.filter((finding) => !told.findings.includes(finding));
        for (const { rule, severity } of left) {
          expect(rule).toMatch(/^threshold\//);
          expect(severity).not.toBe('error');
        }
      }),
    );
  });
});

it('a sentence that two arms of a file draw alike stands once on a page, and twice in JSON (C9)', () => {
  const one = findingWith({ path, message: 'Of two arms alike.', data: { arm: 'a' } });
  const report = reportWith({
    findings: [one, { ...one, data: { arm: 'b' } }, { ...one, line: 7 }],
    incomplete: [reason, reason],
  });
  const told = withoutRepeats(report, { table: true });
  expect([told.findings.length, told.incomplete.length]).toEqual([2, 1]);
  expect(JSON.parse(json(report)).findings).toHaveLength(3);
});
