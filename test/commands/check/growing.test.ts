import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCheck } from '../../support/cli.ts';
import { fastImport } from '../../support/fast-import.ts';
import { TestRepository } from '../../support/repository.ts';

const BOARD = 'board.csv';
const CSV = 'rank,model,acc\n1,gpt-4,0.90\n2,claude,0.80\n';
const LOG = '{"a": 1}\n{"a": 2}\n';
const YAML = '- model: gpt-4\n  pass: 61.10\n- model: claude\n  pass: 55.0\n';
const JSON_ROWS =
  '{"updated_at": "mon", "version": 2, "entries": [{"model": "a", "acc": 0.50}, {"model": "b", "acc": 1}]}\n';
const BY_NAME = '{"a": {"acc": 0.5, "note": null}, "b": 0.25}\n';

const CSV_SERIES = 'board: { files: "board.csv", grows: rows, key: model, ignore: [rank] }';
const YAML_SERIES = 'board: { files: "board.yml", grows: rows, key: model }';
const JSON_SERIES =
  'board: { files: "board.json", grows: rows, rows: /entries, key: model, ignore: [/updated_at] }';
const NAME_SERIES = 'board: { files: "board.json", grows: rows }';
const LOG_SERIES = 'log: { files: "log.jsonl", grows: lines }';
const JSONL_SERIES = 'log: { files: "log.jsonl", grows: rows, key: a }';

interface Case {
  readonly series: string;
  readonly file: string;
  readonly base: string;
  /** `null`: deleted. */
  readonly head: string | null;
  readonly more?: Readonly<Record<string, string>>;
}

const csv = (head: string | null, base = CSV): Case => ({ series: CSV_SERIES, file: BOARD, base, head });
const yaml = (head: string, base = YAML): Case => ({ series: YAML_SERIES, file: 'board.yml', base, head });
const json = (head: string, base = JSON_ROWS): Case => ({
  series: JSON_SERIES,
  file: 'board.json',
  base,
  head,
});
const named = (head: string, base = BY_NAME): Case => ({
  series: NAME_SERIES,
  file: 'board.json',
  base,
  head,
});
const lines = (head: string | null, base = LOG): Case => ({
  series: LOG_SERIES,
  file: 'log.jsonl',
  base,
  head,
});
const jsonl = (head: string, base = LOG): Case => ({ series: JSONL_SERIES, file: 'log.jsonl', base, head });

