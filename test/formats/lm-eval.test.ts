import { describe, expect, it } from 'vitest';
import { reasonsAgainst } from '../../src/core/comparability.ts';
import { lmEval, versionsOf } from '../../src/formats/lm-eval/lm-eval.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import { changed, fixture, tree } from '../support/fixture.ts';
import { claimOf, fileOf, readOne, valuesOf } from '../support/reading.ts';

const NEW = 'lm-eval/results.json';
const OLD = 'lm-eval/old.json';
type Tree = { [key: string]: unknown };
const part = (name: string, key: string) => tree(name)[key] as Tree;
const limited = (effective: number) =>
  changed(NEW, {
    config: { ...part(NEW, 'config'), limit: 100 },
    'n-samples': { ...part(NEW, 'n-samples'), shelves: { original: 1319, effective } },
  });

describe('results since 0.4', () => {
  const reading = readOne(fixture(NEW));

  it('K194: a metric under two filters is two metrics by their full names, and none is picked', () => {
    expect(valuesOf(reading)).toEqual({
      'exact_match,strict-match[task=shelves]': 0.61,
      'exact_match,flexible-extract[task=shelves]': 0.78,
      'acc,none[task=libraries]': 0.55,
      'acc,none[task=libraries_north]': 0.5,
      'acc,none[task=libraries_south]': 0.6,
    });
    expect(reading.losses).toContainEqual(
      expect.stringMatching(
        /^headline: exact_match of shelves .*strict-match, flexible-extract.* none is picked/,
      ),
    );
  });

  it('a version that one task alone states is not taken for that of all', () => {
    expect(versionsOf({ versions: { a: 1, b: 1 } }, ['a', 'b'])).toBe(1);
    expect(versionsOf({ versions: { a: 1 } }, ['a', 'b'])).toBe('a 1');
    expect(versionsOf({ versions: {} }, ['a', 'b'])).toBeNull();
  });

  it('a metric of a task of which no item was asked is unmeasured, whatever stands there', () => {
    expect(claimOf(readOne(limited(0)), 'exact_match,strict-match[task=shelves]')).toMatchObject({
      value: null,
      reason: expect.stringMatching(/^no_cases/),
    });
  });

  it('K190: a standard error of "N/A" is none, and the score stays', () => {
    expect(claimOf(reading, 'exact_match,flexible-extract[task=shelves]')).toMatchObject({
      value: 0.78,
      standard_error: null,
    });
    expect(reading.losses).toContainEqual(expect.stringMatching(/^standard errors: 1 of 5/));
  });

  it('has the standard error, the counts, the direction and the place of each metric', () => {
    expect(claimOf(reading, 'exact_match,strict-match[task=shelves]')).toEqual({
      name: 'exact_match,strict-match[task=shelves]',
      value: 0.61,
      reason: null,
      pointer: '/results/shelves/exact_match,strict-match',
      measured: 1319,
      expected: 1319,
      standard_error: 0.049,
      direction: 'higher',
    });
  });

  it('counts a group by the sum over its tasks, and takes no direction that is null', () => {
    expect(claimOf(reading, 'acc,none[task=libraries]')).toMatchObject({
      measured: 200,
      expected: 200,
      direction: null,
    });
  });

  it('knows the run, the model with its weights, and what was asked', () => {
    expect(reading.run).toMatchObject({ date: '2026-09-21', generated_at: '2026-09-21T14:13:20.500Z' });
    expect(reading.models).toEqual(
      new Map([['model', 'hf:acme/reader-1@1f1e1d1c1b1a19181716151413121110f1e1d1c1']]),
    );
    expect(reading.dataset).toEqual({
      name: 'libraries, libraries_north, libraries_south, shelves',
      version: '5-shot',
      fingerprint: null,
      cases: 1519,
    });
    expect(reading.metrics_version).toBe('libraries 2, libraries_north 1, libraries_south 1, shelves 3');
    expect([reading.limits, reading.tool_version]).toEqual([{ limit: null }, '0.4.9.2, git abcdef12']);
  });

  it('says that its numbers are claims, since the file keeps no rows', () => {
    expect(reading.rows).toBeNull();
    expect(reading.losses[0]).toMatch(/^rows: the file keeps none, so its numbers are claims/);
  });

  it('K198: a run with --limit is a part, the first items, and is not compared with a full one', () => {
    const partial = readOne(limited(100));
    expect(claimOf(partial, 'exact_match,strict-match[task=shelves]')).toMatchObject({
      measured: 100,
      expected: 1319,
    });
    expect(partial.dataset?.version).toBe('5-shot; shelves first 100 of 1319');
    expect(partial.limits).toEqual({ limit: 100 });
    expect(reasonsAgainst(reading, partial)).toMatchObject([{ key: 'dataset' }]);
    expect(reasonsAgainst(reading, reading)).toEqual([]);
  });

  it('is whole under a limit that no task reaches', () => {
    expect(readOne(limited(1319)).dataset?.version).toBe('5-shot');
  });

  it('is not compared with a run of other examples in the prompt', () => {
    const other = readOne(changed(NEW, { 'n-shot': { shelves: 8 } }));
    expect(reasonsAgainst(reading, other)).toMatchObject([{ key: 'dataset' }]);
  });

  it('reads NaN as unmeasured at its place, and a missing number not at all', () => {
    const text = JSON.stringify(tree(NEW))
      .replace('0.61', 'NaN')
      .replace('"acc,none":0.5,', '"acc,none":null,');
    const read = readOne(fileOf('r.json', text));
    expect(claimOf(read, 'exact_match,strict-match[task=shelves]')).toMatchObject({
      value: null,
      reason: 'inconclusive: the file says NaN',
    });
    expect(claimOf(read, 'acc,none[task=libraries_north]')).toMatchObject({
      value: null,
      reason: 'evidence_missing: the file states null',
    });
    expect(read.losses).toContainEqual(
      'numbers: NaN at /results/shelves/exact_match,strict-match is no number and was read as unmeasured',
    );
  });

  it('takes groups that stand outside results, and none twice', () => {
    const { libraries, ...results } = part(NEW, 'results');
    expect(libraries).toBeDefined();
    const read = readOne(changed(NEW, { results }));
    expect(claimOf(read, 'acc,none[task=libraries]').pointer).toBe('/groups/libraries/acc,none');
  });

  it('does not end in a group that holds itself', () => {
    const read = readOne(changed(NEW, { group_subtasks: { libraries: ['libraries'] } }));
    expect(claimOf(read, 'acc,none[task=libraries]')).toMatchObject({ measured: null, expected: null });
  });

  it('without any metric measured nothing', () => {
    const read = readOne(changed(NEW, { results: {}, groups: {} }));
    expect([read.status, read.reason]).toEqual([
      'unmeasured',
      'no_cases: the file states no metric of any task',
    ]);
  });

  it.each([
    ['pretrained=acme/base,peft=acme/tune', 'hf:acme/base+peft=acme/tune'],
    ['base_url=http://x,model=reader-2', 'hf:reader-2'],
    [{ pretrained: 'acme/base', revision: 'v2' }, 'hf:acme/base@v2'],
    ['', 'hf'],
  ])('names the model of %j', (model_args, route) => {
    const read = readOne(changed(NEW, { config: { model: 'hf', model_args, model_sha: '' } }));
    expect(read.models.get('model')).toBe(route);
  });

  it.each(['out/results.json', 'out/acme__reader-1/results_2026-09-21T10-11-12.345678.json'])(
    'K195: is known by its shape, in the old layout of folders and in the new: %s',
    (path) => expect(lmEval.detect(fileOf(path, tree(NEW)))).toBe(true),
  );
});

