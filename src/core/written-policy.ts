import { parseDirectory } from './directory.ts';
import {
  type Columns,
  DEFAULT_POLICY,
  type HardFail,
  type JudgePolicy,
  type Mapping,
  type Policy,
  type Requirement,
  type Series,
  type Syntax,
  type Threshold,
} from './policy.ts';
import type { Bounds } from './verdict.ts';

type WrittenBounds = Partial<Bounds>;
type Named<T> = Readonly<Record<string, T>>;

interface WrittenSeries {
  readonly files: string;
  readonly name?: string;
  readonly format?: string | Mapping;
  readonly columns?: Columns;
  readonly syntax?: Syntax;
  readonly metrics_version?: number | string;
  readonly dataset?: string;
  readonly headline?: string;
  readonly min_n?: number;
  readonly thresholds?: Named<WrittenBounds & Partial<Omit<Threshold, 'metric' | 'min' | 'max'>>>;
  readonly hard_fail?: readonly (WrittenBounds & Pick<HardFail, 'where'> & { readonly score?: string })[];
  readonly inconclusive_when?: Named<WrittenBounds>;
}

/** A policy as a person writes it: valid by its schema, and silent wherever the defaults do. */
export interface WrittenPolicy {
  readonly version: 1;
  readonly ledger?: readonly string[];
  readonly exempt?: readonly string[];
  readonly series?: Named<WrittenSeries>;
  readonly judge?: Partial<JudgePolicy>;
  readonly require?: Named<Omit<Requirement, 'id' | 'enforce'> & { readonly enforce?: boolean }>;
  readonly min_coverage?: number;
  readonly citations?: readonly string[];
  readonly max_bytes?: number;
}

/**
 * Fills in every default. `order` tells where in the file a series stands: the first series that matches a file claims
 * it, and JavaScript would put names such as `2025` before all others.
 */
export function policyOf(written: WrittenPolicy, order: (series: string) => number): Policy {
  return {
    ledger: directoriesOf(written.ledger ?? DEFAULT_POLICY.ledger),
    exempt: written.exempt ?? DEFAULT_POLICY.exempt,
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
    min_coverage: written.min_coverage ?? DEFAULT_POLICY.min_coverage,
    citations: written.citations ?? DEFAULT_POLICY.citations,
    max_bytes: written.max_bytes ?? DEFAULT_POLICY.max_bytes,
  };
}

function directoriesOf(texts: readonly string[]): readonly string[] {
  const directories = texts
    .map(parseDirectory)
    .flatMap((parsed) => ('wrong' in parsed ? [] : parsed.directory));
  return [...new Set(directories)];
}

function seriesOf(id: string, written: WrittenSeries): Series {
  const { format = 'auto' } = written;
  return {
    id,
    files: written.files,
    name: written.name ?? null,
    format: typeof format === 'string' ? { reader: format } : { mapping: format },
    ...(written.columns === undefined ? {} : { columns: written.columns }),
    syntax: written.syntax ?? null,
    metrics_version: written.metrics_version ?? null,
    dataset: written.dataset ?? null,
    headline: written.headline ?? null,
    min_n: written.min_n ?? null,
    thresholds: Object.entries(written.thresholds ?? {}).map(([metric, threshold]) => ({
      metric,
      ...boundsOf(threshold),
      enforce: threshold.enforce ?? false,
      min_coverage: threshold.min_coverage ?? null,
      min_n: threshold.min_n ?? null,
      rule: threshold.rule ?? 'point',
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

function boundsOf({ min = null, max = null }: WrittenBounds): Bounds {
  return { min, max };
}
