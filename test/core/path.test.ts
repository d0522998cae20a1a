import { describe, expect, it } from 'vitest';
import {
  foldPath,
  keysOfFullName,
  keysOfShortName,
  portabilityProblem,
  readsAsDirectory,
} from '../../src/core/path.ts';

describe('foldPath (A4)', () => {
  it.each([
    ['Results/RUN1.json', 'results/run1.json'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ſ', 'S'],
    ['\u212A', 'k'],
    ['\u2126', 'ω'],
    ['é', 'E\u0301'],
    ['İ', 'i\u0307'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁ', 'FI'],
    ['a\u200Cb', 'ab'],
    ['a\uFEFF', 'a'],
    ['a. . ./b', 'a/b'],
    ['a\\b', 'a/B'],
    ['a::$DATA', 'a'],
    ['a:$I30:$INDEX_ALLOCATION/x', 'a/x'],
    ['a:S:$DATA', 'a:s'],
    ['a:', 'a'],
  ])('takes %j and %j for one', (a, b) => {
    expect(foldPath(a)).toBe(foldPath(b));
  });

  it.each([
    ['a:x', 'a:y'],
    ['a:x', 'a'],
    ['é', 'e'],
    ['a/b', 'ab'],
    ['.a', 'a'],
    ['²', '2'],
    ['\udc80', '\udc81'],
  ])('keeps %j and %j apart', (a, b) => {
    expect(foldPath(a)).not.toBe(foldPath(b));
  });

  it('takes a time that grows with the length alone', () => {
    expect(foldPath(`a${'. '.repeat(500_000)}b`)).toHaveLength(1_000_002);
  });
});

describe('short names (A4)', () => {
  it.each([
    ['EVAL-2~1.JSO', 'eval-2026.json', true],
    ['eval-2~12.jso', 'eval-2026.json', false],
    ['EVAL-~12.JSO', 'eval-2026.json', true],
    ['EV0A1F~1.JSO', 'eval-2026.json', true],
    ['X~1.JSO', 'x.json', true],
    ['RESULT~1', 'results-of-may', true],
    ['RESULT~1', 'results', false],
    ['A_B~1', 'a+b', true],
    ['EVAL-2~1.JSN', 'eval-2026.json', false],
    ['OTHER~1.JSO', 'eval-2026.json', false],
    ['~1', 'eval-2026.json', false],
  ])('%j may stand for %j: %j', (short, long, may) => {
    const keys = keysOfShortName(short);
    // Windows shortens the head as the number grows: six signs and a number of two digits are too long.
    expect(keysOfFullName(long).some((key) => keys.includes(key)) && short.split('.')[0]!.length <= 8).toBe(
      may,
    );
  });
});

it.each([
  ['results/a', false],
  ['Results', true],
  ['Results/a', true],
  ['evals', false],
  ['Evals/x', true],
  ['evals/RUNS', true],
  ['evals/other', false],
  ['x/Results', false],
  ['results\\a', true],
  ['evals\\runs', true],
  ['evals\\other', true],
  ['results2', false],
  ['EVALUA~1/x', true],
])('%j stands beside the ledger or its parents: %j (A4)', (path, beside) => {
  expect(readsAsDirectory(path, ['results', 'evals/runs', 'evaluations'])).toBe(beside);
});

it.each([
  ['aux.json', 'device'],
  ['Com¹', 'device'],
  ['lpt0 .x', 'device'],
  ['conin$', 'device'],
  ['nul:x', 'device'],
  ['a:b', 'character'],
  ['a\u001fb', 'character'],
  ['a.', 'ending'],
  ['\udc80', 'bytes'],
  ['é'.repeat(128), 'length'],
  ['é'.repeat(127), null],
  ['auxiliary', null],
  ['com', null],
  ['com10', null],
  ['a=b', null],
  ['.a', null],
])('the part %j does not fit: %j (A4)', (part, misfit) => {
  expect(portabilityProblem(part)).toBe(misfit);
});