/** What only grew, and what the note says. */
const GROWN: readonly (readonly [string, Case, string])[] = [
  ['a row at the end', csv(`${CSV}3,mistral,0.7\n`), 'board.csv grew by 1 row'],
  [
    'rows anywhere, with new ranks',
    csv('rank,model,acc\n1,new,0.99\n2,gpt-4,0.90\n3,b,0.85\n4,claude,0.80\n'),
    'grew by 2 rows',
  ],
  ['another order alone', csv('rank,model,acc\n2,claude,0.80\n1,gpt-4,0.90\n'), 'holds the same rows'],
  ['carriage returns', csv(CSV.replaceAll('\n', '\r\n')), 'holds the same rows'],
  ['a byte order mark and a row', csv(`\ufeff${CSV}3,c,0.1\n`), 'grew by 1 row'],
  ['columns in another order', csv('model,acc,rank\ngpt-4,0.90,1\nclaude,0.80,2\n'), 'holds the same rows'],
  [
    'quotes that say the same',
    csv('rank,model,acc\n1,"gpt-4","0.90"\n2,claude,0.80\n'),
    'holds the same rows',
  ],
  [
    'a new column that the old rows leave blank',
    csv('rank,model,acc,cost\n1,gpt-4,0.90,\n2,claude,0.80\n3,c,0.1,5\n'),
    'grew by 1 row',
  ],
  ['an ignored column that goes', csv('model,acc\ngpt-4,0.90\nclaude,0.80\n'), 'holds the same rows'],
  ['a key that differs in case is a row of its own', csv(`${CSV}3,GPT-4,0.1\n`), 'grew by 1 row'],
  ['rows in a file without any bytes', csv(CSV, ''), 'grew by 2 rows'],
  ['rows under a heading alone', csv(CSV, 'rank,model,acc\n'), 'grew by 2 rows'],
  ['names that objects inherit as keys', csv(`${CSV}3,__proto__,0.1\n4,constructor,0.2\n`), 'grew by 2 rows'],
  [
    'YAML, another style and a row',
    yaml('- {pass: 61.10, model: gpt-4}\n- {model: new, pass: 1}\n- {pass: 55.0, model: claude}\n'),
    'grew by 1 row',
  ],
  [
    '55.0 and 55 in YAML',
    yaml('- model: gpt-4\n  pass: 61.10\n- model: claude\n  pass: 55\n'),
    'holds the same rows',
  ],
  [
    'a JSON list in an object, and what is ignored around it',
    json(
      '{"entries": [{"model": "c"}, {"acc": 0.50, "model": "a"}, {"model": "b", "acc": 1}], "version": 2, "updated_at": "tue"}',
    ),
    'grew by 1 row',
  ],
  [
    'an object by its own keys',
    named('{"c": 1, "b": 0.25, "a": {"note": null, "acc": 0.5}}'),
    'grew by 1 row',
  ],
  ['a list of texts', named('["x", "z", "y"]', '["x", "y"]'), 'grew by 1 row'],
  ['JSON Lines by a key', jsonl('{"a": 3}\n{"a": 2}\n{"a":1}\n'), 'log.jsonl grew by 1 row'],
  ['NaN that stays', named('{"a": NaN, "b": 1}', '{"a": NaN}'), 'grew by 1 row'],
  ['lines at the end', lines(`${LOG}{"a": 3}\n\n{"a": 4}\n`), 'log.jsonl grew by 3 lines'],
  ['a line without an end', lines(`${LOG}{"a": 3}`), 'grew by 1 line'],
  ['lines after a last one without an end', lines('{"a": 1}\n{"a": 2}\n', '{"a": 1}'), 'grew by 1 line'],
  ['the same with carriage returns', lines('{"a": 1}\r\n{"a": 2}\r\n', '{"a": 1}'), 'grew by 1 line'],
  ['the end of the last line alone', lines('{"a": 1}\n', '{"a": 1}'), 'holds the same lines'],
  ['an empty file', lines(LOG, ''), 'grew by 2 lines'],
];

