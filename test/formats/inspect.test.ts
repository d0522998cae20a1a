import { describe, expect, it } from 'vitest';
import { reasonsAgainst } from '../../src/core/comparability.ts';
import { sha256 } from '../../src/core/digest.ts';
import type { Reading } from '../../src/core/reading.ts';
import { inspect } from '../../src/formats/inspect/inspect.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import { changed, fixture, tree } from '../support/fixture.ts';
import { claimOf, fileOf, readOne, scoresOf, valuesOf } from '../support/reading.ts';

const LOG = 'inspect/log.json';
type Tree = { [key: string]: unknown };
const part = (key: string) => tree(LOG)[key] as Tree;
const samples = () => tree(LOG)['samples'] as Tree[];
const run = (parts: Tree) => changed(LOG, { eval: { ...part('eval'), ...parts } });
const config = (parts: Tree) => ({ config: { ...(part('eval')['config'] as Tree), ...parts } });
const results = (scores: readonly Tree[], more: Tree = {}) => ({
  results: { ...part('results'), scores, ...more },
});
const entry = (metrics: Tree, more: Tree = {}) => ({
  name: 'match',
  scorer: 'match',
  params: {},
  metrics,
  ...more,
});
const ACCURACY = 'accuracy[scorer=match]';

/** Ten samples of one epoch, of which the first so many ended in an error. */
const ten = (broken: number, scoreOfBroken: Tree = {}, completed = 10 - broken) =>
  changed(LOG, {
    eval: { ...part('eval'), ...config({ epochs: 1 }), dataset: { name: 'shelves', samples: 10 } },
    ...results([entry({ accuracy: { value: 1 }, stderr: { value: 0.1 } })], {
      total_samples: 10,
      completed_samples: completed,
    }),
    samples: Array.from({ length: 10 }, (_, index) =>
      index < broken
        ? { id: index, epoch: 1, error: { message: 'Error code: 429' }, ...scoreOfBroken }
        : { id: index, epoch: 1, scores: { match: { value: 'C' } } },
    ),
  });

