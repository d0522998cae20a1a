import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Recorded } from '../../src/core/record/recorded.ts';
import type { Shown } from '../../src/core/report.ts';
import { UNSEEN } from '../../src/core/text.ts';
import { inMarkdown } from '../../src/reporters/markdown.ts';
import { recordedJson, recordedText } from '../../src/reporters/recorded.ts';
import { shownJson, shownPage } from '../../src/reporters/shown.ts';
import { inTerminal } from '../../src/reporters/terminal.ts';
import { isRunnerCommand, renderMarkdown } from '../support/github.ts';
import { anyReport, hostileText, metricWith, resultWith, thresholdWith } from '../support/report.ts';

const plain = { color: false };

function shownWith(parts: Partial<Shown['results'][number]> = {}): Shown {
  const one = { result: resultWith({}), code: null, dataset: null, thresholds: [], stated: [], record: null };
  return { results: [{ ...one, ...parts }], retraction: null, recognised: null };
}

const anyShown: fc.Arbitrary<Shown> = fc
  .record({
    report: anyReport,
    texts: fc.tuple(hostileText, hostileText, hostileText, hostileText),
    retracted: fc.boolean(),
  })
  .map(({ report, texts: [a, b, c, d], retracted }) => ({
    results: report.results.map((result) => ({
      result,
      code: { commit: a, tree: b, dirty: true },
      dataset: { name: c, version: d, fingerprint: a, cases: 3 },
      thresholds: report.thresholds,
      stated: [{ metric: a, min: 1, max: null, verdict: null, pointer: '' }],
      record: { schema: a },
    })),
    retraction: retracted
      ? { path: a, of: { path: b, sha256: c }, reason: d, date: a, superseded_by: b }
      : null,
    recognised: retracted
      ? null
      : { mapping: { metrics: a }, series: [`series: ${b}`], took: [c], unsure: [d] },
  }));

describe('a shown result', () => {
  it('lets no text of a file act in a terminal, a log or a page', () => {
    fc.assert(
      fc.property(anyShown, (shown) => {
        const text = inTerminal(shownPage, shown, plain);
        for (const line of text.split('\n')) {
          expect(isRunnerCommand(line)).toBe(false);
          expect(line.match(UNSEEN)).toBeNull();
        }
        const html = renderMarkdown(inMarkdown(shownPage, shown));
        const tags = (html.match(/<[^>]*>/g) ?? []).filter(
          (tag) => !/^<\/?[a-z0-9]+>$|^<code class="language-yaml">$/.test(tag),
        );
        expect(tags).toEqual([]);
        expect(html.match(/<h2>/g)?.length ?? 0).toBe(shown.results.length);
        expect(JSON.parse(shownJson(shown))).toBeTypeOf('object');
      }),
    );
  });

  it('never shows a number where none was measured', () => {
    const metrics = [
      metricWith({ name: 'a', value: null, claimed: null, recomputed: null, reason: 'budget_stop' }),
    ];
    const thresholds = [
      thresholdWith({ metric: 'a', value: null, verdict: 'unmeasured', reason: 'budget_stop' }),
      thresholdWith({
        metric: 'b',
        value: null,
        verdict: 'unmeasured',
        reason: 'the result does not state it',
      }),
    ];
    const shown = shownWith({ result: resultWith({ metrics }), thresholds });
    for (const text of [inTerminal(shownPage, shown, plain), inMarkdown(shownPage, shown)]) {
      const rows = text.split('\n').filter((line) => /^(?: {2}[ab]|\| `[ab]`)/.test(line));
      expect(rows).toHaveLength(2);
      for (const row of rows) {
        expect(row.replace(/\((?:min|max)[^)]*\)|\d+ of \d+ measured/g, '')).not.toMatch(/\b0\b/);
        expect(row).toContain('n/a (unmeasured)');
      }
    }
  });

  it('shows what the harness said beside what the policy says, with digits that tell value from bound', () => {
    const metrics = [metricWith({ name: 'a', value: 0.94999999, claimed: 0.94999999, recomputed: null })];
    const thresholds = [
      thresholdWith({ metric: 'a', value: 0.94999999, min: 0.95, max: null, verdict: 'missed' }),
    ];
    const stated = [{ metric: 'a', min: null, max: 1, verdict: 'unmeasured' as const, pointer: '' }];
    expect(
      inTerminal(shownPage, shownWith({ result: resultWith({ metrics }), thresholds, stated }), plain),
    ).toMatch(/missed at 0\.94999999 \(min 0\.95[^)]*\); the harness: n\/a \(unmeasured\) \(max 1\)/);
  });

  it('says so where there is no metric at all', () => {
    const shown = shownWith({ result: resultWith({ metrics: [] }) });
    for (const text of [inTerminal(shownPage, shown, plain), inMarkdown(shownPage, shown)])
      expect(text).toContain('No metric');
  });
});

describe('what record says', () => {
  it('lets no text of a file act in a log', () => {
    const run = { suite: null, date: null, routing: null, variant: null, run: 1, generated_at: null };
    fc.assert(
      fc.property(anyReport, fc.array(hostileText, { maxLength: 3 }), (report, texts) => {
        const secrets = texts.map((pointer) => ({ pointer, kind: 'a GitHub token' }));
        const { findings } = report;
        const path = texts[0] ?? 'x';
        const file = {
          path,
          file: path,
          run,
          text: '{}',
          losses: texts,
          assumed: texts,
          notes: texts,
          findings,
          secrets,
        };
        const all: readonly Recorded[] = [
          { kind: 'recorded', dryRun: true, records: [file], guarded: false },
          { kind: 'refused', findings },
          { kind: 'secrets', secrets },
        ];
        for (const recorded of all) {
          for (const line of recordedText(recorded).split('\n')) {
            expect(isRunnerCommand(line)).toBe(false);
            expect(line.match(UNSEEN)).toBeNull();
          }
          const json = recordedJson(recorded);
          expect(JSON.parse(json)).toBeTypeOf('object');
          for (const line of json.split('\n')) expect(isRunnerCommand(line)).toBe(false);
        }
      }),
    );
  });
});
