import { describe, expect, it } from 'vitest';
import type { Reading } from '../../src/core/reading.ts';
import { canonicalText } from '../../src/core/record/canonical.ts';
import { toNative } from '../../src/core/record/native.ts';
import { evalite } from '../../src/formats/evalite/evalite.ts';
import { inspect } from '../../src/formats/inspect/inspect.ts';
import { resultDuplicateRow } from '../../src/rules/result-duplicate-row.ts';
import { tree } from '../support/fixture.ts';
import { fileOf, readingsOf, readOne } from '../support/reading.ts';
import { aRecord, findingsOf } from '../support/record.ts';

/** Two ids that one double holds, and two that look alike. */
const PAIRS = [
  ['9196877626998784', '9196877626998785'],
  ['9007199254740992', '9007199254740993'],
  ['1.1', '1.10'],
  ['100', '1e2'],
  ['12345678901234567890', '12345678901234567891'],
] as const;

/** JSON in which `"<token>"` stands for the token itself. */
const raw = (value: unknown) => JSON.stringify(value).replace(/"<([^"]*)>"/g, '$1');
const idsOf = ({ rows }: Reading) => rows?.map(({ id }) => id);

const sample = (id: string, parts: object = {}) => ({
  id: `<${id}>`,
  epoch: 1,
  input: 'q',
  target: 'a',
  scores: { match: { value: 'C' } },
  ...parts,
});
const log = (samples: readonly object[], parts: object = {}) =>
  fileOf('log.json', raw({ ...tree('inspect/log.json'), samples, ...parts }));

describe('numbers that name something keep their digits (A9)', () => {
  it.each(PAIRS)('inspect: samples %s and %s are two', (a, b) => {
    const file = log([sample(a), sample(b)]);
    expect(idsOf(readOne(file))).toEqual([a, b]);
    const record = aRecord(new TextDecoder().decode(file.bytes));
    expect(findingsOf(resultDuplicateRow, record)).toEqual([]);
  });

  it('inspect: a whole number with or without a point is one sample', () => {
    expect(idsOf(readOne(log([sample('1.0'), sample('1', { epoch: 2 })])))).toEqual(['1', '1']);
  });

  it('inspect: shuffled samples that differ in a choice alone are two', () => {
    const run = { ...(tree('inspect/log.json')['eval'] as object), dataset: { shuffled: true, samples: 2 } };
    const asked = (choice: string) => sample('1', { choices: [`<${choice}>`] });
    const [a, b] = idsOf(readOne(log([asked(PAIRS[0][0]), asked(PAIRS[0][1])], { eval: run })))!;
    expect(a).not.toBe(b);
  });

  it('inspect: the version of a task and its arguments', () => {
    const run = { ...(tree('inspect/log.json')['eval'] as object), task_version: '<1.10>' };
    const args = { ...run, task_args: { seed: '<9196877626998785>' } };
    const [reading] = inspect.read(log([sample('1')], { eval: args }));
    expect(reading?.metrics_version).toBe('1.10');
    expect(reading?.dataset?.version).toContain('seed=9196877626998785');
    const [plain] = inspect.read(log([sample('1')], { eval: { ...run, task_version: '<1.0>' } }));
    expect(plain?.metrics_version).toBe(1);
  });

  it.each(PAIRS)('lm-eval: doc_id %s and %s are two items', (a, b) => {
    const line = (id: string) =>
      raw({
        doc_id: `<${id}>`,
        doc: {},
        target: '4',
        arguments: {},
        resps: [['4']],
        filtered_resps: ['4'],
        filter: 'none',
        metrics: ['acc'],
        acc: 1,
      });
    const reading = readOne(fileOf('samples_a_2026-09-21T10-11-12.345678.jsonl', `${line(a)}\n${line(b)}\n`));
    expect(reading.status).toBe('measured');
    expect(idsOf(reading)).toEqual([a, b]);
  });

  it('lm-eval: versions of a task', () => {
    const file = (version: string) => {
      const results = tree('lm-eval/results.json');
      const tasks = Object.keys(results['versions'] as object);
      const versions = Object.fromEntries(tasks.map((task) => [task, `<${version}>`]));
      return readOne(fileOf('results.json', raw({ ...results, versions }))).metrics_version;
    };
    expect([file('1.0'), file('1.10'), file('1.1')]).toEqual([1, '1.10', 1.1]);
  });

  it('promptfoo: tests that differ in one digit of a variable are two cases', () => {
    const row = (order: string) => ({
      promptIdx: 0,
      testIdx: 0,
      testCase: { vars: { order: `<${order}>` }, assert: [{ type: 'equals', value: 'x' }] },
      success: true,
      score: 1,
      provider: { id: 'openai:gpt-x' },
      vars: { order: `<${order}>` },
    });
    const file = fileOf('rows.jsonl', PAIRS[0].map((order) => `${raw(row(order))}\n`).join(''));
    const [a, b] = idsOf(readingsOf(file)[0]!)!;
    expect(a).not.toBe(b);
    expect(a).toContain(PAIRS[0][0]);
    expect(b).toContain(PAIRS[0][1]);
  });

  it('evalite: results whose inputs differ in one digit are two cases, and a deep one too', () => {
    const result = (input: unknown) => ({
      input,
      expected: 1,
      status: 'success',
      scores: [{ name: 's', score: 1 }],
    });
    const [a, b] = PAIRS[0];
    const results = [`<${a}>`, `<${b}>`, { q: [`<${a}>`] }, { q: [`<${b}>`] }].map(result);
    const file = fileOf('export.json', raw({ run: { runType: 'full' }, evals: [{ name: 'e', results }] }));
    const [reading] = evalite.read(file);
    expect(new Set(idsOf(reading!)).size).toBe(4);
  });

  it('CSV: a cell is text, so that 007 is another ticket than 7', () => {
    const head = 'Batch,Ticket,Turn,Input,Expected,Actual,Score\n';
    const lines = ['007', '7', '9196877626998785', '9196877626998784', '1.0', '1'];
    const file = fileOf('batch.csv', head + lines.map((ticket) => `b,${ticket},1,a,b,c,3\n`).join(''));
    expect(idsOf(readingsOf(file)[0]!)).toEqual(lines);
  });

  it('a record that is made of a file keeps the ids and the digits of its evidence', () => {
    const [a, b] = PAIRS[0];
    const [reading] = readingsOf(
      log([sample(a, { target: `<${a}>` }), sample(b, { target: { n: `<${b}>` } })]),
    );
    const native = toNative(
      [reading!],
      { format: 'inspect', file: 'a', sha256: '0' },
      { metrics_version: 1 },
    );
    const text = canonicalText(native, {});
    expect(text).toContain(`"id": "${a}"`);
    expect(text).toContain(`"id": "${b}"`);
    expect(text).toContain(`"expected": ${a}`);
    expect(text).toContain(`"n": ${b}`);
  });
});
