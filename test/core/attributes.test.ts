import { describe, expect, it } from 'vitest';
import {
  effectiveLines,
  linesReachingRecords,
  macrosIn,
  newlyEffectiveLines,
  overlongLine,
  type PathLine,
  pathLines,
} from '../../src/core/attributes.ts';

const RECORD = 'results/eval-2026-01-01-corpus-run1.json';
const reach = {
  directories: ['results', 'a/b'],
  records: [RECORD, 'results/2026/plot.png', 'results/README2.md'],
  exempt: ['results/traces/**', 'results/*/logs/**'],
};

/** What the lines of a file say of records, as `attribute effect`. */
function reached(file: string, text: string, root = ''): readonly string[] {
  return shown(
    linesReachingRecords(
      effectiveLines(pathLines(file, text, macrosIn(root === '' ? text : root)), reach.directories),
      reach,
    ),
  );
}

function shown(lines: readonly PathLine[]): readonly string[] {
  return lines.map(({ says, does }) => `${says} ${does}`);
}

describe('attributes that reach records (A7)', () => {
  it.each([
    ['* filter=lfs', ['filter=lfs rewrites']],
    ['*.json filter=x diff=x merge=x -text', ['filter=x rewrites', 'merge=x merges']],
    ['results/** working-tree-encoding=UTF-16', ['working-tree-encoding=UTF-16 rewrites']],
    ['results/** working-tree-encoding=UTF-8', []],
    ['/results/*.json ident', ['ident rewrites']],
    ['"results/*.json" ident', ['ident rewrites']],
    ['"results/\\"x\\".json" ident', ['ident rewrites']],
    ['  results/*.json\tident\r', ['ident rewrites']],
    ['\uFEFF*.json ident', ['ident rewrites']],
    ['results/2027-*.json merge=union', ['merge=union merges']],
    ['eval-2027-*.json merge=union', ['merge=union merges']],
    ['eval-2027-01-01-corpus-run1.json merge=union', ['merge=union merges']],
    ['*.png filter=lfs', ['filter=lfs rewrites']],
    ['*.[jJ]son filter=x', ['filter=x rewrites']],
    ['*.[[:alpha:]]son filter=x', ['filter=x rewrites']],
    ['RESULTS/*.JSON filter=x', ['filter=x rewrites']],
    ['**/*.json filter=x', ['filter=x rewrites']],
    ['*/*.json filter=x', ['filter=x rewrites']],
    ['r[a-f]sults/* filter=x', ['filter=x rewrites']],
    ['a/b/c/** filter=x', ['filter=x rewrites']],
    ['* eol=crlf', ['eol=crlf adds-cr']],
    ['* -text eol=crlf', []],
    ['* text', ['text line-ends']],
    ['* text=auto', ['text=auto line-ends']],
    ['* crlf=input', ['crlf=input line-ends']],
    ['[attr]ours filter=x ident\n* ours', ['filter=x rewrites', 'ident rewrites']],
    ['[attr]one two\n[attr]two filter=x\n* one', ['filter=x rewrites']],
    ['[attr]one one\n* one', []],
    ['[attr]ours filter=x\n* -ours', []],
    ['[attr]ours filter=x', []],
    // Everyday lines that mean other files.
    ['*.parquet filter=lfs diff=lfs merge=lfs -text', []],
    ['*.csv filter=lfs', []],
    ['package-lock.json merge=union', []],
    ['CHANGELOG.md merge=union', []],
    ['docs/** filter=x', []],
    ['results filter=x', []],
    ['results/ filter=x', []],
    ['a/b filter=x', []],
    ['* -text', []],
    ['* binary', []],
    ['*.json -filter', []],
    ['results/** merge=binary', []],
    ['results/** -merge -filter !ident', []],
    ['# * filter=x', []],
    ['!*.json filter=x', []],
    ['results/** linguist-generated export-ignore', []],
    ['', []],
    // What a line behind switches off for the whole ledger, and what it does not.
    ['* filter=x\nresults/** -filter\na/b/** -filter', []],
    ['* filter=x\nresults/** -filter', ['filter=x rewrites']],
    ['* filter=x\n** -filter', []],
    ['* filter=x\n* !filter', []],
    ['*.json filter=x\n*.json -filter', []],
    ['*.json filter=x\nresults/*.json -filter', ['filter=x rewrites']],
    ['results/** -filter\na/** -filter\n* filter=x', ['filter=x rewrites']],
    ['* filter=x\nresults/** -ident\na/** -ident', ['filter=x rewrites']],
    ['* eol=crlf\nresults/** -text\na/** -text', []],
    ['* eol=crlf\nresults/** !text\na/** !text', ['eol=crlf adds-cr']],
    ['results/** !text eol=crlf', ['eol=crlf adds-cr']],
    ['* merge=union\n* binary', []],
    ['results/** working-tree-encoding', ['working-tree-encoding rewrites']],
    ['* working-tree-encoding=UTF-16\n* !working-tree-encoding', []],
    // What the policy exempts.
    ['results/traces/** filter=lfs diff=lfs merge=lfs -text', []],
    ['results/traces/deep/*.json filter=lfs', []],
    ['results/7/logs/*.gz filter=lfs', []],
    ['results/trace*/** filter=lfs', ['filter=lfs rewrites']],
    ['results/traces2/** filter=lfs', ['filter=lfs rewrites']],
    ['results/7/** filter=lfs', ['filter=lfs rewrites']],
    // Directories at any depth, of files that no results are.
    ['**/testdata/*.bin filter=lfs diff=lfs merge=lfs -text', []],
    ['**/assets/**/*.gif filter=lfs', []],
    ['**/fixtures/*.json filter=lfs', ['filter=lfs rewrites']],
    ['**/results/** filter=lfs', ['filter=lfs rewrites']],
  ])('%j at the root', (text, expected) => {
    expect(reached('.gitattributes', text)).toEqual(expected);
  });

  it.each([
    ['results/.gitattributes', 'x filter=x', ['filter=x rewrites']],
    ['results/2026/.gitattributes', 'deep/y ident', ['ident rewrites']],
    ['a/.gitattributes', 'b/* filter=x', ['filter=x rewrites']],
    ['a/.gitattributes', 'c/* filter=x', []],
    ['docs/.gitattributes', '* filter=x', []],
    ['results/.GitAttributes', '* filter=x', ['filter=x rewrites']],
  ] as const)('in %s: %s', (file, text, expected) => {
    expect(reached(file, text)).toEqual(expected);
  });

  it('a macro of the root counts in every directory', () => {
    expect(reached('results/.gitattributes', '* ours', '[attr]ours filter=x')).toEqual(['filter=x rewrites']);
  });
});