/** What is refused, the rule, and what it says. */
const REFUSED: readonly (readonly [string, Case, string, string])[] = [
  [
    'a row edited while another is added',
    csv('rank,model,acc\n1,gpt-4,0.95\n2,claude,0.80\n3,c,0.1\n'),
    'ledger/row-changed',
    'gpt-4: acc 0.90 -> 0.95.',
  ],
  [
    'other digits of one number',
    csv('rank,model,acc\n1,gpt-4,0.9\n2,claude,0.80\n'),
    'ledger/row-changed',
    'gpt-4: acc 0.90 -> 0.9.',
  ],
  [
    'a row that goes while another comes',
    csv('rank,model,acc\n1,gpt-4,0.90\n2,other,0.80\n'),
    'ledger/row-changed',
    'claude went.',
  ],
  [
    'values swapped between two keys',
    csv('rank,model,acc\n1,gpt-4,0.80\n2,claude,0.90\n'),
    'ledger/row-changed',
    'gpt-4: acc 0.90 -> 0.80; claude: acc 0.80 -> 0.90.',
  ],
  [
    'a key renamed',
    csv('rank,model,acc\n1,gpt-4o,0.90\n2,claude,0.80\n'),
    'ledger/row-changed',
    'gpt-4 went.',
  ],
  [
    'a key in another case',
    csv('rank,model,acc\n1,GPT-4,0.90\n2,claude,0.80\n'),
    'ledger/row-changed',
    'gpt-4 went.',
  ],
  [
    'a key doubled',
    csv(`${CSV}3,gpt-4,0.99\n`),
    'ledger/row-changed',
    'after this change, two rows have the key "gpt-4" (line 2 and line 4)',
  ],
  [
    'a key doubled on base',
    csv(`${CSV}3,c,1\n`, `${CSV}3,gpt-4,0.99\n`),
    'ledger/row-changed',
    'before this change, two rows have the key "gpt-4"',
  ],
  [
    'a row without a key',
    csv(`${CSV}3,,0.99\n`),
    'ledger/row-changed',
    'after this change, line 4 has no key ("model")',
  ],
  [
    'a heading renamed',
    csv(CSV.replace('acc', 'accuracy')),
    'ledger/row-changed',
    'gpt-4: acc 0.90 -> absent, accuracy absent -> 0.90; claude: acc',
  ],
  [
    'the heading of the key renamed',
    csv(CSV.replace('model', 'name')),
    'ledger/row-changed',
    'it has no column "model", which is the key',
  ],
  [
    'a heading doubled',
    csv('rank,model,acc,acc\n1,gpt-4,0.90,1\n2,claude,0.80,1\n'),
    'ledger/row-changed',
    'two columns have the heading "acc"',
  ],
  [
    'a new column with values for old rows',
    csv('rank,model,acc,cost\n1,gpt-4,0.90,5\n2,claude,0.80,\n'),
    'ledger/row-changed',
    'gpt-4: cost absent -> 5.',
  ],
  [
    'cells without a heading',
    csv('rank,model,acc\n1,gpt-4,0.90,7\n2,claude,0.80\n'),
    'ledger/row-changed',
    'line 2 has more cells (4) than there are headings (3)',
  ],
  ['a file that is emptied', csv(''), 'ledger/row-changed', 'the file is empty (0 bytes)'],
  [
    'a table that is no table any more',
    csv('rank,model,acc\n1,"gpt-4,0.90\n2,claude,0.80\n'),
    'ledger/row-changed',
    'It cannot be shown that it only grew: after this change, line 2',
  ],
  [
    'a merge that was not resolved',
    csv(`<<<<<<< a\n${CSV}=======\n${CSV}>>>>>>> b\n`),
    'ledger/row-changed',
    'It cannot be shown',
  ],
  ['a file that is deleted', csv(null), 'ledger/deleted', ''],
  ['a file that moves', { ...csv(null), more: { 'results/other.csv': CSV } }, 'ledger/renamed', ''],
  [
    'other digits in YAML',
    yaml(YAML.replace('61.10', '61.1')),
    'ledger/row-changed',
    'gpt-4: pass 61.10 -> 61.1.',
  ],
  [
    'a number that becomes a text',
    yaml(YAML.replace('55.0', '"55"')),
    'ledger/row-changed',
    'claude: pass 55 -> "55".',
  ],
  [
    'YAML that grows without end',
    yaml(
      'a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]\ne: [*d, *d, *d, *d, *d, *d, *d, *d, *d]\n',
    ),
    'ledger/row-changed',
    'aliases repeat more than',
  ],
  [
    'a member that is doubled',
    yaml(YAML.replace('  pass: 55.0', '  pass: 55.0\n  pass: 99')),
    'ledger/row-changed',
    'after this change, line 5',
  ],
  [
    'what stands around the rows',
    json(JSON_ROWS.replace('"version": 2', '"version": 3')),
    'ledger/row-changed',
    '/version: 2 -> 3.',
  ],
  [
    'a member around the rows that comes',
    json(JSON_ROWS.replace('{"updated_at"', '{"note": "x", "updated_at"')),
    'ledger/row-changed',
    '/note: absent -> "x".',
  ],
  [
    'rows that are no list any more',
    json('{"updated_at": "mon", "version": 2, "entries": 5}'),
    'ledger/row-changed',
    '/entries is no list or object of rows',
  ],
  [
    'other digits in JSON',
    json(JSON_ROWS.replace('0.50', '0.5')),
    'ledger/row-changed',
    'a: acc 0.50 -> 0.5.',
  ],
  [
    'a nested value',
    named('{"a": {"acc": 0.5, "note": {"x": 1}}, "b": 0.25}'),
    'ledger/row-changed',
    'a: note null -> {"x":1}.',
  ],
  [
    'a bare value',
    named('{"a": {"acc": 0.5, "note": null}, "b": 0.26}'),
    'ledger/row-changed',
    'b: 0.25 -> 0.26.',
  ],
  [
    'an object that becomes a list',
    named('[{"acc": 0.5, "note": null}, 0.25]'),
    'ledger/row-changed',
    'line 1 has no key; name the members that are it under `key`',
  ],
  [
    'NaN that becomes null, which is read alike',
    named('{"a": null}', '{"a": NaN}'),
    'ledger/row-changed',
    'a: "null (NaN)" -> null.',
  ],
  [
    'digits that no double holds',
    named('{"a": 9007199254740993}', '{"a": 9007199254740992}'),
    'ledger/row-changed',
    'a: 9007199254740992 -> 9007199254740993.',
  ],
  [
    'a line edited',
    lines('{"a": 1}\n{"a": 9}\n{"a": 3}\n'),
    'ledger/row-changed',
    'line 2: {"a": 2} -> {"a": 9}.',
  ],
  [
    'lines in another order',
    lines('{"a": 2}\n{"a": 1}\n'),
    'ledger/row-changed',
    'line 1: {"a": 1} -> {"a": 2}.',
  ],
  [
    'a line at the beginning',
    lines(`{"a": 0}\n${LOG}`),
    'ledger/row-changed',
    'line 1: {"a": 1} -> {"a": 0}.',
  ],
  [
    'a text that is glued to the last line',
    lines('{"a": 1}{"a": 2}\n', '{"a": 1}'),
    'ledger/row-changed',
    'line 1: {"a": 1} -> {"a": 1}{"a": 2}.',
  ],
  ['a byte order mark', lines(`\ufeff${LOG}`), 'ledger/row-changed', 'line 1: '],
  ['carriage returns in lines', lines(LOG.replaceAll('\n', '\r\n')), 'ledger/row-changed', 'line 1: '],
  ['the last lines gone', lines('{"a": 1}\n'), 'ledger/row-changed', 'line 2 went.'],
  ['a log that is emptied', lines(''), 'ledger/row-changed', 'line 1 went.'],
  ['a log that is deleted', lines(null), 'ledger/deleted', ''],
  [
    'a table in a text that nobody reads',
    {
      series: 'board: { files: "board.tsv", grows: rows, key: model }',
      file: 'board.tsv',
      base: 'model\na\n',
      head: 'model\na\nb\n',
    },
    'ledger/row-changed',
    'no rows are read from a file of this name',
  ],
  [
    'rows without a key in the policy',
    { ...csv(`${CSV}3,c,1\n`), series: 'board: { files: "board.csv", grows: rows }' },
    'ledger/row-changed',
    'no column is the key of its rows',
  ],
  [
    'a place of rows in a table of lines',
    { ...csv(`${CSV}3,c,1\n`), series: 'board: { files: "board.csv", grows: rows, key: model, rows: /x }' },
    'ledger/row-changed',
    '`rows` names a place in JSON or YAML',
  ],
];

