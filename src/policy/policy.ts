import type { Where } from '../core/definition.ts';
import type { Dataset } from '../core/reading.ts';
import type { RoutePolicy } from '../core/route/route.ts';
import type { Severity } from '../core/rule.ts';
import type { Bounds } from '../core/verdict.ts';
import type { JsonValue } from '../document/document.ts';

/** A threshold of a series: inclusive bounds; a miss blocks only where it is enforced. */
export interface Threshold extends Bounds {
  readonly metric: string;
  readonly enforce: boolean;
  readonly min_coverage: number | null;
  /** Independent cases below which the verdict is unmeasured; `null`: as the series says. */
  readonly min_n: number | null;
  /** What is compared with the bounds: the value, or the whole of its 95 % interval. */
  readonly rule: 'point' | 'interval';
}

/** A value that a mapping states itself, where the file does not. */
export interface Literal {
  readonly is: JsonValue;
}

/** One JSON Pointer inside a row, or several of which the first that stands counts. */
export type RowPlace = string | readonly string[];

/** A list of checks inside a row: its score `passed` is the share of them that passed. */
export interface ChecksMapping {
  readonly at: RowPlace;
  readonly pass?: RowPlace;
  readonly item?: RowPlace;
}

/** Where the rows of a team's own JSON stand, and what each member of a row is. */
export interface RowMapping {
  /** A list, or an object keyed by case. A token may hold `*`: each place it finds is one row or a list of rows. */
  readonly at: string;
  readonly id?: RowPlace;
  readonly pass?: RowPlace;
  /** An object of scores, or one place for each score. */
  readonly scores?: string | Readonly<Record<string, RowPlace>>;
  /** A list of samples of the row's case; what a sample lacks is looked for in its row. */
  readonly trials?: RowPlace;
  readonly checks?: ChecksMapping;
  readonly error?: RowPlace;
  readonly reason?: RowPlace;
  readonly category?: RowPlace;
  readonly provenance?: RowPlace;
  readonly arm?: RowPlace;
  readonly sample?: RowPlace;
  readonly input?: RowPlace;
  readonly expected?: RowPlace;
  readonly output?: RowPlace;
  readonly judge?: RowPlace;
}

/**
 * What a mapping says of one metric: the members of a native definition, an aggregate with its score in short
 * (`rate: passed`), where the metric stands, and whether it is in percent.
 */
export interface MetricMapping {
  readonly at?: string;
  readonly percent?: boolean;
  readonly [option: string]: JsonValue | undefined;
}

/** The places of the parts of a result in a team's own JSON, as JSON Pointers (RFC 6901), or the values themselves. */
export interface Mapping {
  readonly metrics?: string;
  /** Whether the numbers of `metrics` are percentages. */
  readonly percent?: boolean;
  readonly definitions?: Readonly<Record<string, MetricMapping>>;
  /** The pointer alone: each member of a row by its usual names. */
  readonly rows?: string | RowMapping;
  /** A pointer in which `*` stands for the name of an arm. */
  readonly arms?: string;
  /** Where a filter or a limit stands: with one, the run is a part of the whole. */
  readonly part?: string;
  readonly metrics_version?: string | Literal;
  readonly limits?: string | Literal;
  /** One place of all models, or one for each role. */
  readonly models?: string | Literal | Readonly<Record<string, string | Literal>>;
  readonly judge?: string | Literal;
  readonly generated_at?: string | Literal;
  readonly dataset?: string | Literal;
  readonly status?: string | Literal;
  readonly reason?: string | Literal;
  readonly mode?: string | Literal;
  readonly date?: string | Literal;
  readonly thresholds?: string | Literal;
}

/**
 * The columns of a batch run's sheet, by their headings. Headings are compared without case; `_`, `-` and runs of
 * spaces count as one space. `metrics` names a column for each metric; `metric_scores` names one for all of them, as
 * JSON or as `tone: 4; accuracy: 5`.
 */
export interface Columns {
  readonly ticket: string;
  readonly score: string;
  readonly batch?: string;
  readonly turn?: string;
  readonly input?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly metrics?: Readonly<Record<string, string>>;
  readonly metric_scores?: string;
  readonly reasoning?: string;
  readonly skip_status?: string;
  readonly notes?: string;
}

/** The formats that a series can name besides `auto`: the ids of the readers. */
export const FORMAT_NAMES = [
  'native',
  'research-engine',
  'quack',
  'duckhaven',
  'couchbase',
  'workbook',
  'lm-eval',
  'promptfoo',
  'evalite',
  'inspect',
] as const;

/** The syntax that a series' files are read in, whatever their names end in. */
export type Syntax = 'json' | 'jsonl' | 'yaml';

/** The syntax of a file's bytes; tables have no name of their own in a policy. */
export type FileSyntax = Syntax | 'csv' | 'xlsx';

const SYNTAX_BY_ENDING: Readonly<Record<string, FileSyntax>> = {
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  yaml: 'yaml',
  yml: 'yaml',
  csv: 'csv',
  xlsx: 'xlsx',
};

/** The syntax that the ending of a file's name stands for; `null` where none is known. */
export function syntaxByEnding(name: string): FileSyntax | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(SYNTAX_BY_ENDING, ending) ? SYNTAX_BY_ENDING[ending]! : null;
}

/** Rows that fail a run whatever its means say: each row that matches `where` and whose score leaves the bounds. */
export interface HardFail extends Bounds {
  readonly where: Where;
  readonly score: string | null;
}

/** The dataset that a series is pinned to; only the fields that it names are compared. */
export type DatasetPin = Pick<Dataset, 'name' | 'version' | 'fingerprint'>;

