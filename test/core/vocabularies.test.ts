import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { LossStatus, RecordStatus } from '../../src/core/audit.ts';
import { REASON_KEYS } from '../../src/core/comparability.ts';
import type { ComparisonVerdict, MetricComparison, SplitComparison } from '../../src/core/comparison.ts';
import { AGGREGATES } from '../../src/core/definition.ts';
import type { Change } from '../../src/core/ledger.ts';
import { EMPTY_READING, type Reading, type Row, type StatedSplit } from '../../src/core/reading.ts';
import type { Outcome, Report, ResultReport } from '../../src/core/report.ts';
import type { Severity } from '../../src/core/rule.ts';
import { REASONS, type SamplingInterval, type Verdict } from '../../src/core/verdict.ts';
import { AUDIT_FORMATS } from '../../src/faces/cli/audit.ts';
import { REPORT_FORMATS } from '../../src/faces/report-formats.ts';
import { bareRow } from '../../src/formats/row.ts';
import { directionsOf } from '../../src/measures/comparison/verdict.ts';
import { planOf } from '../../src/measures/evidence/plan.ts';
import { NDCG_GAINS } from '../../src/measures/retrieval.ts';
import { fromMeasure, ROW_MEASURES, type RowMeasureName } from '../../src/measures/row-measures.ts';
import {
  type Columns,
  FORMAT_NAMES,
  type HardFail,
  type Mapping,
  type RowMapping,
} from '../../src/policy/policy.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** What stands at a place of a schema: a list of values, or the names of properties. */
function stated(place: string): readonly unknown[] {
  const [file, ...keys] = place.split(' ');
  const found = keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown>)[key],
    JSON.parse(read(`schemas/${file}.v1.schema.json`)),
  );
  const list = Array.isArray(found) ? found : Object.keys(found as object);
  return list.filter((value) => value !== null).sort();
}

/** Every name of a union: one that is forgotten here, or is none, is a type error. */
const every = <Name extends string>(names: Readonly<Record<Name, true>>) => Object.keys(names);

describe('a closed vocabulary is the same in the code and in its schema', () => {
  const series = 'policy $defs series properties';
  const metrics = 'report $defs comparison properties metrics items properties';
  it.each<[string, readonly string[]]>([
    ['result $defs metric properties aggregate enum', Object.keys(AGGREGATES)],
    ['result $defs metric properties measure enum', Object.keys(ROW_MEASURES)],
    ['result $defs metric properties gain enum', NDCG_GAINS],
    ['result $defs row properties error properties kind enum', REASONS],
    [
      'result $defs metric allOf 3 if properties measure enum',
      Object.entries(ROW_MEASURES).flatMap(([name, { depth }]) => (depth ? [name] : [])),
    ],
    [
      'result $defs metric allOf 2 if properties aggregate enum',
      Object.entries(AGGREGATES).flatMap(([name, { over }]) => (over === 'samples' ? [name] : [])),
    ],
    [
      'result $defs statedThresholds additionalProperties properties verdict enum',
      every<Verdict['kind']>({ met: true, missed: true, unmeasured: true }),
    ],
    [
      'result properties aggregate_by properties',
      every<StatedSplit['by']>({ category: true, provenance: true, negative: true, arm: true }),
    ],
    [
      'report properties thresholds items properties verdict enum',
      every<Verdict['kind']>({ met: true, missed: true, unmeasured: true }),
    ],
    [
      'report properties thresholds items properties interval properties method enum',
      every<SamplingInterval['method']>({ wilson: true, t: true, standard_error: true }),
    ],
    [
      'report properties findings items properties severity enum',
      every<Severity>({ error: true, warning: true, note: true }),
    ],
    ['report properties outcome enum', every<Outcome>({ pass: true, fail: true, incomplete: true })],
    ['audit properties outcome enum', every<Outcome>({ pass: true, fail: true, incomplete: true })],
    [
      'report properties range properties mode enum',
      [...every<Report['range']['mode']>({ diff: true, staged: true, all: true }), 'audit'],
    ],
    [
      'report properties changes items properties kind enum',
      every<Change['kind']>({
        added: true,
        modified: true,
        grown: true,
        deleted: true,
        renamed: true,
        type: true,
        mode: true,
      }),
    ],
    [
      'report $defs result properties status enum',
      every<ResultReport['status']>({ measured: true, unmeasured: true, retracted: true }),
    ],
    [
      `${metrics} verdict enum`,
      every<ComparisonVerdict>({
        improved: true,
        regressed: true,
        no_difference: true,
        insufficient: true,
        incomparable: true,
        unmeasured: true,
      }),
    ],
    [
      `${metrics} direction enum`,
      every<NonNullable<MetricComparison['direction']>>({ higher: true, lower: true }),
    ],
    [
      'report $defs comparison properties splits items properties by enum',
      every<SplitComparison['by']>({ category: true, provenance: true }),
    ],
    [
      'audit $defs loss properties status enum',
      every<LossStatus>({
        lost: true,
        elsewhere: true,
        restored: true,
        meanwhile: true,
        acknowledged: true,
        unread: true,
      }),
    ],
    [
      'audit properties records items properties status enum',
      every<RecordStatus>({ broken: true, unread: true, acknowledged: true, restored: true }),
    ],
    [
      'policy $defs format properties',
      every<keyof Mapping>({
        metrics: true,
        percent: true,
        definitions: true,
        arms: true,
        part: true,
        metrics_version: true,
        limits: true,
        models: true,
        judge: true,
        rows: true,
        generated_at: true,
        dataset: true,
        status: true,
        reason: true,
        mode: true,
        date: true,
        thresholds: true,
      }),
    ],
    [
      'policy $defs rows properties',
      every<keyof RowMapping>({
        ...{ at: true, id: true, pass: true, scores: true, trials: true, checks: true, error: true },
        ...{ reason: true, category: true, provenance: true, arm: true, sample: true, input: true },
        ...{ expected: true, output: true, judge: true },
      }),
    ],
    [
      'policy $defs metric properties',
      [
        ...['at', 'percent', ...Object.keys(AGGREGATES).filter((name) => name !== 'ratio')],
        ...stated('result $defs metric properties').map(String),
      ],
    ],
    [
      `${series} columns properties`,
      every<keyof Columns>({
        ticket: true,
        score: true,
        batch: true,
        turn: true,
        input: true,
        expected: true,
        actual: true,
        metrics: true,
        metric_scores: true,
        reasoning: true,
        skip_status: true,
        notes: true,
      }),
    ],
    [
      `${series} hard_fail items properties`,
      every<keyof HardFail>({ where: true, score: true, min: true, max: true }),
    ],
  ])('%s', (place, names) => {
    expect(stated(place)).toEqual([...names].sort());
  });
});

