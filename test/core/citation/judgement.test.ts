import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CitedContent, judgeCitation, lookUp, refreshed } from '../../../src/core/citation/judgement.ts';
import { findCitations } from '../../../src/core/citation/page.ts';
import type { JudgedMetric } from '../../../src/core/judged-metric.ts';
import { UNKNOWN_SAMPLING } from '../../../src/core/verdict.ts';
import { bound } from '../../support/citation.ts';
import { metricWith } from '../../support/report.ts';

function metric(name: string, value: number | null, parts: Partial<JudgedMetric> = {}): JudgedMetric {
  return {
    ...metricWith({ name, value }),
    pointer: `/aggregate/${name}`,
    sampling: UNKNOWN_SAMPLING,
    ...parts,
  };
}

const RATIO = { numerator: 265, denominator: 266 };
const content: CitedContent = {
  arms: [
    { arm: 'baseline', metrics: [metric('accuracy', 0.5), metric('only', 3)] },
    { arm: 'candidate', metrics: [metric('accuracy', 0.75), metric('passed', 265 / 266, { ratio: RATIO })] },
  ],
  value: {
    aggregate: { passed: 1 },
    n: 1160,
    none: null,
    text: '0.5',
    list: [{ x: 0.25 }],
    'a/b': 2,
    yes: true,
  },
};

/** Judges every citation of a text against one record. */
function judge(text: string) {
  return findCitations(text, 'README.md').map((citation) => {
    const { target } = citation;
    const lookup = 'problem' in target ? target : lookUp(target, content);
    return { citation, judgement: judgeCitation(citation, lookup) };
  });
}

function told(text: string, selector: string): string {
  const [one] = judge(`a ${bound(text, `results/run.json ${selector}`)}`);
  const { judgement } = one!;
  if (judgement.kind === 'broken') return judgement.problem.kind;
  return judgement.kind === 'stale'
    ? `${judgement.should} (${judgement.exact ?? judgement.reason})`
    : 'current';
}

describe('a citation', () => {
  it.each([
    ['0.75', 'accuracy of candidate', 'current'],
    ['50 %', 'accuracy of baseline', 'current'],
    ['3', 'only', 'current'],
    ['0.5', 'accuracy', 'which-arm'],
    ['0.5', 'accuracy of other', 'no-arm'],
    ['0.5', 'acuracy of baseline', 'no-metric'],
    ['1,160', '/n', 'current'],
    ['1,320', '/n', '1,160 (1160)'],
    ['0.3', '/list/0/x', 'current'],
    ['0.25', '/list/1/x', 'no-pointer'],
    ['2', '/a~1b', 'current'],
    ['0.5', '/text', 'no-value'],
    ['1', '/yes', 'no-value'],
    ['1', '/toString', 'no-pointer'],
    ['1', '/list', 'no-value'],
    ['0', '/none', 'n/a (unmeasured) (the record holds null there)'],
    ['n/a (unmeasured)', '/none', 'current'],
    ['3/3', 'only as fraction', 'no-counts'],
    ['265/266', 'passed', 'current'],
  ])('%s of %s: %s', (text, selector, expected) => {
    expect(told(text, selector)).toBe(expected);
  });

  it('K070 265 of 266 is no 100 %, not even where a pointer leads to a claim that says so', () => {
    for (const selector of ['passed', '/aggregate/passed']) {
      expect(told('100 %', selector)).toBe('99.6 % (0.9962 (265/266))');
    }
  });
});

describe('refreshing', () => {
  const prose = fc.constantFrom(
    'a',
    '97 %',
    '\n\n',
    '| x |\n| - |\n',
    '\r\n',
    '- ',
    '`0.5`',
    '**b** ',
    ' ',
    '```',
    '<b>',
  );
  const text = fc.constantFrom(
    '',
    '1',
    '97 %',
    '0.50',
    '**3.0**',
    '1,000',
    'n/a (unmeasured)',
    '1/2',
    'words',
  );
  const selector = fc.constantFrom(
    'passed',
    'only',
    '/none',
    '/n',
    '/text',
    'gone',
    'passed as fraction',
    'only to 3 decimals',
  );
  const comment = fc.tuple(text, selector).map(([text, what]) => bound(text, `results/run.json ${what}`));
  const link = fc
    .tuple(text, fc.constantFrom('passed', '/n'))
    .map(([text, what]) => `[${text}](r.json#evalguard:${what})`);
  const page = fc.array(fc.oneof(prose, comment, link), { maxLength: 10 }).map((pieces) => pieces.join(''));

  it('is idempotent, and leaves nothing stale', () => {
    fc.assert(
      fc.property(page, (text) => {
        const once = refreshed(text, judge(text));
        expect(judge(once).filter(({ judgement }) => judgement.kind === 'stale')).toEqual([]);
        expect(refreshed(once, judge(once))).toBe(once);
      }),
    );
  });

  it('changes nothing but the numbers of stale citations', () => {
    fc.assert(
      fc.property(page, (text) => {
        const judged = judge(text);
        let rest = refreshed(text, judged);
        let kept = '';
        let at = 0;
        for (const { citation, judgement } of judged) {
          if (judgement.kind !== 'stale') continue;
          const before = text.slice(at, citation.start);
          expect(rest.startsWith(before + judgement.should)).toBe(true);
          rest = rest.slice((before + judgement.should).length);
          kept += before;
          at = citation.end;
        }
        expect(kept + rest).toBe(kept + text.slice(at));
      }),
    );
  });
});
