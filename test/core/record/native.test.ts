import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasonsAgainst } from '../../../src/core/comparability.ts';
import { type Claim, EMPTY_READING, type Reading, type Row } from '../../../src/core/reading.ts';
import { chooseIdentity, type GivenIdentity } from '../../../src/core/record/identity.ts';
import { byRecord, toNative } from '../../../src/core/record/native.ts';
import { asUnmeasured, stamped } from '../../../src/core/record/recorded.ts';
import { native } from '../../../src/formats/native/native.ts';
import { aFile } from '../../support/record.ts';
import { trials } from '../../support/trial.ts';
import { validateNow } from '../../support/validate.ts';

const source = { format: 'quack', file: 'out.csv', sha256: 'a'.repeat(64) };
const assumed = { metrics_version: 1 };
const now = '2026-09-28T10:11:12Z';
const moment = { date: '2026-09-28', generated_at: now, by: '' };
const nothing: GivenIdentity = { suite: null, date: null, routing: null, variant: null };

function aReading(parts: Partial<Reading> = {}): Reading {
  return { ...EMPTY_READING, format: 'quack', ...parts };
}

function aRow(parts: Partial<Row> = {}): Row {
  return {
    id: 'q1',
    arm: null,
    sample: 1,
    turn: null,
    pointer: '',
    category: null,
    provenance: null,
    negative: null,
    error: null,
    scores: new Map(),
    unmeasured: new Map(),
    judgments: [],
    served: new Map(),
    source: {},
    ...parts,
  };
}

const claim = (name: string, value: number | null, reason: string | null = null): Claim => ({
  name,
  value,
  reason,
  pointer: null,
});

const lossesOf = (reading: Reading) =>
  (toNative([reading], source, assumed)['source'] as { losses?: string[] }).losses ?? [];

/** Names of metrics and scores: any but the one that the strict reader refuses in every file. */
const name = fc.string().filter((text) => text !== '__proto__');

