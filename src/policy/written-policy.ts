import { wrongGlob } from '../core/glob.ts';
import { type LedgerEntry, parseLedgerEntry } from '../core/ledger-entry.ts';
import { parseNamePattern } from '../core/name-pattern.ts';
import { nearest } from '../core/text.ts';
import type { Bounds } from '../core/verdict.ts';
import { formatPointer, type JsonValue } from '../document/document.ts';
import {
  type DatasetPin,
  DEFAULT_POLICY,
  DEFAULT_SERIES,
  DEFAULT_THRESHOLD,
  type Expectation,
  FORMAT_NAMES,
  type HardFail,
  type JudgePolicy,
  type Mapping,
  type Policy,
  type Requirement,
  type SecretsPolicy,
  type Series,
  type Threshold,
} from './policy.ts';

type WrittenBounds = Partial<Bounds>;
type Named<T> = Readonly<Record<string, T>>;

/** The settings that are written as the program uses them. */
type Plain<T, Shaped extends keyof T> = { readonly [Key in keyof Omit<T, Shaped>]?: NonNullable<T[Key]> };

interface WrittenSeries
  extends Plain<
    Series,
    | 'id'
    | 'files'
    | 'format'
    | 'key'
    | 'ignore'
    | 'dataset'
    | 'expect'
    | 'thresholds'
    | 'hard_fail'
    | 'inconclusive_when'
  > {
  readonly files: string;
  readonly format?: string | Mapping;
  readonly key?: string | readonly string[];
  readonly ignore?: string | readonly string[];
  readonly dataset?: string | Partial<DatasetPin>;
  readonly expect?: Partial<Expectation>;
  readonly thresholds?: Named<Plain<Threshold, 'metric'>>;
  readonly hard_fail?: readonly (WrittenBounds & Pick<HardFail, 'where'> & { readonly score?: string })[];
  readonly inconclusive_when?: Named<WrittenBounds>;
}

/** A policy as a person writes it: valid by its schema, and silent wherever the defaults do. */
export interface WrittenPolicy extends Plain<Policy, 'series' | 'judge' | 'require' | 'secrets'> {
  readonly version: 1;
  readonly series?: Named<WrittenSeries>;
  readonly judge?: Partial<JudgePolicy>;
  readonly require?: Named<Omit<Requirement, 'id' | 'enforce'> & { readonly enforce?: boolean }>;
  readonly secrets?: Partial<SecretsPolicy>;
}

/**
 * The policy that a written one means, with every default. `order` gives the place of a series in the file: the first
 * series that matches a file claims it, and JavaScript would put names such as `2025` before all others.
 */
export function policyOf(written: WrittenPolicy, order: (series: string) => number): Policy {
  const { version: _, ...settings } = written;
  return {
    ...DEFAULT_POLICY,
    ...settings,
    ledger: entriesOf(written.ledger ?? DEFAULT_POLICY.ledger),
    series: Object.entries(written.series ?? {})
      .map(([id, series]) => ({ at: order(id), series: seriesOf(id, series) }))
      .sort((a, b) => a.at - b.at)
      .map(({ series }) => series),
    judge: { ...DEFAULT_POLICY.judge, ...written.judge },
    require: Object.entries(written.require ?? {}).map(([id, { paths, series, enforce = false }]) => ({
      id,
      paths,
      series,
      enforce,
    })),
    secrets: { ...DEFAULT_POLICY.secrets, ...written.secrets },
  };
}

function entriesOf(texts: readonly string[]): readonly LedgerEntry[] {
  const entries = texts.map(parseLedgerEntry).flatMap((parsed) => ('wrong' in parsed ? [] : parsed.entry));
  return [...new Set(entries)];
}