describe('results from before 0.4', () => {
  const reading = readOne(fixture(OLD));

  it('K189: nothing that is called a standard error is a metric', () => {
    expect(valuesOf(reading)).toEqual({
      'acc[task=sciq]': 0.891,
      'acc_norm[task=sciq]': 0.84,
      'exact_match[task=jsquad-1.1]': 13.6,
      'f1[task=jsquad-1.1]': 22.9,
    });
    expect(claimOf(reading, 'acc[task=sciq]').standard_error).toBe(0.0099);
    expect(claimOf(reading, 'acc_norm[task=sciq]').standard_error).toBe(0.0116);
  });

  it('has neither counts nor directions nor a date, and says so', () => {
    expect(claimOf(reading, 'f1[task=jsquad-1.1]')).toMatchObject({
      value: 22.9,
      measured: null,
      direction: null,
      standard_error: null,
    });
    expect(reading.run.date).toBeNull();
    for (const what of ['date', 'n', 'direction', 'definitions', 'scales'])
      expect(reading.losses.some((loss) => loss.startsWith(`${what}: `))).toBe(true);
  });

  it('takes a share of right answers as better higher, and says so', () => {
    expect(claimOf(reading, 'acc_norm[task=sciq]').direction).toBe('higher');
    expect(reading.losses).toContain(
      'direction: not stated of acc, acc_norm, exact_match, and taken as higher by the harness’s own definition',
    );
  });

  it('keeps the revision in the model’s name, and a list of shots as it stands', () => {
    expect(reading.models.get('model')).toBe('hf-causal:acme/reader-1@step512');
    expect(reading.dataset?.version).toBe('num_fewshot [2,3]');
  });

  it('K198: with a limit it is a part of unknown size', () => {
    const read = readOne(changed(OLD, { config: { ...part(OLD, 'config'), limit: 0.1 } }));
    expect(read.dataset?.version).toBe('num_fewshot [2,3]; first 0.1 of each task');
  });
});

