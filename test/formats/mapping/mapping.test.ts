import { describe, expect, it } from 'vitest';
import type { Reading } from '../../../src/core/reading.ts';
import { readMapped } from '../../../src/formats/mapping/mapping.ts';
import type { Mapping } from '../../../src/policy/policy.ts';
import { aFile } from '../../support/record.ts';

function read(content: unknown, mapping: Mapping): Reading {
  const mapped = readMapped(aFile(content), mapping);
  if ('unread' in mapped) throw new Error(mapped.unread);
  expect(mapped.readings).toHaveLength(1);
  return mapped.readings[0]!;
}

const metrics = '/aggregate';

describe('a team’s own JSON, read by pointers', () => {
  it('reads every part that the mapping names', () => {
    const file = {
      when: '2026-07-24T23:30:00-05:00',
      kind: 'fake',
      cfg: { version: 3, limits: { tokens: 0 }, data: 'queries' },
      llms: { planner: 'google:gemini-2.5-flash', temperature: 0 },
      grader: { route: 'anthropic:claude-sonnet-4.5', extra: 1 },
      aggregate: { completed: 1, support: null },
      bars: { completed: { min: 0.9, verdict: 'met' }, 'a/b': { max: 2 } },
      runs: [{ id: 1 }, { id: 2 }],
    };
    const mapping: Mapping = {
      metrics,
      metrics_version: '/cfg/version',
      limits: '/cfg/limits',
      dataset: '/cfg/data',
      models: '/llms',
      judge: '/grader',
      rows: '/runs',
      generated_at: '/when',
      mode: '/kind',
      thresholds: '/bars',
    };
    const nothing = { ruled: null, unreached: null, undisclosed: null, answered: null, temperature: null };
    expect(read(file, mapping)).toEqual({
      format: 'mapping',
      arm: null,
      arms: new Map(),
      run: {
        ...{ suite: null, routing: null, variant: null, run: null },
        ...{ date: '2026-07-25', generated_at: '2026-07-24T23:30:00-05:00' },
      },
      status: 'measured',
      reason: null,
      mode: 'scripted',
      metrics_version: 3,
      dataset: { name: 'queries', version: null, fingerprint: null, cases: null },
      samples: null,
      code: null,
      limits: { tokens: 0 },
      models: new Map([['planner', 'google:gemini-2.5-flash']]),
      judge: {
        ...{ route: 'anthropic:claude-sonnet-4.5', served: [], checked_against: [] },
        ...{ ...nothing, prompt_sha256: null },
      },
      claims: [
        { name: 'completed', value: 1, reason: null, pointer: '/aggregate/completed', expected: 2 },
        {
          ...{ name: 'support', value: null, reason: 'no reason stated' },
          ...{ pointer: '/aggregate/support', expected: 2 },
        },
      ],
      definitions: new Map(),
      rows: null,
      stated: [
        { metric: 'completed', min: 0.9, max: null, verdict: 'met', pointer: '/bars/completed' },
        { metric: 'a/b', min: null, max: 2, verdict: null, pointer: '/bars/a~1b' },
      ],
      splits: [],
      cases: new Map(),
      prompts: [],
      rubric: null,
      losses: [
        'rows: they are counted; no usual name of a pass or a score stands in them, so say where it stands',
      ],
    });
  });

  it('takes for unknown what a pointer does not find, and lists it as a loss', () => {
    const reading = read(
      { aggregate: {}, limits: null, when: 20250724 },
      {
        metrics,
        models: '/models',
        judge: '/judge',
        limits: '/limits',
        generated_at: '/when',
        rows: '/rows',
      },
    );
    expect(reading).toMatchObject({ judge: null, limits: null, metrics_version: null, mode: null });
    expect(reading.models.size).toBe(0);
    expect(reading.run).toMatchObject({ date: null, generated_at: null });
    expect(reading.losses.toSorted()).toEqual([
      'generated_at: what stands at /when is not understood',
      'judge: nothing stands at /judge',
      'limits: /limits is null',
      'models: nothing stands at /models',
      'rows: nothing stands at /rows',
    ]);
  });

  it.each([
    ['nothing', {}, 'nothing stands at /aggregate'],
    ['a list', { aggregate: [] }, '/aggregate is no object'],
    ['a number', { aggregate: 1 }, '/aggregate is no object'],
    ['null', { aggregate: null }, '/aggregate is no object'],
    ['an empty trace', [], 'nothing stands at /aggregate'],
  ])('is not read where the metrics are %s', (_, content, words) => {
    expect(readMapped(aFile(content), { metrics })).toEqual({ unread: expect.stringContaining(words) });
  });

  it('is not read where the syntax is not known', () => {
    const file = { path: 'results/a.csv', bytes: new Uint8Array(), document: null };
    expect(readMapped(file, { metrics })).toEqual({ unread: expect.stringContaining('syntax') });
  });
});