describe('a reading as a native result', () => {
  const reading = fc
    .record({
      status: fc.constantFrom('measured' as const, 'unmeasured' as const),
      reason: fc.constantFrom(null, 'target_quota: 429', 'the provider was down', ''),
      mode: fc.constantFrom('real' as const, 'scripted' as const, null),
      metrics_version: fc.constantFrom(null, 3, 1.5, '3', 'v3'),
      route: fc.constantFrom('acme:reader-2', 'gpt-5.5', 'modèle', '', 'a b:c'),
      judge: fc.constantFrom(null, 'acme:judge-1', 'gpt-5.5', ''),
      claims: fc.uniqueArray(
        fc.tuple(
          name,
          fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
          fc.option(fc.string()),
        ),
        {
          selector: ([name]) => name,
          maxLength: 4,
        },
      ),
      scores: fc.option(
        fc.array(fc.dictionary(name, fc.constantFrom(null, true, 0, 0.5, 'text')), { maxLength: 4 }),
      ),
      error: fc.constantFrom(
        null,
        { kind: 'target_error', message: null },
        { kind: 'HTTP 500', message: 'boom' },
      ),
    })
    .map(({ claims, scores, route, judge, error, ...rest }) =>
      aReading({
        ...rest,
        models: new Map([['agent', route]]),
        judge:
          judge === null
            ? null
            : {
                route: judge,
                ruled: 1,
                unreached: 0,
                undisclosed: null,
                served: [route],
                answered: true,
                checked_against: [route],
                temperature: null,
                prompt_sha256: null,
              },
        claims: claims.map(([name, value, reason]) => claim(name, value, reason)),
        rows:
          scores?.map((row, at) => aRow({ id: `q${at}`, scores: new Map(Object.entries(row)), error })) ??
          null,
      }),
    );

  it('always keeps the published schema', () => {
    fc.assert(
      fc.property(reading, (each) => {
        const content = stamped(
          toNative([each], source, assumed),
          {
            identity: chooseIdentity(nothing, each, moment).identity,
            code: null,
            source,
            recorded_by: 'evalguard 0.0.0',
            ci: { provider: 'github', run: '1', url: null },
          },
          1,
        );
        expect(validateNow('result', JSON.parse(JSON.stringify(content)))).toEqual([]);
      }),
      { numRuns: trials(300) },
    );
  });

  it('reads back to the same values: what was null is null, never 0, and has a reason', () => {
    fc.assert(
      fc.property(reading, (each) => {
        const [back] = native.read(aFile(toNative([each], source, assumed)));
        const values = new Map(back?.claims.map(({ name, value }) => [name, value]));
        for (const { name, value } of each.claims) {
          expect(values.get(name)).toBe(each.status === 'unmeasured' ? null : value === 0 ? 0 : value);
        }
        for (const { value, reason } of back?.claims ?? [])
          if (value === null) expect(reason).toMatch(/^[a-z_]+/);
        for (const [at, row] of (back?.rows ?? []).entries()) {
          expect([...row.scores]).toEqual([...(each.rows?.[at]?.scores ?? [])]);
          for (const [score, value] of row.scores) {
            if (value === null && row.error === null) expect(row.unmeasured.get(score)).toBeDefined();
          }
        }
      }),
      { numRuns: trials(300) },
    );
  });

  it('keeps the version that a metric states of itself (K089), and the arms with what configures them', () => {
    const definition = { aggregate: 'rate', score: 'passed', metrics_version: 4 };
    const versioned = aReading({
      definitions: new Map([['passed', definition]]),
      arms: new Map([
        ['baseline', {}],
        ['with-docs', { docs: true }],
      ]),
      rows: [aRow({ arm: 'with-docs', scores: new Map([['passed', true]]) })],
    });
    const document = JSON.parse(JSON.stringify(toNative([versioned], source, assumed)));
    expect(validateNow('result', document)).toEqual([]);
    const [again] = native.read(aFile(document));
    expect([again?.definitions, again?.arms]).toEqual([versioned.definitions, versioned.arms]);
  });

  it.each([
    ['v3', 'v4'],
    [1.1, 1.2],
    ['a 1, b 2', 'a 1, b 3'],
  ])('two runs of versions %j and %j do not become comparable by being recorded', (one, other) => {
    const dataset = { name: 'qa', version: '5-shot', fingerprint: null, cases: 3 };
    const [base, head, same] = [one, other, one].map((metrics_version) => {
      const document = JSON.parse(
        JSON.stringify(toNative([aReading({ metrics_version, dataset })], source, assumed)),
      );
      expect(validateNow('result', document)).toEqual([]);
      return native.read(aFile(document))[0]!;
    });
    expect(reasonsAgainst(base!, head!).map(({ key }) => key)).toEqual(['dataset']);
    expect(reasonsAgainst(base!, same!)).toEqual([]);
    expect(base!.dataset?.version).toBe(`5-shot; metrics version ${one}`);
  });

  it('tells what has no place in it', () => {
    const odd = aReading({
      losses: ['the dataset'],
      metrics_version: 'v3',
      models: new Map([
        ['agent', 'gpt-5.5'],
        ['critic', 'modèle'],
      ]),
      claims: [{ ...claim('accuracy', 0.5), measured: 5, expected: 10, direction: 'higher' }],
    });
    expect(lossesOf(odd)).toEqual([
      'the dataset',
      'the version of the metrics\' definitions is "v3", no whole number: 1 was assumed, and it stands in the dataset’s version',
      'the provider of agent',
      'the model of critic: its name is no route',
      'how accuracy follows from rows, so that its direction (higher) has no place',
      'which rows accuracy stands on (5 of 10 were measured)',
    ]);
  });

  it('keeps evidence that is in the words of the native form, and nothing that only looks like it', () => {
    const row = (rowSource: Row['source']) =>
      (
        toNative([aReading({ rows: [aRow({ source: rowSource })] })], source, assumed)['results'] as object[]
      )[0];
    const calls = { expected_tool_calls: [{ name: 'a', arguments: {}, optional: true }], tool_calls: null };
    expect(row({ ...calls, retrieved: ['d1'], relevant: { d1: 2 }, output: 'x', secret: 1 })).toEqual({
      id: 'q1',
      scores: {},
      output: 'x',
      relevant: { d1: 2 },
      retrieved: ['d1'],
      ...calls,
    });
    expect(row({ tool_calls: [{ tool: 'a' }], retrieved: [1], relevant: ['d1'] })).toEqual({
      id: 'q1',
      scores: {},
    });
  });

  it('holds a baseline and its candidate in one record, and every other run in its own', () => {
    const arms = ['baseline', 'candidate', 'x', 'y', null].map((arm) => aReading({ arm }));
    expect(byRecord(arms).map((group) => group.map(({ arm }) => arm))).toEqual([
      ['baseline', 'candidate'],
      ['x'],
      ['y'],
      [null],
    ]);
    const [pair] = byRecord([
      aReading({ arm: 'baseline', claims: [claim('a', 1)] }),
      aReading({ arm: 'candidate', claims: [claim('a', null, 'budget_stop')] }),
    ]);
    expect(toNative(pair!, source, assumed)).toMatchObject({
      aggregate: { a: 1 },
      candidate: { aggregate: { a: null }, unmeasured: { a: 'budget_stop' } },
    });
  });
});