const SAMPLES = 'lm-eval/samples_shelves_2026-09-21T10-11-12.345678.jsonl';
const lines = () =>
  new TextDecoder()
    .decode(fixture(SAMPLES).bytes)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Tree);
const logged = (list: readonly Tree[], name = SAMPLES) =>
  readOne(fileOf(name, list.map((line) => JSON.stringify(line)).join('\n')));

describe('samples', () => {
  it('K192: rows are keyed by item and filter, and n is counted within each filter', () => {
    const reading = readOne(fixture(SAMPLES));
    expect(reading.rows!.map(({ id, arm }) => [id, arm])).toEqual([
      ['1', 'strict-match'],
      ['2', 'strict-match'],
      ['1', 'flexible-extract'],
      ['2', 'flexible-extract'],
    ]);
    expect(judgedMetrics(reading)).toMatchObject([
      {
        name: 'exact_match,strict-match[task=shelves]',
        value: 0.5,
        recomputed: 0.5,
        measured: 2,
        expected: 2,
      },
      {
        name: 'exact_match,flexible-extract[task=shelves]',
        value: 1,
        recomputed: 1,
        measured: 2,
        expected: 2,
      },
    ]);
    expect(reading.run).toMatchObject({ suite: 'shelves', date: '2026-09-21' });
  });

  it('K193: lines of which some name their filter, or that stand there twice, are ambiguous too', () => {
    const [first, second, ...rest] = lines();
    const { filter: _, ...bare } = second!;
    const mixed = logged([first!, bare, ...rest]);
    expect([mixed.status, mixed.reason]).toEqual([
      'unmeasured',
      expect.stringMatching(/^inconclusive: 1 of 4 lines do not name their filter, and the others do/),
    ]);
    const twice = logged([...lines(), rest[1]!]);
    expect(twice.reason).toMatch(
      /^inconclusive: 5 lines are of 4 items and filters, .* 2 lines of doc_id 2 /,
    );
    expect([...mixed.claims, ...twice.claims].filter(({ value }) => value !== null)).toEqual([]);
  });

  it('has a fingerprint of its items, which another edition of the dataset does not share', () => {
    const hashed = (list: readonly Tree[], edition: string) =>
      logged(list.map((line) => ({ ...line, doc_hash: `${edition}${line['doc_id']}`, target_hash: 't' })));
    const base = hashed(lines(), 'a');
    expect(base.dataset).toMatchObject({
      name: 'shelves',
      fingerprint: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
    expect(hashed(lines().reverse(), 'a').dataset).toEqual(base.dataset);
    const keys = reasonsAgainst(base, hashed(lines(), 'b')).map(({ key }) => key);
    expect(keys).toContain('dataset');
    expect(logged(lines()).dataset).toMatchObject({ name: 'shelves', fingerprint: null });
  });

  it('K193: lines of one item that name no filter are ambiguous, and nothing is recomputed', () => {
    const reading = logged(lines().map(({ filter: _, ...line }) => line));
    expect([reading.status, reading.rows]).toEqual(['unmeasured', null]);
    expect(reading.reason).toBe(
      'inconclusive: 4 lines are of 2 items, and no line names its filter: which of the 2 lines of doc_id 1 counts is not known, so nothing is recomputed',
    );
    expect(valuesOf(reading)).toEqual({ 'exact_match[task=shelves]': null });
  });

  it('K193: one line for each item without a filter is clear, in logs that list no metrics too', () => {
    const reading = logged(
      lines()
        .slice(0, 2)
        .map(({ filter: _f, metrics: _m, ...line }) => line),
    );
    expect(valuesOf(reading)).toEqual({ 'exact_match[task=shelves]': 0.5 });
  });

  it.each([
    ['the placeholder', [['LMEVAL_MODEL_NONE_ANSWER_PLACEHOLDER']]],
    ['an empty text', [[' ']]],
    ['nothing', []],
    ['null', [[null]]],
  ])('a response that is %s is an error of the target, and no 0', (_, resps) => {
    const [first, second] = lines();
    const reading = logged([first!, { ...second, resps }]);
    expect(reading.rows![1]).toMatchObject({ error: { kind: 'target_error' } });
    expect(judgedMetrics(reading)[0]).toMatchObject({ value: 1, measured: 1, expected: 2 });
    expect(reading.losses).toContainEqual(expect.stringMatching(/^rows: 1 of 2 hold no answer/));
  });

  it('does not take a log-likelihood for an empty answer', () => {
    const [first] = lines();
    const reading = logged([{ ...first, resps: [[['-1.5', 'False']], [['-0.5', 'True']]] }]);
    expect(reading.rows![0]!.error).toBeNull();
  });

  it('has no mean of log-likelihoods or of parts, and says so', () => {
    const [first] = lines();
    const metrics = ['perplexity', 'bleu', 'acc'];
    const reading = logged([{ ...first, metrics, perplexity: -2.5, bleu: ['a', 'b'], acc: true }]);
    expect([...reading.definitions]).toEqual([
      [
        'acc,strict-match[task=shelves]',
        { aggregate: 'rate', score: 'acc', where: { arm: 'strict-match' }, direction: 'higher' },
      ],
    ]);
    expect(reading.losses.filter((loss) => /^(perplexity|bleu): /.test(loss))).toHaveLength(2);
  });

  it('tells of answers that were drawn and not scored', () => {
    const [first] = lines();
    const reading = logged([{ ...first, resps: [['4', '5', '6']] }]);
    expect(reading.losses).toContainEqual(expect.stringMatching(/^repeats: up to 3 answers/));
  });

  it('reads NaN as unmeasured, at its place', () => {
    const text = new TextDecoder()
      .decode(fixture(SAMPLES).bytes)
      .replace('"exact_match": 1.0', '"exact_match": NaN');
    const reading = readOne(fileOf(SAMPLES, text));
    expect(reading.rows![0]!.unmeasured.get('exact_match')).toBe('inconclusive: the file says NaN');
    expect(reading.losses).toContainEqual(expect.stringMatching(/^numbers: NaN at \/0\/exact_match /));
  });

  it('under another name does not know its task or date', () => {
    const reading = logged(lines(), 'log.jsonl');
    expect([reading.dataset, reading.run.date]).toEqual([null, null]);
    expect(Object.keys(valuesOf(reading))).toEqual([
      'exact_match,strict-match',
      'exact_match,flexible-extract',
    ]);
  });
});

it.each([
  {},
  { results: {}, versions: {} },
  { results: { a: 1 }, versions: {}, config: { model: 'hf', model_args: '' } },
  { results: [], versions: {}, config: { model: 'hf', model_args: '' } },
  [],
  [{ doc_id: 1 }],
  null,
])('does not take %j', (value) => {
  expect(lmEval.detect(fileOf('results/x.json', value))).toBe(false);
});

describe('repeats (A11)', () => {
  const configs = (...counts: readonly (number | undefined)[]) => {
    const tasks = Object.keys(part(NEW, 'n-samples'));
    const all = tasks.map((task, at) => [task, { repeats: counts[Math.min(at, counts.length - 1)] }]);
    return readOne(changed(NEW, { configs: Object.fromEntries(all) }));
  };
  const log = (answers: readonly string[], parts: Tree = {}) =>
    readOne(
      fileOf(
        'samples_a_2026-09-21T10-11-12.345678.jsonl',
        JSON.stringify({
          doc_id: 1,
          doc: {},
          target: '4',
          resps: [answers],
          filtered_resps: ['4'],
          filter: 'none',
          metrics: ['acc'],
          acc: 1,
          ...parts,
        }),
      ),
    );

  it('runs of 1 and of 5 repeats are not compared as equal', () => {
    expect(configs(5).samples).toBe(5);
    expect(reasonsAgainst(configs(1), configs(5))).toEqual([{ key: 'samples', base: 1, head: 5 }]);
    expect(reasonsAgainst(configs(5), configs(5))).toEqual([]);
    expect(reasonsAgainst(readOne(fixture(NEW)), configs(5))).toMatchObject([{ key: 'samples' }]);
  });

  it('tasks of different repeats are part of what was asked', () => {
    expect(configs(1, 5).samples).toBeNull();
    expect(reasonsAgainst(configs(1, 5), configs(5, 1))).toMatchObject([{ key: 'dataset' }]);
    expect(configs(undefined).samples).toBeNull();
  });

  it('a log of five answers an item is not compared with one of one', () => {
    const hashes = { doc_hash: 'a', target_hash: 'b' };
    for (const parts of [{}, hashes]) {
      const [one, five] = [log(['4'], parts), log(['4', '4', '4', '4', '4'], parts)];
      expect(reasonsAgainst(one, five)).toContainEqual(expect.objectContaining({ key: 'dataset' }));
      expect(reasonsAgainst(five, five).some(({ key }) => key === 'dataset')).toBe(false);
    }
  });

  it('two filters of an item are one case of each metric', () => {
    const lines = ['a', 'b'].map((filter) =>
      JSON.stringify({
        doc_id: 1,
        doc: {},
        target: '4',
        resps: [['4']],
        filtered_resps: ['4'],
        filter,
        metrics: ['acc'],
        acc: 1,
      }),
    );
    const read = readOne(fileOf('samples_a_2026-09-21T10-11-12.345678.jsonl', lines.join('\n')));
    expect(judgedMetrics(read).map(({ measured, expected }) => [measured, expected])).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});