describe('metrics of a mapping', () => {
  const names = (content: unknown, pointer = metrics) => {
    const { claims, losses } = read(content, { metrics: pointer });
    return { claims: claims.map(({ name, value, pointer }) => [name, value, pointer]), losses };
  };

  it('K076: are numbers and nulls alone; whatever else stands there is listed', () => {
    expect(names({ aggregate: { ok: true, text: '0.75', list: [1], rate: 0.5, none: null } })).toEqual({
      claims: [
        ['rate', 0.5, '/aggregate/rate'],
        ['none', null, '/aggregate/none'],
      ],
      losses: ['/aggregate/list, /aggregate/ok, /aggregate/text are not read'],
    });
  });

  it('reach one object down where it holds numbers and nulls alone', () => {
    const overall = { 'recall@5': 1, dedup: null };
    expect(names({ aggregate: { overall, by_kind: { lexical: overall }, note: { a: 1, b: 'x' } } })).toEqual({
      claims: [
        ['overall.recall@5', 1, '/aggregate/overall/recall@5'],
        ['overall.dedup', null, '/aggregate/overall/dedup'],
      ],
      losses: ['/aggregate/by_kind, /aggregate/note are not read'],
    });
  });

  it('keep a member whose own name is that of a nested one', () => {
    expect(names({ aggregate: { a: { b: 1 }, 'a.b': 2 } })).toEqual({
      claims: [['a.b', 2, '/aggregate/a.b']],
      losses: ['/aggregate/a/b is not read: a.b is taken'],
    });
  });

  it('can be the members of the whole file', () => {
    expect(names({ recall: 1, run: 'x' }, '').claims).toEqual([['recall', 1, '/recall']]);
  });

  it('K166: may have names that every object inherits', () => {
    expect(names({ aggregate: { constructor: 1, hasOwnProperty: null } }).claims).toHaveLength(2);
    expect(readMapped(aFile({}), { metrics: '/constructor' })).toHaveProperty('unread');
  });

  it('are all unmeasured, with the run’s reason, in a run that says so', () => {
    const file = { aggregate: { a: 0, b: null }, status: 'unmeasured', why: 'no corpus' };
    const { status, claims } = read(file, { metrics, status: '/status', reason: '/why' });
    expect(status).toBe('unmeasured');
    expect(claims.map(({ value, reason }) => [value, reason])).toEqual([
      [null, 'no corpus'],
      [null, 'no corpus'],
    ]);
  });
});

describe('parts of a mapping', () => {
  it.each([
    ['/mode', { mode: 'real' }, 'real'],
    ['/mode', { mode: 'scripted' }, 'scripted'],
    ['/mode', { mode: 'report' }, null],
    ['/fake', { fake: true }, 'scripted'],
    ['/fake', { fake: false }, 'real'],
    ['/real', { real: false }, 'scripted'],
    ['/dry', { dry: true }, null],
    ['/mode', { mode: 1 }, null],
  ])('mode at %s of %j is %s', (pointer, parts, mode) => {
    expect(read({ aggregate: {}, ...parts }, { metrics, mode: pointer }).mode).toBe(mode);
  });

  it.each([
    ['2026-07-24T04:20:07+00:00', '2026-07-24'],
    ['2026-07-24T00:20:07+05:30', '2026-07-23'],
    ['2026-12-31T23:59:60Z', '2026-12-31'],
    ['2026-07-24T04:20:07', null],
    ['2026-07-24', null],
    ['24/07/2026', null],
  ])('K086: the day of %s in UTC is %s', (generated_at, day) => {
    expect(read({ aggregate: {}, generated_at }, { metrics, generated_at: '/generated_at' }).run.date).toBe(
      day,
    );
  });

  it('prefers a date that is stated to the day of generated_at', () => {
    const file = { aggregate: {}, date: '2026-07-23', at: '2026-07-24T04:20:07Z' };
    expect(read(file, { metrics, date: '/date', generated_at: '/at' }).run.date).toBe('2026-07-23');
  });

  it('takes a lone route for the judge and for the one model', () => {
    const reading = read(
      { aggregate: {}, m: 'openai:gpt-5.5', j: 'anthropic:x' },
      { metrics, models: '/m', judge: '/j' },
    );
    expect(reading.models).toEqual(new Map([['model', 'openai:gpt-5.5']]));
    expect(reading.judge?.route).toBe('anthropic:x');
  });

  it('does not read bars of another shape as thresholds', () => {
    const file = { aggregate: {}, bars: { min_support: 0.95 } };
    const reading = read(file, { metrics, thresholds: '/bars' });
    expect(reading.stated).toEqual([]);
    expect(reading.losses).toEqual(['thresholds: what stands at /bars is not understood']);
  });
});

