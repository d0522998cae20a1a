import type { Path } from '../../../core/path.ts';
import type { Reading } from '../../../core/reading.ts';
import { UNKNOWN_SAMPLING } from '../../../core/sampling.ts';
import { describeHardFail } from '../../../policy/hard-fail.ts';
import { whyOutsidePin } from '../../../policy/pin.ts';
import type { Policy, Series } from '../../../policy/policy.ts';
import { whyNotWhole } from '../../../policy/reference-run.ts';
import { REMEDY } from '../../../policy/threshold-remedy.ts';
import type { JudgedThreshold } from '../../../policy/thresholds.ts';
import type { LocatedThreshold } from '../../../rules/subject.ts';
import { byAge } from './results.ts';

/** A reading whose rows were let go, with the thresholds that were judged while they were there. */
export interface JudgedReading {
  readonly path: Path;
  readonly series: string;
  readonly reading: Reading;
  readonly thresholds: readonly JudgedThreshold[];
}

/** The newest result of a series that counts; a run that the series allows although it is no whole one never is. */
export function newestOf(series: Series, readings: readonly JudgedReading[]): JudgedReading | null {
  return countedIn(series, readings).counted.at(-1) ?? null;
}

function countedIn(series: Series, readings: readonly JudgedReading[]) {
  const all = readings.filter(({ series: id }) => id === series.id).sort(byAge);
  const real = all.filter(({ reading }) => whyNotWhole(reading, series)?.allowed !== true);
  const counted = real.filter(({ reading }) => whyOutsidePin(series, reading) === null);
  return { all, real, counted };
}

/** The thresholds of a series, judged on its newest result that counts. */
export function newestThresholds(
  series: Series,
  readings: readonly JudgedReading[],
  policy: Policy,
): readonly LocatedThreshold[] {
  const { all, real, counted } = countedIn(series, readings);
  const newest = counted.at(-1);
  if (newest === undefined) return noResult(series, policy, whyNone(series, all, real));
  return counted
    .filter(({ path }) => path === newest.path)
    .flatMap(({ thresholds }) => thresholds)
    .map((threshold) => ({ ...threshold, line: null, column: null }));
}

/** Why no result counts, and what to do: no file is of the series, or those that are do not count in it. */
function whyNone(series: Series, all: readonly JudgedReading[], real: readonly JudgedReading[]) {
  const newest = real.at(-1);
  const pin = newest === undefined ? null : whyOutsidePin(series, newest.reading);
  if (newest !== undefined && pin !== null)
    return {
      reason: `no result of this series counts: in ${newest.path}, the newest, ${pin}`,
      remedy: REMEDY.pin,
    };
  const why =
    all.length === 0
      ? 'none that stands is of this series'
      : 'every one is scripted or only a part of the suite';
  return { reason: `no result of this series counts: ${why}`, remedy: REMEDY.no_result };
}

/** A series in which no result counts: each of its thresholds is unmeasured, which must not pass for met. */
function noResult(
  series: Series,
  policy: Policy,
  why: { readonly reason: string; readonly remedy: string },
): readonly LocatedThreshold[] {
  const gates = series.hard_fail.map((hard) => ({
    ...{ metric: describeHardFail(hard), min: null, max: 0, enforce: true },
  }));
  return [...series.thresholds, ...gates].map(({ metric, min, max, enforce }) => ({
    path: `${policy.ledger[0] ?? '.'}/${series.files}`,
    series: series.id,
    arm: null,
    metric,
    min,
    max,
    value: null,
    verdict: 'unmeasured',
    ...why,
    enforced: enforce,
    ...UNKNOWN_SAMPLING,
    within_noise: false,
    unknown: null,
    gate: null,
    pointer: null,
    line: null,
    column: null,
  }));
}
