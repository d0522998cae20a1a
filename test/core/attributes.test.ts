import { describe, expect, it } from 'vitest';
import { macrosIn, pathLines, reachesRecords } from '../../src/core/attributes.ts';

const RECORD = 'results/eval-2026-01-01-corpus-run1.json';
const reach = {
  directories: ['results', 'a/b'],
  records: [RECORD, 'results/2026/plot.png', 'results/README2.md'],
};

/** What the lines of a file say of records, as `attribute effect`. */
function reached(file: string, text: string, root = ''): readonly string[] {
  return pathLines(file, text, macrosIn(root === '' ? text : root))
    .filter((line) => line.does !== 'clears' && reachesRecords(line, reach))
    .map(({ says, does }) => `${says} ${does}`);
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
  ])('%s', (text, expected) => {
    expect(reached('.gitignore', text)).toEqual(expected);
  });
});