function seriesOf(id: string, written: WrittenSeries): Series {
  const { format = 'auto' } = written;
  return {
    ...DEFAULT_SERIES,
    ...written,
    id,
    format: typeof format === 'string' ? { reader: format } : { mapping: format },
    key: [written.key ?? DEFAULT_SERIES.key].flat(),
    ignore: [written.ignore ?? DEFAULT_SERIES.ignore].flat(),
    dataset: datasetOf(written.dataset),
    expect: { ...DEFAULT_SERIES.expect, ...written.expect },
    thresholds: Object.entries(written.thresholds ?? {}).map(([metric, threshold]) => ({
      ...DEFAULT_THRESHOLD,
      ...threshold,
      metric,
    })),
    hard_fail: (written.hard_fail ?? []).map((condition) => ({
      where: condition.where,
      score: condition.score ?? null,
      ...boundsOf(condition),
    })),
    inconclusive_when: Object.entries(written.inconclusive_when ?? {}).map(([metric, bounds]) => ({
      metric,
      ...boundsOf(bounds),
    })),
  };
}

/** A text alone is the dataset's name. */
function datasetOf(written: WrittenSeries['dataset']): DatasetPin | null {
  if (written === undefined) return null;
  const pinned = typeof written === 'string' ? { name: written } : written;
  return { name: null, version: null, fingerprint: null, ...pinned };
}

function boundsOf({ min = null, max = null }: WrittenBounds): Bounds {
  return { min, max };
}

/** A problem of a policy that its schema cannot see, in words. */
export interface PolicyProblem {
  readonly pointer: string;
  readonly message: string;
}

type Member = readonly [key: string, value: JsonValue];

/**
 * The problems of a written policy beyond its shape, without those of its mappings. What has the wrong type is left to the schema, so that one reading
 * of the file reports every problem.
 */
export function policyProblems(policy: JsonValue): readonly PolicyProblem[] {
  const series = membersOf(memberOf(policy, 'series'));
  const names = new Set(series.map(([name]) => name));
  return [
    ...textsOf(policy, ['ledger']).flatMap(([pointer, text]) => wrongDirectory(pointer, text)),
    ...textsOf(policy, ['exempt']).flatMap(([pointer, text]) => wrongPattern(pointer, text)),
    ...textsOf(policy, ['citations']).flatMap(([pointer, text]) => wrongPattern(pointer, text)),
    ...textsOf(policy, ['protect']).flatMap(([pointer, text]) => wrongPattern(pointer, text, 'branches')),
    ...membersOf(memberOf(memberOf(policy, 'secrets'), 'allow')).flatMap(([index, allowed]) => {
      const files = memberOf(allowed, 'files');
      return typeof files === 'string'
        ? wrongPattern(formatPointer(['secrets', 'allow', index, 'files']), files)
        : [];
    }),
    ...series.flatMap(([id, written]) => [...seriesProblems(['series', id], written)]),
    ...hiddenSeries(series),
    ...membersOf(memberOf(policy, 'require')).flatMap(([id, written]) => [
      ...requirementProblems(['require', id], written, names),
    ]),
  ];
}

function* seriesProblems(at: readonly string[], series: JsonValue): Generator<PolicyProblem> {
  const checks = { files: wrongPattern, name: wrongName, format: wrongFormat };
  for (const [key, wrong] of Object.entries(checks)) {
    const text = memberOf(series, key);
    if (typeof text === 'string') yield* wrong(formatPointer([...at, key]), text);
  }
  const format = memberOf(series, 'format');
  if (memberOf(series, 'columns') !== undefined && format !== 'workbook') {
    yield {
      pointer: formatPointer([...at, 'columns']),
      message:
        'columns are headings of a batch run, and are read only with "format: workbook"; write that too, or leave them out.',
    };
  }
  for (const key of ['thresholds', 'inconclusive_when', 'hard_fail']) {
    for (const [metric, bounds] of membersOf(memberOf(series, key))) {
      yield* wrongBounds(formatPointer([...at, key, metric]), bounds);
    }
  }
}

// Beyond this many names a likeness is sought in vain, and a stranger's file could make the search long.
const MOST_COMPARED = 200;

