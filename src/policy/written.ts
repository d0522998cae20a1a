import { parseDirectory } from '../core/directory.ts';
import type { Bounds } from '../core/verdict.ts';
import {
  type DatasetPin,
  DEFAULT_POLICY,
  DEFAULT_SERIES,
  DEFAULT_THRESHOLD,
  type Expectation,
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
    'id' | 'files' | 'format' | 'dataset' | 'expect' | 'thresholds' | 'hard_fail' | 'inconclusive_when'
  > {
  readonly files: string;
  readonly format?: string | Mapping;
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
 * Fills in every default. `order` tells where in the file a series stands: the first series that matches a file claims
 * it, and JavaScript would put names such as `2025` before all others.
 */
export function policyOf(written: WrittenPolicy, order: (series: string) => number): Policy {
  const { version: _, ...settings } = written;
  return {
    ...DEFAULT_POLICY,
    ...settings,
    ledger: directoriesOf(written.ledger ?? DEFAULT_POLICY.ledger),
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

function directoriesOf(texts: readonly string[]): readonly string[] {
  const directories = texts
    .map(parseDirectory)
    .flatMap((parsed) => ('wrong' in parsed ? [] : parsed.directory));
  return [...new Set(directories)];
}

function seriesOf(id: string, written: WrittenSeries): Series {
  const { format = 'auto' } = written;
  return {
    ...DEFAULT_SERIES,
    ...written,
    id,
    format: typeof format === 'string' ? { reader: format } : { mapping: format },
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
