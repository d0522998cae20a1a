import type { Comparison, Trend } from '../../../core/comparison.ts';
import type { Path } from '../../../core/path.ts';
import type { Reading } from '../../../core/reading.ts';
import type { Incomplete } from '../../../core/report.ts';
import { applyRules } from '../../../core/rule.ts';
import { findArms, type Side, sidesOf, type TwoArms } from '../../../measures/comparison/arms.ts';
import { type CompareOptions, compareReadings, newestResult } from '../../../measures/comparison/compare.ts';
import { compareTwoArms } from '../../../measures/comparison/compare-arms.ts';
import { judgedMetrics } from '../../../measures/evidence/metrics.ts';
import type { Policy, Requirement, Series } from '../../../policy/policy.ts';
import {
  type Freshness,
  judgeRequirement,
  type OfferedResult,
  type RequirementFacts,
} from '../../../policy/requirement.ts';
import { boundsOf } from '../../../policy/series.ts';
import { comparisonRules, type RuleFinding, requirementRules } from '../../../rules/registry.ts';
import type { RecordSubject, RegressionFacts } from '../../../rules/subject.ts';

/** Results that are compared in one check: more than a person reads. */
const MOST_COMPARED = 20;
/** Earlier results in a trend. */
const MOST_POINTS = 12;

/** What is read to compare results. */
export interface ComparisonSource {
  readonly policy: Policy;
  /** The requirements of the policy that the range touches. */
  touched(): Promise<readonly TouchedRequirement[]>;
  /** The newest results of a series that are earlier than another one, at most as many as are wanted. */
  earlier(series: Series, head: Side, wanted: number): Promise<EarlierResults>;
  /** Whether the paths of a requirement are the same in the tree that was measured and in head. */
  freshness(requirement: Requirement, reading: Reading): Promise<Freshness>;
}

/** A requirement of the policy, and the paths of it that the range touches. */
export interface TouchedRequirement {
  readonly requirement: Requirement;
  readonly paths: readonly Path[];
}

interface EarlierResults {
  /** Comparable ones, newest first. */
  readonly comparable: readonly Side[];
  /** The newest one that is not comparable, where it is newer than every comparable one. */
  readonly refused: Side | null;
}

/** How the added results compare with earlier ones, and what the policy requires of the change. */
export interface JudgedComparisons {
  readonly comparisons: readonly Comparison[];
  readonly findings: readonly RuleFinding[];
  readonly incomplete: readonly Incomplete[];
}

/**
 * Compares what a range adds with what base holds, where somebody wants to see it (`all`), a requirement that the range
 * touches hangs on it, or a regression is more than a note in the series.
 */
export async function judgeComparisons(
  source: ComparisonSource,
  added: readonly RecordSubject[],
  all: boolean,
): Promise<JudgedComparisons> {
  const touched = await source.touched();
  const required = new Set(touched.map(({ requirement }) => requirement.series));
  const decides = ({ series }: RecordSubject) =>
    series !== null && (series.regressed !== 'note' || required.has(series.id));
  const comparisons = await compareAdded(source, all ? added : added.filter(decides), required);
  const facts = await requirementFacts(source, touched, added, comparisons);
  const unmet = applyRules(requirementRules, facts);
  const worse = applyRules(
    comparisonRules,
    comparisons.map((one) => regressionFacts(one, added, unmet)),
  );
  return {
    comparisons,
    findings: [...unmet.filter((one) => !worse.some((other) => saysMore(other, one))), ...worse],
    incomplete: unmeasuredRequirements(facts),
  };
}

/**
 * Compares each added result of a series with the newest comparable one that base holds; with one that refuses, where none
 * is. A result that holds two arms and says which is its base is compared with itself too, where there is room left. Of a
 * `required` series, or one in which a regression is more than a note, no result is left out: what is not looked at would
 * hide a regression.
 */
async function compareAdded(
  source: ComparisonSource,
  added: readonly RecordSubject[],
  required: ReadonlySet<string>,
): Promise<readonly Comparison[]> {
  const comparisons = new Map(added.map((record) => [record, [] as Comparison[]]));
  let room = MOST_COMPARED;
  for (const [record, found] of comparisons) {
    const { path, series, readings } = record;
    for (const reading of readings) {
      if (series === null || reading.mode === 'scripted') continue;
      if (room <= 0 && series.regressed === 'note' && !required.has(series.id)) continue;
      const comparison = await compareOne(source, series, { path, reading }, required.has(series.id));
      if (comparison === null) continue;
      found.push(comparison);
      room -= 1;
    }
  }
  for (const [record, found] of comparisons) {
    const own = room <= 0 || isScripted(record) ? null : findArms(record.path, record.readings);
    if (own?.kind !== 'two') continue;
    found.push(await compareOwnArms(source, record.series, own.arms));
    room -= 1;
  }
  return [...comparisons.values()].flat();
}

/** A file states its own baseline, which may be an old one: the newest result that base holds is reported too. */
async function compareOwnArms(
  source: ComparisonSource,
  series: Series | null,
  two: TwoArms,
): Promise<Comparison> {
  const comparison = compareTwoArms(two, optionsFor(source, series));
  if (series === null) return comparison;
  const [baseline, candidate] = sidesOf(two);
  const { comparable, refused } = await source.earlier(series, candidate, 1);
  const newest = newestResult(comparable[0] ?? refused, baseline, candidate, source.policy.judge);
  return { ...comparison, newest };
}