describe('the identity of a record', () => {
  const identityOf = (parts: Partial<Reading>, given: Partial<GivenIdentity> = {}) =>
    chooseIdentity({ ...nothing, ...given }, aReading(parts), moment);
  const run = { ...EMPTY_READING.run };

  it('is what the user says, else what the file says, else the usual words, which are told', () => {
    expect(
      identityOf({ run: { ...run, suite: 'memory', routing: 'corpus' } }, { routing: 'Web-search' }),
    ).toEqual({
      identity: {
        suite: 'memory',
        date: '2026-09-28',
        routing: 'Web-search',
        variant: null,
        generated_at: now,
      },
      assumed: ['date 2026-09-28'],
      refitted: [],
    });
    expect(identityOf({}).assumed).toEqual(['suite eval', 'date 2026-09-28', 'routing default']);
  });

  it.each([
    ['2026-09-28T23:30:00-05:00', '2026-09-29'],
    ['2026-09-28T00:30:00+02:00', '2026-09-27'],
    ['2026-12-31T23:59:60Z', '2026-12-31'],
  ])(
    'K086: is of the UTC day: %s is on %s, and the instant stays as it was written',
    (generated_at, date) => {
      expect(identityOf({ run: { ...run, generated_at } }).identity).toMatchObject({ date, generated_at });
    },
  );

  it.each(['2026-09-28 23:30', '2026-09-28T23:30:00', 'yesterday'])(
    'K086: is not of a day that depends on where the machine stands: %s',
    (generated_at) => {
      expect(identityOf({ run: { ...run, generated_at } })).toMatchObject({
        identity: { generated_at: now },
        assumed: expect.arrayContaining(['date 2026-09-28']),
      });
    },
  );

  it('takes routing from the one model, and a variant from the run of many', () => {
    const models = new Map([['agent', 'http://host:1234/v1:big']]);
    expect(identityOf({ models, arm: 'arm 1' }).identity).toMatchObject({
      routing: 'host-1234-v1-big',
      variant: 'arm-1',
    });
    expect(identityOf({ models: new Map([...models, ['b', 'x:y']]) }).identity).toMatchObject({
      routing: 'default',
    });
    expect(identityOf({ arm: 'baseline' }).identity.variant).toBeNull();
  });
});

describe('a stamp', () => {
  const stamp = {
    identity: chooseIdentity(nothing, aReading(), moment).identity,
    code: { commit: 'c'.repeat(40), tree: null, dirty: true },
    source,
    recorded_by: 'evalguard 1',
    ci: null,
  };

  it('adds what the machine knows, and replaces nothing that the file says of code and source', () => {
    expect(stamped({ schema: 'x' }, stamp, 2)).toMatchObject({
      run: 2,
      code: { commit: 'c'.repeat(40), dirty: true },
      source: { ...source, recorded_by: 'evalguard 1' },
    });
    const stated = { code: { commit: 'd'.repeat(40) }, source: { format: 'promptfoo', losses: ['x'] } };
    expect(stamped(stated, stamp, 2)).toMatchObject({
      ...stated,
      source: { ...stated.source, recorded_by: 'evalguard 1' },
    });
  });

  it('of a run that could not measure leaves no number, in neither arm', () => {
    const content = {
      aggregate: { a: 1, b: null },
      unmeasured: { b: 'budget_stop' },
      results: [{ id: 'q' }],
      candidate: { aggregate: { a: 0 } },
    };
    expect(asUnmeasured(content, 'infrastructure: disk')).toEqual({
      status: 'unmeasured',
      reason: 'infrastructure: disk',
      aggregate: { a: null, b: null },
      unmeasured: { a: 'infrastructure: disk', b: 'budget_stop' },
      results: [{ id: 'q' }],
      candidate: { aggregate: { a: null }, unmeasured: { a: 'infrastructure: disk' } },
    });
  });
});
