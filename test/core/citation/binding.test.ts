import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  linkDestination,
  openingComment,
  parseComment,
  parseLink,
} from '../../../src/core/citation/binding.ts';
import type { Target } from '../../../src/core/citation/citation.ts';
import { renderMarkdown, tableRows, textOf } from '../../support/github.ts';
import { hostileText } from '../../support/report.ts';

const plain = { arm: null, format: null, places: null } as const;

function contentOf(comment: string): string {
  return comment.slice('<!-- evalguard:'.length, -'-->'.length);
}

describe('a comment', () => {
  it.each<[string, Target]>([
    [' results/a.json accuracy ', { ...plain, record: 'results/a.json', selector: { metric: 'accuracy' } }],
    [
      'results/a.json /aggregate/x',
      { ...plain, record: 'results/a.json', selector: { pointer: '/aggregate/x' } },
    ],
    [
      ' "results/a b.json" "pass rate" of "arm 2" as percent to 1 decimal ',
      {
        record: 'results/a b.json',
        selector: { metric: 'pass rate' },
        arm: 'arm 2',
        format: 'percent',
        places: 1,
      },
    ],
    [
      ' results/a.json pass^2\n  as fraction of candidate',
      {
        ...plain,
        record: 'results/a.json',
        selector: { metric: 'pass^2' },
        arm: 'candidate',
        format: 'fraction',
      },
    ],
    [' results/a.json "of" ', { ...plain, record: 'results/a.json', selector: { metric: 'of' } }],
    [
      ' results/a.json x to 0 decimals ',
      { ...plain, record: 'results/a.json', selector: { metric: 'x' }, places: 0 },
    ],
  ])('%j is read', (content, target) => {
    expect(parseComment(content)).toEqual(target);
  });

  it.each([
    ['', /names no metric/],
    [' results/a.json ', /names no metric/],
    [' results/a.json pass rate', /"rate" is not understood/],
    [' results/a.json x as per cent', /"per" is no format; there are percent, decimal, fraction/],
    [' results/a.json x as', /nothing follows "as"/],
    [' results/a.json x to 1', /to 1 decimal/],
    [' results/a.json x to 21 decimals', /0 to 20/],
    [' results/a.json "x', /not closed/],
  ])('%j is refused in words', (content, words) => {
    expect(parseComment(content)).toEqual({ problem: { kind: 'syntax', why: expect.stringMatching(words) } });
  });

  it('keeps a table whole, whatever the names hold', () => {
    const target: Target = { ...plain, record: 'results/a|b -- c.json', selector: { metric: 'x --> y' } };
    const cell = `${openingComment(target)}97 %<!-- /evalguard -->`;
    const html = renderMarkdown(`| a | b |\n| --- | --- |\n| ${cell} | end |\n`);
    expect(
      tableRows(html)
        .at(-1)
        ?.map((text) => textOf(text).replace(/<!--[\s\S]*?-->/g, '')),
    ).toEqual(['97 %', 'end']);
  });
});

describe('a link', () => {
  it.each<[string, string, Target]>([
    [
      'README.md',
      'results/a.json#evalguard:accuracy',
      { ...plain, record: 'results/a.json', selector: { metric: 'accuracy' } },
    ],
    [
      'docs/en/page.md',
      '../../results/a%20b.json#evalguard:/aggregate/x&of=candidate&as=percent&to=1',
      {
        record: 'results/a b.json',
        selector: { pointer: '/aggregate/x' },
        arm: 'candidate',
        format: 'percent',
        places: 1,
      },
    ],
  ])('from %s: %s is read and written alike', (page, destination, target) => {
    expect(parseLink(destination, page)).toEqual(target);
    expect(linkDestination(target, page)).toBe(destination);
  });

  it('counts from the root of the repository where it begins with a slash', () => {
    expect(parseLink('/results/a.json#evalguard:x', 'docs/a.md')).toMatchObject({ record: 'results/a.json' });
  });

  it.each([
    ['results/a.json#evalguard:', /names no metric/],
    ['../results/a.json#evalguard:x', /out of the repository/],
    ['results/a.json#evalguard:x&as=ratio', /no format/],
    ['results/a.json#evalguard:x&q=1', /not understood/],
    ['results/%zz.json#evalguard:x', /hexadecimal/],
  ])('%s is refused in words', (destination, words) => {
    const why = expect.stringMatching(words);
    expect(parseLink(destination, 'README.md')).toEqual({ problem: { kind: 'syntax', why } });
  });

  it('is no citation without the fragment', () => {
    expect(parseLink('results/a.json#L10', 'README.md')).toBeNull();
  });
});

const anyText = fc.oneof(hostileText, fc.string({ unit: 'binary' })).filter((text) => text !== '');
const name = anyText.filter((text) => !text.startsWith('/'));
const selector = fc.oneof(
  name.map((metric) => ({ metric })),
  anyText.map((text) => ({ pointer: `/${text}` })),
);
const options = {
  selector,
  arm: fc.option(anyText),
  format: fc.option(fc.constantFrom('percent' as const, 'decimal' as const, 'fraction' as const)),
  places: fc.option(fc.nat(20)),
};

describe('laws', () => {
  it('parse(render(x)) = x for comments, and no comment ends early', () => {
    fc.assert(
      fc.property(fc.record({ record: anyText, ...options }), (target) => {
        const comment = openingComment(target);
        expect(comment.indexOf('-->')).toBe(comment.length - 3);
        expect(comment.slice(4, -3)).not.toMatch(/--|\n/);
        expect(parseComment(contentOf(comment))).toEqual(target);
      }),
    );
  });

  it('parse(render(x)) = x for links', () => {
    const part = fc.stringMatching(/^[^/]+$/u).filter((text) => text !== '.' && text !== '..');
    const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.record({ record: path, ...options }), path, (target, page) => {
        const destination = linkDestination(target, page);
        if (destination === null) return;
        expect(destination).toMatch(/^[\w.!%/#:&=-]+$/);
        expect(parseLink(destination, page)).toEqual(target);
      }),
    );
  });
});
