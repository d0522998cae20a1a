import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../src/adapters/policy.ts';
import { EvalguardError } from '../../src/core/error.ts';
import type { Bounds } from '../../src/core/verdict.ts';
import type { JsonValue } from '../../src/document/document.ts';
import { DEFAULT_POLICY, type Policy, type Series } from '../../src/policy/policy.ts';
import { aPolicy, aSeries, aThreshold, policies } from '../support/policies.ts';

function read(text: string | Uint8Array): Promise<Policy> {
  return readPolicy(typeof text === 'string' ? new TextEncoder().encode(text) : text, 'evalguard.yaml');
}

/** The problems that a policy is refused for, one a line. */
async function problems(text: string | Uint8Array): Promise<readonly string[]> {
  const error = await read(text).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EvalguardError)) throw new Error('the policy was read', { cause: error });
  expect(error.code).toBe('policy');
  expect(error.remedy).toContain('docs/policy.md');
  const [lead, ...lines] = error.message.split('\n');
  expect(lead).toBe('The policy evalguard.yaml cannot be used, so nothing can be judged by it:');
  return lines.map((line) => line.trim().replace(/^evalguard\.yaml:/, ''));
}

function threshold(text: string): string {
  return `version: 1\nseries:\n  eval:\n    files: "eval-*.json"\n    thresholds:\n      a: ${text}\n`;
}