describe('ignore lines that hide records (A7)', () => {
  const hides = ['ignored hides'];
  it.each([
    ['results/', hides],
    ['results', hides],
    ['/results/*.json', hides],
    ['*.json', hides],
    ['eval-*', hides],
    ['*', hides],
    ['a/', hides],
    ['a/b', hides],
    ['**/results/**', hides],
    ['res*/', hides],
    ['node_modules/', []],
    ['dist', []],
    ['*.log', []],
    ['build*', []],
    ['docs/results/', []],
    ['!results/', []],
    ['.env', []],
    ['# results/', []],
    ['/tmp/*.json', []],
    ['results/2026/', hides],
    ['results/**/*.png', hides],
    ['**/2026/**', hides],
    ['/results', hides],
    ['/*', hides],
    ['results/tmp/', []],
    ['results/traces/*.json', []],
    ['**/node_modules/**', []],
    ['**/build/*', []],
    ['*.py[cod]', []],
    ['results/*.log', []],
    ['*\n!results/\n!results/**\n!a/\n!a/b/\n!a/b/**', []],
    ['*\n!results/**\n!a/b/**', hides],
    ['results/\n!results/', []],
    ['*.json\n!results/**\n!a/b/**', []],
    ['*.json\n!results/**', hides],
    ['!*.json\n*.json', hides],
  ])('%s', (text, expected) => {
    expect(reached('.gitignore', text)).toEqual(expected);
  });
});