async function compareOne(
  source: ComparisonSource,
  series: Series,
  head: Side,
  required: boolean,
): Promise<Comparison | null> {
  const { comparable, refused } = await source.earlier(series, head, MOST_POINTS);
  const base = comparable[0] ?? refused;
  if (base === null) return null;
  return {
    ...compareReadings(base, head, {
      ...optionsFor(source, series),
      deciding: required ? decidingOf(series) : null,
    }),
    // A newer one that is not comparable is reported: an old base must not pass for the latest that is known.
    newest: newestResult(refused, base, head, source.policy.judge),
    trend: trendOf(series, comparable, head),
  };
}

function optionsFor({ policy }: ComparisonSource, series: Series | null): CompareOptions {
  return { judge: policy.judge, allow: [], margin: null, bounds: boundsOf(series) };
}

/** The metrics that a requirement decides by: those with a threshold, or all where there is none. */
function decidingOf({ thresholds }: Series): ReadonlySet<string> | null {
  return thresholds.length === 0 ? null : new Set(thresholds.map(({ metric }) => metric));
}

function isScripted({ readings }: RecordSubject): boolean {
  return readings.some(({ mode }) => mode === 'scripted');
}

function trendOf(series: Series, earlier: readonly Side[], head: Side): Trend | null {
  const metric = series.headline ?? series.thresholds[0]?.metric ?? judgedMetrics(head.reading)[0]?.name;
  if (metric === undefined || earlier.length < 2) return null;
  const points = [...earlier]
    .reverse()
    .concat(head)
    .map((side) => ({
      label: labelOf(side),
      value: judgedMetrics(side.reading).find(({ name }) => name === metric)?.value ?? null,
    }));
  return { metric, points };
}

function labelOf({ path, reading: { run } }: Side): string {
  if (run.date === null) return path.slice(path.lastIndexOf('/') + 1);
  return run.run === null ? run.date : `${run.date} #${run.run}`;
}

/** What each touched requirement came to: the results that the range adds to its series, how fresh, and compared. */
async function requirementFacts(
  source: ComparisonSource,
  touched: readonly TouchedRequirement[],
  added: readonly RecordSubject[],
  comparisons: readonly Comparison[],
): Promise<readonly RequirementFacts[]> {
  const facts: RequirementFacts[] = [];
  for (const { requirement, paths } of touched) {
    const { id, series, enforce } = requirement;
    const offered: OfferedResult[] = [];
    for (const { path, readings } of added.filter((record) => record.series?.id === series)) {
      const reading = readings[0];
      if (reading === undefined) continue;
      offered.push({
        path,
        freshness: await source.freshness(requirement, reading),
        comparison:
          comparisons.find(
            ({ base, head }) => head.path === path && head.arm === reading.arm && base.path !== path,
          ) ?? null,
        unmeasured: unmeasured(reading),
      });
    }
    const metrics =
      source.policy.series.find((one) => one.id === series)?.thresholds.map(({ metric }) => metric) ?? [];
    facts.push({ id, series, enforce, touched: paths, offered, metrics });
  }
  return facts;
}

function unmeasured({ status, reason, mode, part = null }: Reading): string | null {
  if (mode === 'scripted') return 'the run was scripted: no model was called';
  if (part !== null) return `only a part of the suite was run (${part})`;
  return status === 'unmeasured' ? (reason ?? 'no reason is stated') : null;
}

/** Enforced requirements of which nothing can be said: the check is incomplete. */
function unmeasuredRequirements(facts: readonly RequirementFacts[]): readonly Incomplete[] {
  return facts.flatMap((one) => {
    const verdict = judgeRequirement(one);
    if (!one.enforce || verdict.kind !== 'unmeasured') return [];
    return [
      {
        code: 'requirement-unmeasured',
        message: `require.${one.id} is enforced and n/a (unmeasured): ${verdict.why}.`,
        remedy: `Measure the code as it stands here and add the result (series ${one.series}) to this change.`,
        path: one.touched[0] ?? null,
      },
    ];
  });
}

const WEIGHT = { note: 0, warning: 1, error: 2 } as const;

/** A comparison, how much a regression in it weighs, and what a requirement says of it at least as loudly. */
function regressionFacts(
  comparison: Comparison,
  added: readonly RecordSubject[],
  unmet: readonly RuleFinding[],
): RegressionFacts {
  const { base, head } = comparison;
  // The other arm of a file is no last run.
  const own = base.path === head.path;
  const series = own ? null : (added.find(({ path }) => path === head.path)?.series ?? null);
  const severity = series?.regressed ?? 'note';
  const reported = unmet.flatMap((one) =>
    one.rule === 'requirement/regressed' &&
    one.path === head.path &&
    !own &&
    WEIGHT[one.severity] >= WEIGHT[severity]
      ? one.data.metrics.map(({ name }) => name)
      : [],
  );
  return { comparison, severity, reported: new Set(reported) };
}

/** Whether a regression is reported by its series already, and as more than its requirement makes of it. */
function saysMore(one: RuleFinding, other: RuleFinding): boolean {
  return (
    one.rule === 'comparison/regressed' &&
    other.rule === 'requirement/regressed' &&
    one.path === other.path &&
    one.data.base !== one.path &&
    WEIGHT[one.severity] > WEIGHT[other.severity]
  );
}