describe('a log', () => {
  const reading = readOne(fixture(LOG));

  it('has one metric a scorer and metric, recomputed from samples and epochs', () => {
    expect(judgedMetrics(reading)).toMatchObject([
      { name: ACCURACY, claimed: 0.875, recomputed: 0.875, measured: 4, expected: 4 },
      { name: 'mean[scorer=grade/tone]', claimed: 0.75, recomputed: 0.75, measured: 4, expected: 4 },
      { name: 'std[scorer=grade/tone]', claimed: 0.1, recomputed: null },
    ]);
    expect(claimOf(reading, ACCURACY)).toEqual({
      name: ACCURACY,
      value: 0.875,
      reason: null,
      pointer: '/results/scores/0/metrics/accuracy/value',
      measured: 2,
      expected: 2,
      standard_error: 0.125,
      direction: 'higher',
    });
  });

  it('has samples as rows and epochs as their samples; letters are grades', () => {
    expect(reading.rows!.map((row) => [row.id, row.sample, scoresOf(row)])).toEqual([
      ['1', 1, { match: 1, 'grade/tone': 0.7 }],
      ['b', 1, { match: 0.5, 'grade/tone': 0.8 }],
      ['1', 2, { match: 1, 'grade/tone': 0.7 }],
      ['b', 2, { match: 1, 'grade/tone': 0.8 }],
    ]);
    expect(reading.rows![1]!.source).toEqual({ expected: '6', output: '6' });
  });

  it('knows the run: task, arguments, model, commit, date in UTC, limits', () => {
    expect(reading.run).toMatchObject({ suite: 'acme-shelves', date: '2026-09-22' });
    expect(reading.dataset).toEqual({
      name: 'shelves',
      version: 'task acme/shelves; args level="hard"',
      fingerprint: null,
      cases: 2,
    });
    expect(reading.models).toEqual(new Map([['model', 'openai:gpt-x']]));
    expect(reading.code).toEqual({ commit: '36190055', tree: null, dirty: true });
    expect([reading.metrics_version, reading.samples, reading.limits]).toEqual([3, 2, { message_limit: 50 }]);
    expect(reading.tool_version).toBe('0.3.138');
  });

  it('K203: coverage says how many samples ended in an error, whatever the headline', () => {
    const read = readOne(ten(5));
    expect(judgedMetrics(read)).toMatchObject([{ name: ACCURACY, value: 1, measured: 5, expected: 10 }]);
    expect(claimOf(read, ACCURACY)).toMatchObject({ measured: 5, expected: 10 });
    expect(read.rows![0]).toMatchObject({ error: { kind: 'target_quota', message: 'Error code: 429' } });
  });

  it('a score beside an error is unmeasured, and a headline that may count it is kept as stated', () => {
    const read = readOne(ten(2, { scores: { match: { value: 'I' } } }));
    expect(valuesOf(read)).toEqual({ [ACCURACY]: 1, [`${ACCURACY}_as_stated`]: 1 });
    expect(scoresOf(read.rows![0])).toEqual({ match: null });
    expect(read.losses).toContainEqual(expect.stringMatching(/may count 2 samples that ended in an error/));
  });

  it('K204: completed samples are counted, and a count that says otherwise is told', () => {
    expect(readOne(ten(2, {}, 10)).losses).toContain(
      'completed: the log says 10 of 10 samples, and 8 of the 10 in it ended without an error',
    );
    expect(readOne(ten(2)).losses.some((loss) => loss.startsWith('completed'))).toBe(false);
  });

  it('K205: a cancelled run with scored samples and no results is unmeasured', () => {
    const read = readOne(changed(LOG, { status: 'cancelled', results: null }));
    expect([read.status, read.reason]).toEqual([
      'unmeasured',
      'cancelled: the log says that the run was cancelled',
    ]);
    expect(read.rows).toHaveLength(4);
    expect(judgedMetrics(read)).toMatchObject([
      { name: ACCURACY, value: null, recomputed: null },
      { name: 'mean[scorer=grade]', value: null, recomputed: null },
    ]);
  });

  it.each([
    ['cancelled', /^cancelled: /],
    ['started', /^cancelled: .*had not ended/],
    ['error', /^target_timeout: .*Timeout after 60 s/],
    ['paused', /^inconclusive: .*"paused"/],
  ])('K205: the headline of a run with status %s is never taken as final', (status, reason) => {
    const read = readOne(changed(LOG, { status, error: { message: 'Timeout after 60 s' } }));
    expect(read.reason).toMatch(reason);
    for (const metric of judgedMetrics(read)) expect([metric.value, metric.recomputed]).toEqual([null, null]);
    expect(claimOf(read, ACCURACY).value).toBe(0.875);
  });

  it('K206: a metric that is null is unmeasured', () => {
    const read = readOne(changed(LOG, results([entry({ accuracy: { value: null } })])));
    expect(claimOf(read, ACCURACY)).toMatchObject({
      value: null,
      reason: 'evidence_missing: the file states null',
    });
    expect(judgedMetrics(read)[0]).toMatchObject({ value: null });
  });

  it.each(['NaN', 'Infinity', '-Infinity'])('K202: %s is unmeasured at its place, with a loss', (token) => {
    const text = JSON.stringify(tree(LOG)).replace('0.875', token).replace('"value":"P"', `"value":${token}`);
    const read = readOne(fileOf('l.json', text));
    expect(claimOf(read, ACCURACY)).toMatchObject({
      value: null,
      reason: `inconclusive: the file says ${token}`,
    });
    expect(read.rows![1]!.unmeasured.get('match')).toBe(`inconclusive: the file says ${token}`);
    expect(read.losses.at(-1)).toBe(
      `numbers: ${token} at /results/scores/0/metrics/accuracy/value, ${token} at /samples/1/scores/match/value is no number and was read as unmeasured`,
    );
  });

  it('says why a scorer did not score a sample', () => {
    const [first, ...rest] = samples();
    const scores = { match: { value: null, metadata: { unscored_reason: 'no sandbox' } } };
    const read = readOne(changed(LOG, { samples: [{ ...first, scores }, ...rest] }));
    expect(read.rows![0]!.unmeasured.get('match')).toMatch(/^evidence_missing: .*; no sandbox$/);
    expect(read.rows![0]!.unmeasured.get('grade/tone')).toMatch(/has no score of grade\/tone$/);
  });

  it.each<[string, Tree]>([
    ['the log holds 3 of 4 samples', { samples: samples().slice(1) }],
    ['it has options of its own', results([entry({ accuracy: { value: 0.875, params: { at: 1 } } })])],
    [
      'its epochs are reduced by acme, which is none of inspect_ai’s own',
      results([entry({ accuracy: { value: 1 } }, { reducer: 'acme' })]),
    ],
    [
      'no sample has a score of other',
      results([entry({ accuracy: { value: 1 } }, { name: 'other', scorer: 'other' })]),
    ],
    [
      'some scores are texts',
      { samples: samples().map((sample) => ({ ...sample, scores: { match: { value: 'GOOD' } } })) },
    ],
  ])('is a claim only where %s', (why, parts) => {
    const read = readOne(changed(LOG, parts));
    expect([...read.definitions.keys()].filter((name) => name.startsWith('accuracy'))).toEqual([]);
    expect(read.losses.some((loss) => loss.startsWith('accuracy[') && loss.includes(why))).toBe(true);
  });

  it('takes no standard error for a metric, however many there are', () => {
    const metrics = { accuracy: { value: 0.875 }, stderr: { value: 0.1 }, stderr2: { value: 0.2 } };
    const read = readOne(changed(LOG, results([entry(metrics)])));
    expect(Object.keys(valuesOf(read))).toEqual([ACCURACY]);
    expect(claimOf(read, ACCURACY).standard_error).toBe(0.1);
  });

  it('has no 0 where nothing was scored, as which inspect_ai writes it', () => {
    const unscored = samples().map((sample) => ({ ...sample, scores: { match: { value: null } } }));
    const zero = results([entry({ accuracy: { value: 0 } })]);
    const none = results([entry({ accuracy: { value: 0 } }, { scored_samples: 0 })]);
    for (const parts of [
      { ...zero, samples: unscored },
      { ...none, samples: null },
    ]) {
      expect(claimOf(readOne(changed(LOG, parts)), ACCURACY)).toMatchObject({
        value: null,
        reason: expect.stringMatching(/^no_cases/),
      });
    }
  });

  it('counts no sample as missing of a scorer that samples do not name', () => {
    const other = entry({ accuracy: { value: 1 } }, { name: 'other', scorer: 'other', scored_samples: 2 });
    expect(claimOf(readOne(changed(LOG, results([other]))), 'accuracy[scorer=other]')).toMatchObject({
      value: 1,
      measured: 2,
    });
  });

  it('knows the samples of a shuffled dataset by what they ask, where their ids are numbers', () => {
    const ids = (order: readonly number[], shuffled: boolean, messages = false) => {
      const asked = ['2 + 2?', '3 + 3?', '4 + 4?'];
      const log = order.map((which, at) => ({
        id: which === 2 ? 'named' : at + 1,
        epoch: 1,
        input: messages ? [{ id: `m${at}`, role: 'user', content: asked[which] }] : asked[which],
        target: '?',
        scores: { match: { value: 'C' } },
      }));
      const dataset = { name: 'shelves', samples: 3, shuffled };
      const read = readOne(changed(LOG, { eval: { ...part('eval'), dataset }, samples: log }));
      const told = read.losses.some((loss) => loss.startsWith('cases: the dataset was shuffled'));
      expect(told).toBe(shuffled);
      return read.rows!.map(({ id }) => id);
    };
    expect(ids([0, 1, 2], false)).toEqual(['1', '2', 'named']);
    const [one, other, named] = ids([0, 1, 2], true);
    expect(one).toMatch(/^2 \+ 2\? #[0-9a-f]{12}$/);
    expect(ids([1, 2, 0], true)).toEqual([other, named, one]);
    expect(named).toBe('named');
    const [first, second] = ids([0, 1, 2], true, true);
    expect(ids([1, 0, 2], true, true)).toEqual([second, first, 'named']);
  });

  it('tells two entries of one name apart', () => {
    const twice = [0.875, 0.5].map((value) => entry({ accuracy: { value } }));
    expect(valuesOf(readOne(changed(LOG, results(twice))))).toEqual({
      [ACCURACY]: 0.875,
      [`${ACCURACY} #2`]: 0.5,
    });
  });

  /** Three samples of four epochs: 4, 2 and 1 of them are correct. */
  const epochs = (value: number, reducer: string, more: Tree = {}) =>
    readOne(
      changed(LOG, {
        eval: {
          ...part('eval'),
          ...config({ epochs: 4, epochs_reducer: [reducer] }),
          dataset: { name: 'shelves', samples: 3 },
        },
        ...results([entry({ accuracy: { value } }, { reducer, scored_samples: 3 })], {
          total_samples: 12,
          completed_samples: 12,
        }),
        samples: [4, 2, 1].flatMap((correct, id) =>
          Array.from({ length: 4 }, (_, epoch) => ({
            id,
            epoch: epoch + 1,
            scores: { match: { value: epoch < correct ? 'C' : 'I' } },
          })),
        ),
        ...more,
      }),
    );
  const judged = (read: Reading) =>
    judgedMetrics(read).find(({ name }) => name.startsWith('accuracy') && !name.endsWith('_as_stated'));

  it.each([
    ['pass_at_1', (1 + 1 / 2 + 1 / 4) / 3],
    ['pass_at_2', (1 + (1 - 1 / 6) + (1 - 3 / 6)) / 3],
    ['pass_k_2', (1 + 1 / 6 + 0) / 3],
    ['at_least_2', 2 / 3],
    ['at_least_4', 1 / 3],
    ['max', 1],
    ['median', (1 + 0.5 + 0) / 3],
  ])('A11: a value reduced by %s follows from the samples, whatever the log states', (reducer, value) => {
    expect(judged(epochs(value, reducer))).toMatchObject({ value: expect.closeTo(value, 12) });
    const other = value === 0.9 ? 0.8 : 0.9;
    const wrong = epochs(other, reducer);
    expect(judged(wrong)?.value).toBeCloseTo(value, 12);
    const told = wrong.losses.some((loss) => loss.includes(`the file states ${other}`));
    // Where a definition can say it, the rule evidence/mismatch reports it
    expect(told || judged(wrong)?.claimed === other).toBe(true);
  });

  it('A11: the commonest value is open where two are equally common', () => {
    const read = epochs(0.5, 'mode');
    expect(judged(read)?.value).toBe(0.5);
    expect(read.losses).toContainEqual(expect.stringMatching(/not recomputed, since mode takes one of/));
    const clear = {
      samples: [4, 3, 1].flatMap((correct, id) =>
        Array.from({ length: 4 }, (_, at) => ({
          id,
          epoch: at + 1,
          scores: { match: { value: at < correct ? 'C' : 'I' } },
        })),
      ),
    };
    expect(judged(epochs(1, 'mode', clear))?.value).toBeCloseTo(2 / 3, 12);
  });

  it('A11: from which score on a graded sample is correct is not in the log, so the claim stays one', () => {
    const graded = {
      samples: [0.5, 1, 0].flatMap((value, id) =>
        Array.from({ length: 4 }, (_, at) => ({ id, epoch: at + 1, scores: { match: { value } } })),
      ),
    };
    const read = epochs(0.9, 'pass_at_2', graded);
    expect(judged(read)).toMatchObject({ value: 0.9, recomputed: null });
    expect(read.losses).toContainEqual(expect.stringContaining('does not say from which score on'));
  });

  it.each(['pass_at_2', 'max', 'acme', 'mode'])(
    'A11: 3 samples of 4 epochs are 3 cases, reduced by %s',
    (reducer) => {
      const read = epochs(0.5, reducer);
      expect(read.samples).toBe(4);
      expect(judged(read)?.sampling.n).toBe(3);
      expect(claimOf(read, judged(read)!.name)).toMatchObject({ measured: 3, expected: 3 });
      const rowless = epochs(0.5, reducer, { samples: [] });
      expect(judged(rowless)).toMatchObject({ measured: 3, expected: 3 });
    },
  );

  it('A11: a case is measured whole with all of its epochs', () => {
    const lost = epochs(0.5, 'acme', {
      samples: [0, 1, 2].flatMap((id) =>
        Array.from({ length: 4 }, (_, at) => ({
          id,
          epoch: at + 1,
          scores: { match: { value: id === 1 && at === 3 ? null : 'C' } },
        })),
      ),
    });
    expect(judged(lost)).toMatchObject({ measured: 2, expected: 3 });
  });

  it('names a reducer that is not the mean', () => {
    const read = readOne(
      changed(LOG, results([entry({ accuracy: { value: 1 } }, { reducer: 'pass_at_2' })])),
    );
    expect(Object.keys(valuesOf(read))).toEqual(['accuracy[scorer=match][reducer=pass_at_2]']);
    const only = readOne({
      ...run(config({ epochs_reducer: ['mode'] })),
    });
    expect(Object.keys(valuesOf(only))[0]).toBe('accuracy[scorer=match][reducer=mode]');
  });

  it('without samples has claims with the counts that it states', () => {
    const one = { ...part('eval'), ...config({ epochs: 1 }) };
    const { total_samples: _t, completed_samples: _c, ...bare } = part('results');
    const counts = (log: Tree) => {
      const { measured, expected } = claimOf(readOne(changed(LOG, { samples: null, ...log })), ACCURACY);
      return [measured, expected];
    };
    expect(counts({ eval: one, results: { ...bare, total_samples: 2 } })).toEqual([2, 2]);
    expect(counts({})).toEqual([2, 2]);
    const unscored = results([entry({ accuracy: { value: 1 } })], { completed_samples: 3 });
    expect(counts(unscored)).toEqual([1, 2]);
    expect(readOne(changed(LOG, { samples: [] })).rows).toBeNull();
  });

  it('is not compared with a run of a part, of other arguments or of another task', () => {
    const dataset = { name: 'shelves', samples: 20, sample_ids: [1, 'b'] };
    const partial = readOne(run({ dataset, ...config({ limit: 2 }) }));
    expect(partial.dataset?.version).toBe('task acme/shelves; args level="hard"; 2 of 20 samples (1, b)');
    for (const other of [partial, readOne(run({ task_args: {} })), readOne(run({ task: 'acme/other' }))])
      expect(reasonsAgainst(reading, other)).toMatchObject([{ key: 'dataset' }]);
    expect(reasonsAgainst(reading, reading)).toEqual([]);
  });

  it('lists edits, retries, limits and what is invalid', () => {
    const marks = {
      invalidation: { author: 'a' },
      error_retries: [{}],
      limit: { type: 'token' },
      scores: { match: { value: 'C', history: [{}] } },
    };
    const [first, ...rest] = samples();
    const log = { invalidated: true, log_updates: [{}, {}], samples: [{ ...first, ...marks }, ...rest] };
    const { losses } = readOne(changed(LOG, log));
    for (const loss of [
      'invalidated: the log says that it, or a sample of it, is not valid',
      'invalidated: 1 of 4 samples say that they are not valid',
      'edits: the log was edited 2 times after the run (log_updates)',
      'edits: scores of 1 of 4 samples were edited (history)',
      'retries: 1 of 4 samples were run again after an error',
      'limits: 1 of 4 samples ended at a limit',
    ])
      expect(losses).toContain(loss);
  });

  it('of a mock model is scripted', () => {
    const read = readOne(run({ model: 'mockllm/model' }));
    expect([read.mode, read.judge]).toEqual(['scripted', null]);
  });
});

describe('the judge', () => {
  const graded = (options: Tree, roles: Tree = {}) =>
    readOne(run({ model_roles: roles, scorers: [{ name: 'model_graded_fact', options }] }));

  it('is the model among a scorer’s options, with the digest of its prompt', () => {
    const { judge, definitions } = readOne(fixture(LOG));
    expect(judge).toMatchObject({ route: 'google:gemini-x', prompt_sha256: sha256('Grade this.') });
    expect(definitions.get('mean[scorer=grade/tone]')).toMatchObject({ judged: true });
    expect(definitions.get(ACCURACY)).not.toHaveProperty('judged');
  });

  it.each<[string, Tree, Tree]>([
    ['google:gemini-x', { model: 'google/gemini-x' }, {}],
    ['google:gemini-x', { model: ['google/gemini-x', 'openai/gpt-y'] }, {}],
    ['openai:gpt-y', { model: 'google/gemini-x' }, { grader: { model: 'openai/gpt-y' } }],
    ['openai:gpt-y', {}, { grader: { model: 'openai/gpt-y' } }],
  ])('is %s by options %j and roles %j', (route, options, roles) => {
    expect(graded(options, roles).judge?.route).toBe(route);
  });

  it('is the evaluated model itself where a model grades and none is named', () => {
    const { judge, models, losses } = graded({});
    expect(judge?.route).toBe(models.get('model'));
    expect(losses).toContain(
      'judge: model_graded_fact names no grader, so that the evaluated model graded itself',
    );
  });

  it('is none where no model grades', () => {
    expect(readOne(run({ scorers: [{ name: 'match', options: {} }] })).judge).toBeNull();
  });

  it('keeps roles other than the grader among what was evaluated', () => {
    const roles = { grader: { model: 'openai/gpt-y' }, helper: { model: 'acme/small' } };
    expect(graded({}, roles).models).toEqual(
      new Map([
        ['model', 'openai:gpt-x'],
        ['helper', 'acme:small'],
      ]),
    );
  });
});

describe('what is not read', () => {
  const { version: _, ...versionless } = tree(LOG);
  const zip = (names: string) => fileOf('log.eval', new TextEncoder().encode(`PK\x03\x04${names}`));

  it('a log without a version is read where its shape is exact, and says so', () => {
    const file = fileOf('l.json', versionless);
    expect(inspect.refuse!(file)).toBeNull();
    expect(readOne(file).losses[0]).toMatch(/^version: the log states none/);
  });

  it.each([3, 1, '2', null])('K200: version %j is refused, with the way to convert it', (version) => {
    const file = changed(LOG, { version });
    expect(inspect.detect(file)).toBe(true);
    expect(inspect.refuse!(file)).toMatch(
      /in version .* 2 alone is known: .*`inspect log convert FILE --to json/,
    );
  });

  it.each(['_journal/start.json', 'samples/1_epoch_1.json header.json'])(
    'K200: an archive is told for what it is: %s',
    (names) => {
      expect(inspect.detect(zip(names))).toBe(true);
      expect(inspect.refuse!(zip(names))).toMatch(/archive \(\.eval\).*`inspect log convert FILE --to json/);
    },
  );

  it('another zip is none of its', () => expect(inspect.detect(zip('xl/workbook.xml'))).toBe(false));

  it.each([
    {},
    { version: 2, status: 'success' },
    { ...versionless, plan: null },
    { ...versionless, eval: {} },
    [],
  ])('does not take %j', (value) => expect(inspect.detect(fileOf('l.json', value))).toBe(false));
});