it.each<[string, readonly string[]]>([
  ['docs/result.md', Object.keys(AGGREGATES)],
  ['docs/result.md', Object.keys(ROW_MEASURES)],
  ['docs/statistics.md', Object.keys(ROW_MEASURES)],
  ['docs/result.md', NDCG_GAINS],
  ['docs/result.md', REASONS],
  ['docs/reports.md', [...REPORT_FORMATS.keys()]],
  ['docs/reports.md', [...AUDIT_FORMATS.keys()]],
  ['README.md', [...REPORT_FORMATS.keys()].filter((name) => name !== 'terminal')],
  ['docs/compare.md', REASON_KEYS],
  [
    'docs/compare.md',
    every<ComparisonVerdict>({
      improved: true,
      regressed: true,
      no_difference: true,
      insufficient: true,
      incomparable: true,
      unmeasured: true,
    }),
  ],
  ['docs/formats.md', FORMAT_NAMES],
])('%s names each of a closed vocabulary', (page, names) => {
  const text = read(page);
  expect(names.filter((name) => !new RegExp(`[\`, ]${name}[\`,\\n]`).test(text))).toEqual([]);
});

it('every measure of a row is carried out under its own name', () => {
  // Worked by hand: each value is another one, so that no measure can stand for another.
  const source = {
    retrieved: ['a', 'b', 'c', 'd', 'e'],
    relevant: { b: 1, e: 3, f: 1 },
    selection: ['a', 'b', 'c', 'd'],
    expected_tool_calls: [{ name: 'x' }, { name: 'y' }],
    tool_calls: [{ name: 'x' }],
  };
  const row: Row = { ...bareRow('q', '', source) };
  const expected: Readonly<Record<RowMeasureName, number>> = {
    recall_at_k: 1 / 3,
    precision_at_k: 1 / 4,
    hit_at_k: 1,
    mrr: 1 / 2,
    // 1 / log2(3) over 3 + 1 / log2(3) + 1 / 2
    ndcg_at_k: 0.6309297535714575 / (3 + 0.6309297535714575 + 0.5),
    leakage: 1 / 5,
    tool_call_match: 0,
  };
  for (const [name, { depth }] of Object.entries(ROW_MEASURES)) {
    const plan = planOf('m', { aggregate: 'mean', measure: name, ...(depth ? { k: 4 } : {}) });
    if (plan.kind !== 'values' || plan.source.kind !== 'measure') throw new Error(`${name} has no plan`);
    expect(fromMeasure(row, plan.source.measure)?.value, name).toBeCloseTo(
      expected[name as RowMeasureName],
      12,
    );
  }
});

it('every aggregate of the table has a plan, and nothing else has', () => {
  const parts = { numerator: 'a', denominator: 'b', arm: 'x', k: 2, p: 95 };
  for (const aggregate of Object.keys(AGGREGATES)) {
    expect(planOf('m', { aggregate, ...parts }).kind, aggregate).not.toBe('none');
  }
  for (const aggregate of ['', 'mode', 'constructor', 'toString', 'pass_k', 'Mean']) {
    expect(planOf('m', { aggregate, ...parts }), aggregate).toMatchObject({ kind: 'none' });
  }
});

it('a switch has a default only where it is over open text', () => {
  const open = [
    'adapters/policy.ts', // hands on to the words of every fault
    'core/attributes.ts', // the name of any attribute of git
    'core/glob.ts', // a sign of a text
    'formats/inspect/reducers.ts', // the name is a file's, and one that is not known is not recomputed
    'measures/tool-calls.ts', // the name is a file's, and one that is not known is refused
  ];
  const files = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.startsWith('generated/'));
  const guesses = (file: string) =>
    /^\s+default:(?!\s+(?:return )?\w+ satisfies never)/m.test(read(`src/${file}`));
  expect(files.filter(guesses).sort()).toEqual(open);
});

it('a measure says by itself which way is better: less leakage is', () => {
  const reading = (measure: string): Reading => ({
    ...EMPTY_READING,
    definitions: new Map([['m', { aggregate: 'mean', measure }]]),
  });
  for (const [measure, { better }] of Object.entries(ROW_MEASURES)) {
    expect(directionsOf('m', reading(measure), reading(measure), new Map()), measure).toEqual([
      better,
      better,
    ]);
  }
  expect(directionsOf('m', reading('leakage'), reading('other'), new Map())).toEqual(['lower', null]);
});
