import { describe, expect, it } from 'vitest';
import type { Comparison, MetricComparison } from '../../src/core/comparison.ts';
import { comparisonDocument, comparisonLog } from '../../src/reporters/comparison.ts';
import { inMarkdown } from '../../src/reporters/markdown.ts';
import { inTerminal } from '../../src/reporters/terminal.ts';
import { aComparison } from '../support/requirement.ts';

const BOTH = [
  ['Markdown', (comparison: Comparison) => inMarkdown(comparisonDocument, comparison)],
  ['terminal', (comparison: Comparison) => inTerminal(comparisonLog, comparison, { color: false })],
] as const;

function withMetrics(...metrics: readonly Partial<MetricComparison>[]): Comparison {
  const shown = aComparison('no_difference');
  const [metric] = shown.metrics;
  return { ...shown, metrics: metrics.map((parts) => ({ ...metric!, ...parts })) };
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `case-${index + 1}`);

describe.each(BOTH)('a comparison in %s', (_, render) => {
  it('names the metric by which cases turned', () => {
    const text = render(
      withMetrics(
        { name: 'done', newly_failing: ['c1'] },
        { name: 'leaked', newly_failing: ['c2'], newly_passing: ['c1'] },
      ),
    ).replaceAll('`', '');
    expect(text).toMatch(/Newly failing by done:?\s+c1/);
    expect(text).toMatch(/Newly failing by leaked:?\s+c2/);
    expect(text).toMatch(/Newly passing by leaked:?\s+c1/);
  });

  it('says that the difference leaves out what one side alone measured, and what it is with them', () => {
    const text = render(withMetrics({ base: 0.9, head: 0.5, cases: 8, lost: 2, low: -0.6, high: -0.2 }));
    expect(text.replaceAll('\\', '')).toContain(
      '2 cases on one side alone, left out of the difference (with them -0.6 to -0.2)',
    );
  });

  it('names what was overridden: the two would not have been compared else', () => {
    const text = render({ ...withMetrics({}), allowed: ['dataset'] });
    expect(text).toMatch(/Overridden[\s\S]*dataset/);
  });

  it('calls a difference undecided, not unmeasured, where both sides have a value', () => {
    const reason = 'no direction is declared, so no difference is better or worse';
    const both = render(withMetrics({ base: 11.5, head: 7.1, verdict: 'unmeasured', reason }));
    expect(both).toContain('undecided');
    expect(both).toContain('1 undecided.');
    expect(both).not.toContain('n/a (unmeasured)');
    const none = render(
      withMetrics({ base: null, head: 7.1, difference: null, verdict: 'unmeasured', reason: null }),
    );
    expect(none).toContain('1 n/a (unmeasured).');
  });

  it('says what neither side states', () => {
    const reasons = [{ key: 'metrics_version', base: null, head: null }] as const;
    const text = render({ ...withMetrics({}), comparable: false, reasons });
    expect(text.replaceAll('\\', '')).toContain('metrics_version: stated on neither side');
  });

  it('says how many cases it left out', () => {
    const text = render(withMetrics({ name: 'done', newly_failing: ids(23) }));
    expect(text).toContain('case-20');
    expect(text).not.toContain('case-21');
    expect(text).toContain('and 3 more');
  });

  it('shows each metric by category and by provenance, apart', () => {
    const split = { name: 'done', base: 0.5, head: 0.75, difference: 0.25 };
    const text = render({
      ...withMetrics({}),
      splits: [
        { ...split, by: 'category', group: 'billing' },
        { ...split, by: 'provenance', group: 'synthesised', base: null, difference: null },
      ],
    })
      .replaceAll('`', '')
      .replaceAll('&#48;', '0');
    expect(text).toMatch(/billing.*done.*0\.5.*0\.75.*\+0\.25/);
    expect(text).toMatch(/synthesised.*done.*n\/a \(unmeasured\).*0\.75/);
    expect(text.toLowerCase()).toMatch(/category[\s\S]*billing[\s\S]*provenance[\s\S]*synthesised/);
  });

  it('shows a win rate against 0.5, with what the pairs came to', () => {
    const text = render(
      withMetrics({
        name: 'win_rate',
        base: null,
        head: 0.75,
        difference: null,
        interval: [0.6, 0.9],
        against: 0.5,
        pairs: { arm: 'with-docs', won: 15, lost: 5, ties: 3, flips: 2, unmeasured: 1 },
      }),
    );
    expect(text).toContain('against 0.5');
    expect(text.replaceAll('\\', '')).toContain('[0.6, 0.9]');
    expect(text).toContain(
      'with-docs won 15 of 20 decided pairs; 3 ties, 2 flips (flip rate 0.08), 1 n/a (unmeasured)',
    );
  });
});

describe('Markdown', () => {
  const many = ids(9).map((group) => ({
    by: 'category' as const,
    group,
    name: 'done',
    base: 0.5,
    head: 0.5,
    difference: 0,
  }));

  it('folds a long table by group away', () => {
    expect(inMarkdown(comparisonDocument, { ...withMetrics({}), splits: many })).toMatch(
      /<details>\n<summary>By category<\/summary>\n\n\| Category \|/,
    );
    expect(inMarkdown(comparisonDocument, { ...withMetrics({}), splits: many.slice(0, 3) })).not.toContain(
      '<details>',
    );
  });

  it('keeps the text of files inert', () => {
    const text = inMarkdown(comparisonDocument, {
      ...withMetrics({ name: 'a|b', newly_failing: ['<!-- x -->\n# y'] }),
      splits: [{ ...many[0]!, group: '</details><b>@team' }],
      reasons: [{ key: 'definition', metric: '<i>', base: null, head: '|' }],
    });
    expect(text).not.toMatch(/<\/details><b>|<i>|^# y|@team/m);
  });
});

it('the terminal says how to compare all the same, by each key that forbids it', () => {
  const reasons = [
    { key: 'metrics_version', base: 1, head: 2 },
    { key: 'cases', base: 40, head: 2 },
  ] as const;
  const text = inTerminal(
    comparisonLog,
    { ...withMetrics({}), comparable: false, reasons },
    { color: false },
  );
  expect(text).toContain('override it by name: --allow metrics_version --allow cases.');
  expect(text).not.toContain('--metrics-version');
});

it('the terminal says how a file of a tool without versions of its metrics comes to one', () => {
  const reasons = [{ key: 'metrics_version', base: null, head: null }] as const;
  const text = inTerminal(
    comparisonLog,
    { ...withMetrics({}), comparable: false, reasons },
    { color: false },
  );
  expect(text).toContain('`evalguard record FILE --metrics-version N`');
});
