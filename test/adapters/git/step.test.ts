import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Step, StepParser } from '../../../src/adapters/git/step.ts';

const id = (digit: string, length: number) => digit.repeat(length);

function output(length: number): Buffer {
  const none = id('0', length);
  return Buffer.from(
    [
      id('a', length),
      `:000000 100644 ${none} ${id('1', length)} A`,
      'results/new \n:x.json',
      `:100644 000000 ${id('2', length)} ${none} D`,
      'results/gone.json',
      id('b', length),
      id('c', length),
      `:100644 120000 ${id('3', length)} ${id('4', length)} T`,
      'results/link',
      '',
    ].join('\0'),
  );
}

function parse(length: number, chunks: readonly Buffer[]): readonly unknown[] {
  const parser = new StepParser(length);
  const steps: Step[] = [];
  for (const chunk of chunks) steps.push(...parser.push(chunk));
  steps.push(...parser.end());
  return steps.map((step) => ({
    commit: step.commit,
    losses: step.losses,
    additions: step.additions(),
  }));
}

describe.each([40, 64])('a history of ids of %i digits', (length) => {
  const whole = parse(length, [output(length)]);

  it('is cut into commits with what each takes away and adds', () => {
    expect(whole).toEqual([
      {
        commit: id('a', length),
        losses: [{ path: 'results/gone.json', before: { oid: id('2', length), kind: 'file' }, after: null }],
        additions: [
          { path: 'results/new \n:x.json', before: null, after: { oid: id('1', length), kind: 'file' } },
        ],
      },
      { commit: id('b', length), losses: [], additions: [] },
      {
        commit: id('c', length),
        losses: [
          {
            path: 'results/link',
            before: { oid: id('3', length), kind: 'file' },
            after: { oid: id('4', length), kind: 'symlink' },
          },
        ],
        additions: [],
      },
    ]);
  });

  it('is the same wherever the stream is cut', () => {
    const bytes = output(length);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 12 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(parse(length, chunks)).toEqual(whole);
      }),
    );
  });

  it('that breaks off is never taken for a whole one', () => {
    const bytes = output(length);
    for (let end = 1; end < bytes.length; end += 1) {
      if (bytes[end - 1] === 0) continue;
      expect(() => parse(length, [bytes.subarray(0, end)])).toThrow(/not understood/);
    }
  });
});

it('refuses what is no history', () => {
  for (const text of [
    `fatal: bad object ${'x'.repeat(60)}\0`,
    `:000000 100644 ${id('0', 40)} ${id('1', 40)} A\0path\0`,
    `${id('a', 40)}\0:100644 100644 ${id('1', 40)} ${id('2', 40)} R100\0old\0new\0`,
  ])
    expect(() => parse(40, [Buffer.from(text)])).toThrow(/not understood/);
});