/** The expectations of a whole run of a series; `null` and empty expect nothing. */
export interface Expectation {
  readonly cases: number | null;
  /** Samples of each case. */
  readonly samples: number | null;
  readonly seeds: readonly (number | string)[];
  /** By metric, the value above which nobody would believe it. */
  readonly max_plausible: Readonly<Record<string, number>>;
}

/** The results that share one naming pattern and one set of thresholds. */
export interface Series {
  readonly id: string;
  /** A glob within a ledger directory; without a slash it matches file names at any depth. */
  readonly files: string;
  /** The pattern that a result's file name is rendered from, or `null` where names are free. */
  readonly name: string | null;
  readonly format: { readonly reader: string } | { readonly mapping: Mapping };
  /** Headings of a team's own, where the reader is that of batch runs; else the documented ones count. */
  readonly columns?: Columns;
  readonly syntax: Syntax | null;
  /**
   * Whether a result is the folder that holds the matched file, with everything below: `whole`, nothing may be added to it
   * once it has landed; `grows`, files may be.
   */
  readonly folder: 'whole' | 'grows' | null;
  /** Whether landed files may grow: by lines at the end, or by rows of a table. `null`: they stay as they are. */
  readonly grows: 'lines' | 'rows' | null;
  /** The columns or members that name a row of a growing table; none: an object's own keys, or a text itself. */
  readonly key: readonly string[];
  /** What may change in a growing table: columns or members of a row and, by pointers, places outside the rows. */
  readonly ignore: readonly string[];
  /** The pointer to a growing table's rows in JSON or YAML; `null`: the whole file. */
  readonly rows: string | null;
  /** A pin: a result of another version is unmeasured in this series. */
  readonly metrics_version: number | string | null;
  /** A pin: a result on another dataset is unmeasured in this series. */
  readonly dataset: DatasetPin | null;
  /** A pin: the route of the judge of judged metrics. */
  readonly judge: string | null;
  /** Whether an enforced threshold may be met by a headline that no rows stand behind. */
  readonly evidence: 'rows' | 'stated';
  /** Whether scripted runs may land; they are listed, never block, and are never newest nor base. */
  readonly scripted: 'refuse' | 'allow';
  /** The same for runs of a part of the suite. */
  readonly parts: 'refuse' | 'allow';
  readonly expect: Expectation;
  /** How a regression against the last run is reported. */
  readonly regressed: Severity;
  readonly headline: string | null;
  /** `min_n` of the thresholds that set none of their own. */
  readonly min_n: number | null;
  readonly thresholds: readonly Threshold[];
  readonly hard_fail: readonly HardFail[];
  readonly inconclusive_when: readonly ({ readonly metric: string } & Bounds)[];
}

/** A requirement: a change to `paths` needs a result of `series` that was measured on the changed code. */
export interface Requirement {
  readonly id: string;
  readonly paths: readonly string[];
  readonly series: string;
  readonly enforce: boolean;
}

/** The rules for judges: whether one has to be named, and which routes are one model or family. */
export interface JudgePolicy extends RoutePolicy {
  readonly required: boolean;
}

/** An exception: what a rule finds in these files is no secret. */
export interface AllowedSecret {
  readonly files: string;
  readonly rule: string;
}

/** The exceptions from the rules on secrets. */
export interface SecretsPolicy {
  readonly allow: readonly AllowedSecret[];
}

/** A policy as the program uses it, with every default filled in. */
export interface Policy {
  readonly ledger: readonly string[];
  readonly exempt: readonly string[];
  readonly series: readonly Series[];
  readonly judge: JudgePolicy;
  readonly require: readonly Requirement[];
  /** The share of its cases that an enforced threshold may be met by; `null`: only what holds whatever the rest comes to. */
  readonly min_coverage: number | null;
  readonly citations: readonly string[];
  /** Records above this many bytes are not read. */
  readonly max_bytes: number;
  /** Whether names that do not fit every system are errors. */
  readonly portable: boolean;
  /** Globs of branches whose pushes are compared with what they held before. */
  readonly protect: readonly string[];
  readonly secrets: SecretsPolicy;
}

/** The path of the policy unless another is named. */
export const POLICY_FILE = 'evalguard.yaml';

/** The policy of a repository that has none. */
export const DEFAULT_POLICY: Policy = {
  ledger: ['results'],
  exempt: [],
  series: [],
  judge: { required: false, aliases: [], family: 'same', routes: {} },
  require: [],
  min_coverage: null,
  citations: [],
  max_bytes: 20 * 1024 * 1024,
  portable: false,
  protect: [],
  secrets: { allow: [] },
};

/** The settings of a series that does not set them. */
export const DEFAULT_SERIES: Omit<Series, 'id' | 'files'> = {
  name: null,
  format: { reader: 'auto' },
  syntax: null,
  folder: null,
  grows: null,
  key: [],
  ignore: [],
  rows: null,
  metrics_version: null,
  dataset: null,
  judge: null,
  evidence: 'rows',
  scripted: 'refuse',
  parts: 'refuse',
  expect: { cases: null, samples: null, seeds: [], max_plausible: {} },
  regressed: 'note',
  headline: null,
  min_n: null,
  thresholds: [],
  hard_fail: [],
  inconclusive_when: [],
};

/** The settings of a threshold that does not set them. */
export const DEFAULT_THRESHOLD: Omit<Threshold, 'metric'> = {
  min: null,
  max: null,
  enforce: false,
  min_coverage: null,
  min_n: null,
  rule: 'point',
};