describe('readPolicy', () => {
  it('fills in every default', async () => {
    expect(await read('version: 1')).toEqual(DEFAULT_POLICY);
    expect(
      await read('version: 1\nseries: { eval: { files: "*.json", thresholds: { a: { max: 1 } } } }'),
    ).toEqual(
      aPolicy({
        series: [aSeries({ files: '*.json', thresholds: [aThreshold({ metric: 'a', min: null, max: 1 })] })],
      }),
    );
  });

  it.each<[string, string]>([
    ['protect: ["/main"]', '2:11: "/main" is no glob of branches: it begins with "/"'],
    ['secrets: { allow: [{ files: "!a", rule: generic }] }', '"!a" is no glob of files: it is negated'],
    ['secrets: { allow: [{ files: "a" }] }', 'rule'],
    ['series: { a: { files: a, dataset: {} } }', 'dataset'],
    ['series: { a: { files: a, dataset: { cases: 3 } } }', 'cases'],
    ['series: { a: { files: a, judge: gpt } }', 'judge'],
    ['series: { a: { files: a, evidence: none } }', 'evidence'],
    ['series: { a: { files: a, regressed: fatal } }', 'regressed'],
    ['series: { a: { files: a, expect: { cases: 0 } } }', 'cases'],
    ['series: { a: { files: "*/a.json", folder: half } }', 'folder'],
    [
      'series: { a: { files: "./a.json", folder: whole } }',
      '"./a.json" matches only files that lie directly in',
    ],
    ['series: { a: { files: "./{a,b}.json", folder: grows } }', 'write a folder for each run'],
    ['series: { a: { files: "*/a.json", folder: whole, name: "{suite}.json" } }', 'named by its folder'],
    ['portable: yes', 'write true or false'],
    ['series: { a: { files: a, grows: columns } }', 'grows'],
    ['series: { a: { files: "*/a", folder: whole, grows: lines } }', 'leave "grows" or "folder" out'],
    ['series: { a: { files: a, grows: lines, key: model } }', 'only with "grows: rows"'],
    ['series: { a: { files: a, ignore: [rank] } }', 'ignore says how the rows of a growing table are read'],
    ['series: { a: { files: a, rows: /entries } }', 'only with "grows: rows"'],
    ['series: { a: { files: a, grows: rows, rows: entries } }', '"entries" is no JSON pointer'],
    ['series: { a: { files: a, grows: rows, key: [] } }', 'key'],
    ['series: { a: { files: a, grows: rows, key: [m, m] } }', 'key'],
    ['series: { a: { files: a, grows: rows, key: [m, n], ignore: [n] } }', '"n" is the key'],
    ['series: { a: { files: a, grows: rows, key: m, ignore: m } }', '"m" is the key'],
    ['series: { a: { files: a, grows: rows, ignore: /at } }', 'without `rows` the whole file is rows'],
    ['series: { a: { files: a, grows: rows, rows: "", ignore: /at } }', 'the rows stand there'],
    ['series: { a: { files: a, grows: rows, rows: /x/y, ignore: [/x] } }', 'the rows stand there'],
    ['series: { a: { files: a, grows: rows, rows: /x, ignore: [/x/y] } }', 'the rows stand there'],
    ['series: { a: { files: a, grows: rows, rows: /x, ignore: [/y~2] } }', '"/y~2" is no JSON pointer'],
  ])('refuses %s', async (setting, why) => {
    expect((await problems(`version: 1\n${setting}`)).join('\n')).toContain(why);
  });

  it('takes a key and what is ignored as one text or as a list', async () => {
    const series = { id: 'board', files: '*.csv', grows: 'rows' } as const;
    expect(
      await read('version: 1\nseries: { board: { files: "*.csv", grows: rows, key: "", ignore: rank } }'),
    ).toEqual(aPolicy({ series: [aSeries({ ...series, key: [''], ignore: ['rank'] })] }));
    expect(
      await read(
        'version: 1\nseries: { board: { files: "*.csv", grows: rows, key: [a, b], rows: /x, ignore: [c, /y, /xy] } }',
      ),
    ).toEqual(
      aPolicy({ series: [aSeries({ ...series, key: ['a', 'b'], rows: '/x', ignore: ['c', '/y', '/xy'] })] }),
    );
  });

  it('refuses a format that no reader has: its records would be passed over in silence', async () => {
    const of = (format: string) =>
      problems(`version: 1\nseries: { eval: { files: "*.json", format: ${format} } }`);
    expect(await of('couchbse')).toEqual([
      '2:44: no format is called "couchbse", so no record could be read by it; did you mean "couchbase"?',
    ]);
    expect(await of('zzzzzz')).toEqual([expect.stringContaining('write one of auto, native, ')]);
  });

  it('reads every setting', async () => {
    const policy = await read(`
version: 1
ledger: [evals/results]
exempt: ["**/latest.json"]
series:
  eval:
    files: "eval-*.json"
    name: "{suite}-{date}-{routing}[-{variant}]-run{run}.json"
    format: { metrics: /aggregate, judge: /judge }
    syntax: json
    grows: rows
    key: model
    ignore: [rank, /updated_at]
    rows: /entries
    metrics_version: 3
    dataset: 2026-08-01
    judge: "openai:a"
    evidence: stated
    scripted: allow
    parts: allow
    expect: { cases: 40, samples: 3, seeds: [1, two], max_plausible: { support: 0.999 } }
    regressed: warning
    headline: support
    min_n: 30
    thresholds:
      support: { min: 0.95, max: 1, enforce: true, min_coverage: 0.9, min_n: 50, rule: interval }
      plain: { min: 0 }
    hard_fail:
      - { where: { negative: true }, score: confabulated, max: 0 }
      - { where: {} }
    inconclusive_when: { flip_rate: { max: 0.25 } }
  other: { files: "*.csv", format: quack, dataset: { fingerprint: abc }, expect: { cases: 1 } }
  skill: { files: "*/benchmark.json", folder: whole }
  traces: { files: "trace.json", folder: grows }
judge:
  required: true
  aliases: ["acme/*"]
  family: distinct
  routes: { "gw:a": "openai:a" }
require:
  retrieval: { paths: ["src/**"], series: eval, enforce: true }
  late: { paths: ["lib/**"], series: other }
min_coverage: 0.5
citations: ["README.md"]
max_bytes: 1000
portable: true
protect: ["release/*"]
secrets: { allow: [{ files: "results/old-*.json", rule: generic }] }
`);
    expect(policy).toEqual({
      ledger: ['evals/results'],
      exempt: ['**/latest.json'],
      series: [
        {
          id: 'eval',
          files: 'eval-*.json',
          name: '{suite}-{date}-{routing}[-{variant}]-run{run}.json',
          format: { mapping: { metrics: '/aggregate', judge: '/judge' } },
          syntax: 'json',
          folder: null,
          grows: 'rows',
          key: ['model'],
          ignore: ['rank', '/updated_at'],
          rows: '/entries',
          metrics_version: 3,
          dataset: { name: '2026-08-01', version: null, fingerprint: null },
          judge: 'openai:a',
          evidence: 'stated',
          scripted: 'allow',
          parts: 'allow',
          expect: { cases: 40, samples: 3, seeds: [1, 'two'], max_plausible: { support: 0.999 } },
          regressed: 'warning',
          headline: 'support',
          min_n: 30,
          thresholds: [
            {
              metric: 'support',
              min: 0.95,
              max: 1,
              enforce: true,
              min_coverage: 0.9,
              min_n: 50,
              rule: 'interval',
            },
            aThreshold({ metric: 'plain', min: 0 }),
          ],
          hard_fail: [
            { where: { negative: true }, score: 'confabulated', min: null, max: 0 },
            { where: {}, score: null, min: null, max: null },
          ],
          inconclusive_when: [{ metric: 'flip_rate', min: null, max: 0.25 }],
        },
        aSeries({
          id: 'other',
          files: '*.csv',
          format: { reader: 'quack' },
          dataset: { name: null, version: null, fingerprint: 'abc' },
          expect: { cases: 1, samples: null, seeds: [], max_plausible: {} },
        }),
        aSeries({ id: 'skill', files: '*/benchmark.json', folder: 'whole' }),
        aSeries({ id: 'traces', files: 'trace.json', folder: 'grows' }),
      ],
      judge: { required: true, aliases: ['acme/*'], family: 'distinct', routes: { 'gw:a': 'openai:a' } },
      require: [
        { id: 'retrieval', paths: ['src/**'], series: 'eval', enforce: true },
        { id: 'late', paths: ['lib/**'], series: 'other', enforce: false },
      ],
      min_coverage: 0.5,
      citations: ['README.md'],
      max_bytes: 1000,
      portable: true,
      protect: ['release/*'],
      secrets: { allow: [{ files: 'results/old-*.json', rule: 'generic' }] },
    });
  });

  it('reads JSON, a byte order mark and carriage returns', async () => {
    expect(await read('{"version": 1, "ledger": ["a"]}')).toEqual(aPolicy({ ledger: ['a'] }));
    expect(await read('\uFEFFversion: 1\r\nledger:\r\n  - a\r\n')).toEqual(aPolicy({ ledger: ['a'] }));
  });

  it('K066 keeps a bound of 0, which is a value', async () => {
    const { series } = await read(threshold('{ min: 0, max: -0.0 }'));
    expect(series[0]?.thresholds).toEqual([aThreshold({ metric: 'a', min: 0, max: -0 })]);
  });

  it('keeps series in the order of the file, numbers among them', async () => {
    const { series } = await read(
      'version: 1\nseries: { z: { files: z }, 2025: { files: b }, "10": { files: a }, c: { files: c } }',
    );
    expect(series.map(({ id }) => id)).toEqual(['z', '2025', '10', 'c']);
  });

  it.each([
    ['results/', 'results'],
    ['./results', 'results'],
    ['a//b/./c/', 'a/b/c'],
    ['.', '.'],
    ['./', '.'],
    ['..data', '..data'],
    ['résultats', 'résultats'],
  ])('takes the ledger directory %j for %j', async (written, directory) => {
    expect((await read(JSON.stringify({ version: 1, ledger: [written, directory] }))).ledger).toEqual([
      directory,
    ]);
  });

  it.each<[string, string]>([
    ['/abs', 'it begins with "/"'],
    ['../up', 'it leads upwards'],
    ['a/../b', 'it leads upwards'],
    ['a*/', 'a pattern stands for files of one directory'],
    ['{a,b}/c.json', 'a pattern stands for files of one directory'],
    ['!a', 'it is negated'],
    ['a\\b', 'it has a backslash'],
    ['', 'it is empty'],
  ])('refuses the ledger directory %j', async (written, why) => {
    const text = JSON.stringify({ version: 1, ledger: ['fine', written] });
    expect(await problems(text)).toEqual([expect.stringMatching(/^1:\d+: ".*" is no ledger directory: /)]);
    expect((await problems(text))[0]).toContain(why);
  });

  it.each<[string, string]>([
    ['!docs/**', 'it is negated'],
    ['', 'it is empty'],
    ['a[', 'at character 2, "[" is not closed'],
    ['+(eval|x)-*.json', 'at character 1, "+(…)"'],
    ['(a+)+b', 'at character 1, "(" is not read here'],
    ['/docs/*', 'it begins with "/"'],
    ['src/', 'write src/** for all below it'],
    ['../*', 'it leads upwards'],
  ])('refuses the glob %j wherever one stands', async (glob, why) => {
    const found = await problems(
      JSON.stringify({
        version: 1,
        exempt: [glob],
        citations: [glob],
        series: { eval: { files: glob } },
        require: { r: { paths: [glob], series: 'eval' } },
      }),
    );
    expect(found).toHaveLength(4);
    for (const line of found) expect(line).toContain(why);
  });

  it('refuses a glob that is too long, without repeating it', async () => {
    const [found] = await problems(JSON.stringify({ version: 1, exempt: ['x'.repeat(70_000)] }));
    expect(found).toContain('it has 70000 characters');
    expect(found!.length).toBeLessThan(300);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'a bound that is not a number',
      '{ min: .nan }',
      ['6:17: .nan is no finite number, and nothing can be held against it; write a number such as 0.95.'],
    ],
    [
      'an infinite bound',
      '{ max: -.inf }',
      ['6:17: -.inf is no finite number, and nothing can be held against it; write a number such as 0.95.'],
    ],
    [
      'an overflowing bound',
      '{ max: 1e400 }',
      ['6:17: 1e400 is no finite number, and nothing can be held against it; write a number such as 0.95.'],
    ],
    [
      'a bound in quotes',
      '{ min: "0.9" }',
      [
        '6:17: /series/eval/thresholds/a/min: expected a number, found the text "0.9". What stands in quotes is text, not a number; take the quotes away.',
      ],
    ],
    [
      'a bound that is left empty',
      '{ min: }',
      [
        '6:17: /series/eval/thresholds/a/min: expected a number, found null. Nothing stands after the colon; fill it in, or leave the key out.',
      ],
    ],
    [
      'enforce in quotes',
      '{ min: 0.9, enforce: "yes" }',
      [
        '6:31: /series/eval/thresholds/a/enforce: expected true or false, found the text "yes". Words such as yes, no, on and off are text in YAML 1.2, and so is all that stands in quotes; write true or false.',
      ],
    ],
    [
      'the bare word no',
      '{ min: 0.9, enforce: no }',
      [
        '6:31: /series/eval/thresholds/a/enforce: expected true or false, found the text "no". Words such as yes, no, on and off are text in YAML 1.2, and so is all that stands in quotes; write true or false.',
      ],
    ],
    [
      'no bound at all',
      '{ enforce: true }',
      [
        '6:10: /series/eval/thresholds/a: one of the keys `min` or `max` is missing. A threshold without bounds holds nothing.',
      ],
    ],
    [
      'K167 a misspelt bound',
      '{ mim: 0.9 }',
      ['6:17: /series/eval/thresholds/a/mim: the key `mim` is not known here; did you mean `min`?'],
    ],
    [
      'bounds that no value meets',
      '{ min: 2, max: 1 }',
      ['6:10: min 2 is above max 1, so that no value could meet both.'],
    ],
  ])('refuses a threshold with %s', async (_, text, expected) => {
    expect(await problems(threshold(text))).toEqual(expected);
  });

  it('K167 names the nearest known key at every level', async () => {
    expect(
      await problems(
        'version: 1\nledgers: [a]\nseries:\n  eval:\n    files: a\n    threshholds: {}\njudge: { require: true }\n',
      ),
    ).toEqual([
      '2:10: /ledgers: the key `ledgers` is not known here; did you mean `ledger`?',
      '6:18: /series/eval/threshholds: the key `threshholds` is not known here; did you mean `thresholds`?',
      '7:19: /judge/require: the key `require` is not known here; did you mean `required`?',
    ]);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'a name with an unknown field',
      'series: { e: { files: a, name: "{suite}-{dat}" } }',
      [
        '2:32: "{suite}-{dat}" is no pattern of file names: {dat} is none of {suite} {date} {routing} {variant} {run}.',
      ],
    ],
    [
      'a name with a folder',
      'series: { e: { files: a, name: "x/{suite}" } }',
      ['2:32: "x/{suite}" has a "/", and a name is the last part of a path only.'],
    ],
    [
      'a mapping that is no pointer',
      'series: { e: { files: a, format: { metrics: aggregate } } }',
      [
        '2:45: "aggregate" is no JSON pointer (RFC 6901): write /aggregate, or /aggregate/score; in a key, "/" is written ~1 and "~" is written ~0.',
      ],
    ],
    [
      'columns of a format that has none',
      'series: { e: { files: a, columns: { ticket: T, score: S } } }',
      [
        '2:35: columns are headings of a batch run, and are read only with "format: workbook"; write that too, or leave them out.',
      ],
    ],
    [
      'a requirement of a series that is not there',
      'series: { eval: { files: a } }\nrequire: { r: { paths: [b], series: evl } }',
      [
        '3:37: no series is called "evl", so no result could ever meet this requirement; did you mean "eval"?',
      ],
    ],
    [
      'a requirement of an inherited name',
      'require: { r: { paths: [b], series: constructor } }',
      [
        '2:37: no series is called "constructor", so no result could ever meet this requirement; name one of those under series.',
      ],
    ],
    [
      'two series with the same files',
      'series: { a: { files: x }, b: { files: x } }',
      [
        '2:40: the series "a" has the same files, and a file belongs to one series: one of the two would claim nothing. Give each its own pattern.',
      ],
    ],
    [
      'bounds of a hard failure that no score keeps',
      'series: { a: { files: x, hard_fail: [{ where: {}, score: s, min: 1, max: 0 }] } }',
      ['2:38: min 1 is above max 0, so that no value could meet both.'],
    ],
    [
      'a series twice',
      'series: { a: { files: x }, a: { files: y } }',
      [
        '2:28: the key "a" stands twice in one object, first at line 2, column 11 and again at line 2, column 28; readers take one or the other, so keep the right one only.',
      ],
    ],
    [
      'a merge key',
      'judge: { <<: { required: true } }',
      [
        '2:14: /judge/<<: the key `<<` is not known here; known are `required`, `aliases`, `family` and `routes`. YAML 1.2 has no merge key; write the settings out.',
      ],
    ],
    [
      'a key that reaches into JavaScript',
      '__proto__: { ledger: [] }',
      [
        '2:1: the key "__proto__" is refused and was left out, for it can change how JavaScript readers see every other key; rename it.',
      ],
    ],
    [
      'an alias of nothing',
      'ledger: *here',
      [
        '2:9: no anchor &here stands before the alias: evalguard reads YAML 1.2 in its core schema, one document a file; mend the text here.',
      ],
    ],
    [
      'a tab',
      'series:\n\ta: { files: x }',
      [
        '3:1: Tabs are not allowed as indentation: evalguard reads YAML 1.2 in its core schema, one document a file; mend the text here.',
      ],
    ],
  ])('refuses %s', async (_, text, expected) => {
    expect(await problems(`version: 1\n${text}\n`)).toEqual(expected);
  });

  it('understands anchors', async () => {
    expect(await read('version: 1\nexempt: &globs [a, b]\ncitations: *globs\n')).toEqual(
      aPolicy({ exempt: ['a', 'b'], citations: ['a', 'b'] }),
    );
  });

  it.each([
    ['is empty', ''],
    ['holds a comment only', '# later\n'],
    ['is a list', '- a\n- b\n'],
    ['is a word', 'results'],
    ['is null', 'null'],
  ])('refuses a file that %s', async (_, text) => {
    expect(await problems(text)).toEqual([
      '1:1: the file holds no settings. A policy is a mapping that begins with "version: 1"; without any policy file the defaults count.',
    ]);
  });

  it.each([
    ['lacks the version', 'ledger: [a]', '1:1: the whole file: the key `version` is missing; expected 1.'],
    ['has another version', 'version: 2', '1:10: /version: expected 1, found 2.'],
    [
      'has the version in quotes',
      'version: "1"',
      '1:10: /version: expected 1, found the text "1". What stands in quotes is text, not a number; take the quotes away.',
    ],
  ])('refuses a file that %s', async (_, text, expected) => {
    expect(await problems(text)).toEqual([expected]);
  });

  it('refuses a file that is a merge conflict, an LFS pointer, UTF-16, or long', async () => {
    expect((await problems('<<<<<<< a\nversion: 1\n=======\nversion: 1\n>>>>>>> b\n'))[0]).toContain(
      'unresolved merge',
    );
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 1\n`;
    expect((await problems(pointer))[0]).toContain('Git LFS pointer, not the policy');
    expect((await problems(Uint8Array.from([0xff, 0xfe, 0x61, 0])))[0]).toContain('UTF-16');
    expect((await problems(`version: 1\n#${'x'.repeat(300_000)}`))[0]).toContain('the limit is 262144');
  });

  it('lists every problem in the order of the file, and at most 100', async () => {
    const found = await problems('version: 1\nledger: ["/a"]\njude: {}\nexempt: ["!b"]\nmin_coverage: 2\n');
    expect(found.map((line) => line.split(':')[0])).toEqual(['2', '3', '4', '5']);
    const many = await problems(
      JSON.stringify({ version: 1, exempt: Array.from({ length: 150 }, () => '/a') }),
    );
    expect(many).toHaveLength(101);
    expect(many.at(-1)).toBe('and 50 more');
  });

  it('reads back whatever can be written', async () => {
    await fc.assert(
      fc.asyncProperty(policies.map(readable), async (policy) => {
        expect(await read(JSON.stringify(written(policy)))).toEqual(policy);
      }),
    );
  });
});