describe('lines that a change lets count (A7)', () => {
  const FILE = '.gitattributes';
  const lines = (...texts: readonly string[]): readonly PathLine[] =>
    texts.flatMap((text, at) =>
      pathLines(at === 0 ? FILE : `results/${FILE}`, text, macrosIn(texts[0] ?? '')),
    );
  const HIT = ['filter=x rewrites'];

  it.each([
    ['a new one', ['a text'], ['* filter=x'], HIT],
    ['one that moves', ['* filter=x\na text'], ['a text\n* filter=x'], []],
    ['one that stood', ['* filter=x'], ['* filter=x\n* -text'], []],
    ['its switch is gone', ['* filter=x\n* -filter'], ['* filter=x'], HIT],
    ['its switch now stands before it', ['* filter=x\n* -filter'], ['* -filter\n* filter=x'], HIT],
    ['its partial switch is gone', ['* filter=x\n*.json -filter'], ['* filter=x'], HIT],
    [
      'its partial switch now stands before it',
      ['* filter=x\n*.json -filter'],
      ['*.json -filter\n* filter=x'],
      HIT,
    ],
    [
      'its switch is another one that does as much',
      ['* filter=x\n* -filter'],
      ['* filter=x\n** -filter'],
      [],
    ],
    ['its switch inside the ledger is gone', ['* filter=x', '* -filter'], ['* filter=x', ''], HIT],
    ['a new one and its switch', [''], ['* filter=x\n* -filter'], []],
    ['a new one and its switch inside the ledger', [''], ['* filter=x', '* -filter'], []],
    [
      'a new one inside the ledger, behind a switch of the root',
      ['* -filter'],
      ['* -filter', '* filter=x'],
      HIT,
    ],
    ['too many switches to tell', [''], [`* filter=x\n${'* -filter\n'.repeat(101)}`], HIT],
  ])('%s', (_, before, after, expected) => {
    expect(shown(newlyEffectiveLines(lines(...before), lines(...after), ['results']))).toEqual(expected);
  });
});

describe('hostile files end in an answer (A7)', () => {
  const records = Array.from({ length: 10_000 }, (_, at) => `results/eval-2026-01-01-corpus-run${at}.json`);
  const many = (line: (at: number) => string, count = 300) =>
    Array.from({ length: count }, (_, at) => line(at)).join('\n');

  it('many patterns that end unlike records', () => {
    const text = many((at) => `*.${at}`, 1000);
    expect(linesReachingRecords(pathLines('.gitignore', text, new Map()), { ...reach, records })).toEqual([]);
  });

  it('more than can be compared', () => {
    const text = many((at) => `*e*v*a*l*${at}*x*.json filter=x`);
    expect(() =>
      linesReachingRecords(pathLines('.gitattributes', text, new Map()), { ...reach, records }),
    ).toThrow(/more lines than can be compared/);
  });

  it('macros that stand for many macros each, or for one after the other', () => {
    const wide = `${many((at) => `[attr]m${at} ${`m${at + 1} `.repeat(300)}`, 30)}\n[attr]m30 filter=x\n`;
    expect(reached('.gitattributes', '* m0', wide)).toEqual(['filter=x rewrites']);
    const deep = `${many((at) => `[attr]m${at} m${at + 1}`, 50_000)}\n[attr]m50000 filter=x\n`;
    expect(reached('.gitattributes', '* m0', deep)).toEqual(['filter=x rewrites']);
  });

  it('the last word on an attribute counts, as in git', () => {
    const macros = '[attr]on filter=x\n[attr]off -filter\n';
    expect(reached('.gitattributes', '* on off', macros)).toEqual([]);
    expect(reached('.gitattributes', '* off on', macros)).toEqual(['filter=x rewrites']);
    expect(reached('.gitattributes', '* on off on', macros)).toEqual(['filter=x rewrites']);
    expect(reached('.gitattributes', '* on -on', macros)).toEqual([]);
  });

  it('blanks without end', () => {
    expect(reached('.gitattributes', `*${' '.repeat(300_000)}x${'\t'.repeat(300_000)}filter=x`)).toEqual([
      'filter=x rewrites',
    ]);
  });

  it.each([
    ['.gitattributes', `a\n* filter=x${' '.repeat(2040)}\n`, 2],
    ['.gitattributes', `* filter=x${' '.repeat(2037)}\n`, null],
    ['.gitattributes', `# ${'x'.repeat(3000)}\n`, null],
    ['results/.GitAttributes', 'ä'.repeat(1024), 1],
    ['.gitignore', 'x'.repeat(3000), null],
  ])('a line of %s that some versions of git pass over', (file, text, expected) => {
    expect(overlongLine(file, text)).toBe(expected);
  });
});