function* requirementProblems(
  at: readonly string[],
  requirement: JsonValue,
  series: ReadonlySet<string>,
): Generator<PolicyProblem> {
  for (const [pointer, text] of textsOf(requirement, ['paths'], at)) yield* wrongPattern(pointer, text);
  const asked = memberOf(requirement, 'series');
  if (typeof asked !== 'string' || series.has(asked)) return;
  const meant = series.size > MOST_COMPARED ? null : nearest(asked, series);
  yield {
    pointer: formatPointer([...at, 'series']),
    message: `no series is called ${spell(asked)}, so no result could ever meet this requirement; ${
      meant === null ? 'name one of those under series.' : `did you mean ${spell(meant)}?`
    }`,
  };
}

/** A series whose files an earlier one claims all: nothing would ever be compared with its thresholds. */
function* hiddenSeries(series: readonly Member[]): Generator<PolicyProblem> {
  const claimed = new Map<string, string>();
  for (const [id, written] of series) {
    const files = memberOf(written, 'files');
    if (typeof files !== 'string') continue;
    const first = claimed.get(files);
    if (first === undefined) claimed.set(files, id);
    else {
      yield {
        pointer: formatPointer(['series', id, 'files']),
        message: `the series ${spell(first)} has the same files, and a file belongs to one series: one of the two would claim nothing. Give each its own pattern.`,
      };
    }
  }
}

function wrongDirectory(pointer: string, text: string): readonly PolicyProblem[] {
  const parsed = parseLedgerEntry(text);
  if ('entry' in parsed) return [];
  const message = `${spell(text)} is no ledger directory: ${parsed.wrong}. Write it like evals/results, or evals/results*.json for files beside others.`;
  return [{ pointer, message }];
}

function wrongPattern(pointer: string, glob: string, of = 'files'): readonly PolicyProblem[] {
  const wrong = wrongGlob(glob);
  return wrong === null ? [] : [{ pointer, message: `${spell(glob)} is no glob of ${of}: ${wrong}.` }];
}

function wrongName(pointer: string, text: string): readonly PolicyProblem[] {
  const parsed = parseNamePattern(text);
  if ('wrong' in parsed) {
    return [{ pointer, message: `${spell(text)} is no pattern of file names: ${parsed.wrong}.` }];
  }
  if (!text.includes('/')) return [];
  return [{ pointer, message: `${spell(text)} has a "/", and a name is the last part of a path only.` }];
}

/** Without its reader every record of the series would be passed over, and nothing would be compared with its thresholds. */
function wrongFormat(pointer: string, format: string): readonly PolicyProblem[] {
  const known = ['auto', ...FORMAT_NAMES];
  if (format === '' || known.includes(format)) return [];
  const meant = nearest(format, known);
  const hint =
    meant === null ? `write one of ${known.join(', ')}, or a mapping.` : `did you mean ${spell(meant)}?`;
  return [
    { pointer, message: `no format is called ${spell(format)}, so no record could be read by it; ${hint}` },
  ];
}

function wrongBounds(pointer: string, bounds: JsonValue): readonly PolicyProblem[] {
  const [min, max] = [memberOf(bounds, 'min'), memberOf(bounds, 'max')];
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
  return [{ pointer, message: `min ${min} is above max ${max}, so that no value could meet both.` }];
}

/** What is said of a text that should be a JSON pointer. */
export function wrongPointer(text: string): string {
  return `${spell(text)} is no JSON pointer (RFC 6901): write /aggregate, or /aggregate/score; in a key, "/" is written ~1 and "~" is written ~0.`;
}

/** A text as a message shows it, in quotes and cut where it is long. */
export function spell(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** The texts of a list in a written policy, each with its place. */
export function textsOf(
  value: JsonValue,
  keys: readonly string[],
  at: readonly string[] = [],
): [string, string][] {
  const list = keys.reduce<JsonValue | undefined>(memberOf, value);
  return membersOf(list).flatMap(([index, item]): [string, string][] =>
    typeof item === 'string' ? [[formatPointer([...at, ...keys, index]), item]] : [],
  );
}

/** An own member of a value; `undefined` where it has none. */
export function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return new Map(membersOf(value)).get(key);
}

/** The own members of an object or list; none of anything else. */
export function membersOf(value: JsonValue | undefined): readonly Member[] {
  return value === null || typeof value !== 'object' ? [] : Object.entries(value);
}