/** The policy without what its file would be refused for. */
function readable(policy: Policy): Policy {
  const sound = ({ min, max }: Bounds) => (min !== null || max !== null) && (min ?? 0) <= (max ?? 1);
  const alone = policy.series.map((one) => (one.folder === null ? one : { ...one, grows: null }));
  const series = alone
    .filter(({ files }, index, all) => all.findIndex((other) => other.files === files) === index)
    .map(
      (one): Series => ({
        ...one,
        ...(one.grows === 'rows' ? {} : { key: [], ignore: [], rows: null }),
        ...(one.grows === 'rows' && one.rows === null
          ? { ignore: one.ignore.filter((name) => !name.startsWith('/')) }
          : {}),
        thresholds: one.thresholds.filter(sound),
        hard_fail: one.hard_fail.filter((bounds) => (bounds.score === null) !== sound(bounds)),
        inconclusive_when: one.inconclusive_when.filter(sound),
      }),
    )
    .map((one) => ({
      ...one,
      hard_fail: one.hard_fail.filter(
        ({ score, min, max }) => score !== null || (min === null && max === null),
      ),
    }));
  return {
    ...policy,
    series,
    require: policy.require.filter((requirement) => series.some(({ id }) => id === requirement.series)),
  };
}

function written({ series, require, ...rest }: Policy): JsonValue {
  const named = <T extends { readonly [key: string]: unknown }>(list: readonly T[], key: keyof T & string) =>
    Object.fromEntries(list.map(({ [key]: name, ...members }) => [String(name), members]));
  const plain = {
    version: 1,
    ...rest,
    series: named(
      series.map((one) => ({
        ...one,
        format: 'reader' in one.format ? one.format.reader : one.format.mapping,
        key: one.key.length === 0 ? null : one.key,
        ignore: one.ignore.length === 0 ? null : one.ignore,
        thresholds: named(
          one.thresholds.map((bar) => ({ ...bar })),
          'metric',
        ),
        inconclusive_when: named(
          one.inconclusive_when.map((bounds) => ({ ...bounds })),
          'metric',
        ),
      })),
      'id',
    ),
    require: named(
      require.map((one) => ({ ...one })),
      'id',
    ),
  };
  // `null` stands for what was not written.
  return JSON.parse(JSON.stringify(plain, (_, value: unknown) => (value === null ? undefined : value)));
}