describe('what the file does not say', () => {
  it('is stated by the policy itself', () => {
    const literals = {
      ...{ metrics_version: { is: 3 }, dataset: { is: 'queries' }, judge: { is: 'openai:gpt-5' } },
      ...{ models: { is: { agent: 'acme:reader' } }, mode: { is: 'real' }, limits: { is: { tokens: 0 } } },
      ...{ date: { is: '2026-07-22' }, thresholds: { is: { a: { min: 1 } } } },
    };
    const reading = read({ aggregate: { a: 1 } }, { metrics, ...literals });
    expect(reading).toMatchObject({
      ...{ metrics_version: 3, dataset: { name: 'queries' }, judge: { route: 'openai:gpt-5' } },
      ...{ mode: 'real', limits: { tokens: 0 }, run: { date: '2026-07-22' }, losses: [] },
    });
    expect([...reading.models]).toEqual([['agent', 'acme:reader']]);
    expect(reading.stated).toMatchObject([{ metric: 'a', min: 1 }]);
  });

  it('and is not understood where the value is of another kind', () => {
    expect(read({ aggregate: {} }, { metrics, dataset: { is: 3 } }).losses).toEqual([
      'dataset: the value that the policy states is not understood',
    ]);
  });
});

describe('models', () => {
  const models = (content: object, places: NonNullable<Mapping['models']>) => {
    const reading = read({ aggregate: { a: 1 }, ...content }, { metrics, models: places });
    return Object.fromEntries(reading.models);
  };

  it.each<[unknown, object]>([
    ['openai:gpt-5', { model: 'openai:gpt-5' }],
    [{ vendor: 'openai', name: 'gpt-5' }, { model: 'openai:gpt-5' }],
    [{ provider: 'openai', id: 'gpt-5', temperature: 0 }, { model: 'openai:gpt-5' }],
    [{ organization: 'openai', model: 'gpt-5' }, { model: 'openai:gpt-5' }],
    [{ name: 'gpt-5', temperature: 0 }, { model: 'gpt-5' }],
    [
      { planner: 'a:b', writer: 'c:d' },
      { planner: 'a:b', writer: 'c:d' },
    ],
    [
      { planner: { vendor: 'a', name: 'b' }, writer: 'c:d' },
      { writer: 'c:d', planner: 'a:b' },
    ],
    [['a:b'], { model: 'a:b' }],
    [['a:b', 'c:d'], {}],
    [3, {}],
  ])('D7: at %j are %j', (run, expected) => {
    expect(models({ run }, '/run')).toEqual(expected);
  });

  it('stand at one place by role', () => {
    const content = { run: { model: { vendor: 'acme', name: 'r-2' } }, user: 'openai:u' };
    const places = { agent: '/run/model', user: '/user', other: '/gone', judge: { is: 'acme:j' } };
    expect(models(content, places)).toEqual({
      agent: 'acme:r-2',
      judge: 'acme:j',
      user: 'openai:u',
    });
  });
});

describe('the time of a run', () => {
  it.each<[unknown, string | null]>([
    [1_784_700_484, '2026-07-22T06:08:04.000Z'],
    [1_784_700_484.5, '2026-07-22T06:08:04.500Z'],
    [1_784_700_484_848, '2026-07-22T06:08:04.848Z'],
    [20_260_722, null],
    [-1, null],
    [1e15, null],
    ['1784700484', null],
  ])('at %j is %j', (when, instant) => {
    expect(read({ aggregate: {}, when }, { metrics, generated_at: '/when' }).run.generated_at).toBe(instant);
  });
});

describe('a filter', () => {
  it.each<[unknown, string | undefined]>([
    ['glob-*', 'filter glob-*'],
    [50, 'filter 50'],
    [true, 'filter true'],
    [['a'], 'filter ["a"]'],
    [null, undefined],
    [false, undefined],
    ['', undefined],
    [[], undefined],
    [undefined, undefined],
  ])('%j makes a run the part %j', (filter, part) => {
    const reading = read({ aggregate: { a: 1 }, filter }, { metrics, part: '/filter' });
    expect(reading.part).toBe(part);
    expect(reading.losses).toEqual([]);
  });
});
