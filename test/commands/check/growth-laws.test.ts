import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineGrowth, rowGrowth } from '../../../src/commands/check/judge/growth.ts';
import { readTable, type TableSettings } from '../../../src/commands/check/judge/table.ts';
import { decodeCsv } from '../../../src/document/csv.ts';
import { decodeJson } from '../../../src/document/json.ts';
import { trials } from '../../support/trial.ts';

const bytes = (text: string) => Buffer.from(text);
const piece = fc.constantFrom('a', 'b', '\n', '\r\n', '\r', 'é', '');
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

describe('growth by lines', () => {
  it('is every addition behind a whole line, and nothing that changes a byte of it', () => {
    fc.assert(
      fc.property(text, text, (base, more) => {
        const whole = base === '' || base.endsWith('\n') || /^\r?\n/.test(more) || more === '';
        expect(lineGrowth(bytes(base), bytes(base + more)).kind).toBe(whole ? 'grown' : 'ungrown');
      }),
      { numRuns: trials(500) },
    );
    fc.assert(
      fc.property(text, text, (base, head) => {
        const { kind } = lineGrowth(bytes(base), bytes(head));
        if (kind === 'grown') expect(head.startsWith(base)).toBe(true);
      }),
      { numRuns: trials(500) },
    );
  });

  it('names a line of base that is really another in head', () => {
    fc.assert(
      fc.property(text, text, (base, head) => {
        const outcome = lineGrowth(bytes(base), bytes(head));
        if (outcome.kind === 'grown') return;
        const line = Number(/\d+/.exec(outcome.lost[0]!.name)![0]);
        expect(base.split('\n')[line - 1]).toBeDefined();
        expect(`${head.split('\n')[line - 1]}\n${head.split('\n')[line] === undefined}`).not.toBe(
          `${base.split('\n')[line - 1]}\n${base.split('\n')[line] === undefined}`,
        );
      }),
      { numRuns: trials(500) },
    );
  });

  it('is kept by a merge in which both sides stand in their order', () => {
    const some = fc.array(fc.constantFrom('1\n', '2\n', '3\n'), { maxLength: 6 });
    fc.assert(
      fc.property(some, some, fc.infiniteStream(fc.boolean()), (one, other, coin) => {
        const [left, right] = [[...one], [...other]];
        const made: string[] = [];
        while (left.length + right.length > 0) {
          const from = left.length > 0 && (right.length === 0 || coin.next().value) ? left : right;
          made.push(from.shift()!);
        }
        for (const side of [one, other]) {
          expect(lineGrowth(bytes(side.join('')), bytes(made.join('')), true).kind).toBe('grown');
        }
      }),
    );
  });
});

type Model = Readonly<Record<string, Readonly<Record<string, string>>>>;

const name = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor', 'x,"y"');
const models: fc.Arbitrary<Model> = fc.dictionary(
  name,
  fc.record({ acc: fc.constantFrom('0.5', '0.50', '1'), rank: fc.constantFrom('1', '2') }),
  { noNullPrototype: false },
);

const SETTINGS: TableSettings = { key: ['model'], ignore: ['rank'], rows: null };

function csvOf(model: Model, order: number): string {
  const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const lines = Object.entries(model).map(([key, { acc = '', rank = '' }]) => `${cell(key)},${acc},${rank}`);
  return ['model,acc,rank', ...lines.slice(order), ...lines.slice(0, order)].join('\n');
}

function jsonOf(model: Model, order: number): string {
  const rows = Object.entries(model).map(
    ([key, { acc, rank }]) => `{"model": ${JSON.stringify(key)}, "rank": ${rank}, "acc": ${acc}}`,
  );
  return `[${[...rows.slice(order), ...rows.slice(0, order)].join(',')}]`;
}

describe('growth by rows', () => {
  it.each([
    ['CSV', 'csv', csvOf, decodeCsv],
    ['JSON', 'json', jsonOf, decodeJson],
  ] as const)(
    'of %s is that every key of base stands in head with the same digits, in any order',
    (_, syntax, write, decode) => {
      let [grown, ungrown] = [0, 0];
      fc.assert(
        fc.property(models, models, fc.boolean(), fc.nat(6), (base, other, keeps, order) => {
          const head = keeps ? { ...other, ...base } : other;
          const table = (model: Model, turn: number) =>
            readTable({ syntax, decoded: decode(bytes(write(model, turn))) }, SETTINGS);
          const outcome = rowGrowth(table(base, 0), table(head, order), SETTINGS);
          const broken = Object.keys(base).filter(
            (key) => !Object.hasOwn(head, key) || head[key]!['acc'] !== base[key]!['acc'],
          );
          if (outcome.kind === 'grown') grown += 1;
          else ungrown += 1;
          expect(outcome.kind === 'grown' ? 0 : outcome.count).toBe(broken.length);
          if (outcome.kind === 'grown')
            expect(outcome.count).toBe(Object.keys(head).length - Object.keys(base).length);
          else expect(broken).toEqual(expect.arrayContaining(outcome.lost.map((row) => row.name)));
        }),
        { numRuns: trials(500) },
      );
      expect(Math.min(grown, ungrown)).toBeGreaterThan(10);
    },
  );

  it('looks at the cells that short lines have, however many headings there are', () => {
    const headings = Array.from({ length: 5000 }, (_, at) => `c${at}`);
    const decoded = decodeCsv(bytes([['model', ...headings].join(','), 'a', 'b,1'].join('\n')));
    const { rows } = readTable({ syntax: 'csv', decoded }, SETTINGS);
    expect([...rows.values()].map((row) => row.columns())).toEqual([['model'], ['model', 'c0']]);
  });
});