const all = [...GROWN, ...REFUSED];
let repository: TestRepository;
beforeAll(() => {
  repository = TestRepository.create();
  fastImport(
    repository,
    all.flatMap(([, { series, file, base, head, more = {} }], index) => {
      const policy = { 'evalguard.yaml': `version: 1\nseries:\n  ${series}\n` };
      const path = `results/${file}`;
      return [
        { branch: `base-${index}`, files: { ...policy, [path]: base } },
        {
          branch: `head-${index}`,
          from: `base-${index}`,
          files: { ...policy, ...more, ...(head === null ? {} : { [path]: head }) },
        },
      ];
    }),
  );
});
afterAll(() => repository.dispose());

function judged(index: number) {
  return runCheck(repository.dir, ['--base', `base-${index}`, '--head', `head-${index}`]);
}

describe('a file that may grow', () => {
  it.each(GROWN.map(([what, , says], index) => [what, index, says] as const))(
    'may gain %s',
    async (_, index, says) => {
      const { report } = await judged(index);
      const ledger = report.findings.filter(({ rule }) => rule.startsWith('ledger/'));
      expect(ledger.map(({ rule, severity }) => [rule, severity])).toEqual([['ledger/grown', 'note']]);
      expect(ledger[0]?.message).toContain(says);
      expect(report.changes.map(({ kind }) => kind)).toEqual(['grown']);
      expect(report.incomplete).toEqual([]);
    },
  );

  it.each(REFUSED.map(([what, , rule, says], index) => [what, GROWN.length + index, rule, says] as const))(
    'may not have %s',
    async (_, index, rule, says) => {
      const { code, report } = await judged(index);
      const broken = report.findings.filter(
        (one) => one.rule.startsWith('ledger/') && one.severity === 'error',
      );
      expect(broken.map((one) => one.rule)).toEqual([rule]);
      expect(broken[0]?.message).toContain(says);
      expect(code).toBe(1);
    },
  );
});
