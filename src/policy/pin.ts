import { scoresOf } from '../core/comparability.ts';
import type { Reading } from '../core/reading.ts';
import { canonicalRoute } from '../core/route/canonical.ts';
import { sameModel } from '../core/route/same.ts';
import type { JudgePolicy, Series } from './policy.ts';
import { acceptRemedy, inSeries, quoted, REMEDY, versionText } from './threshold-remedy.ts';

/**
 * The reason why a result does not count in a series that is pinned to a version or dataset; `null` where it does.
 */
export function whyOutsidePin(series: Series, reading: Reading): string | null {
  const { metrics_version: version } = series;
  if (version !== null && reading.metrics_version !== version) {
    return `metrics_version is ${shown(reading.metrics_version, version)}, and the series is pinned to ${shown(version, reading.metrics_version)}`;
  }
  return whyOutsideDatasetPin(series, reading);
}

/** A version as it is written; where a text and a number look alike, it is said which of them it is. */
function shown(value: unknown, other: unknown): string {
  if (value === null) return 'not stated';
  const kind = typeof value === 'string' ? 'the text' : 'the number';
  return String(value) === String(other) ? `${kind} ${JSON.stringify(value)}` : String(value);
}

/** The reason why a result does not count in a series that is pinned to a dataset; `null` where it does. */
export function whyOutsideDatasetPin({ dataset }: Series, reading: Reading): string | null {
  for (const field of ['name', 'version', 'fingerprint'] as const) {
    const [pinned, stated] = [dataset?.[field] ?? null, reading.dataset?.[field] ?? null];
    if (pinned === null || stated === pinned) continue;
    return `the dataset's ${field} is ${stated ?? 'not stated'}, and the series is pinned to ${pinned}`;
  }
  return null;
}

/** The remedy for a result outside a pin, with the line that moves the pin to what the result states. */
export function pinRemedy(series: Series, { metrics_version: version, dataset }: Reading): string {
  const stated = (field: 'name' | 'version' | 'fingerprint') =>
    series.dataset?.[field] == null ? [] : [`${field}: ${quoted(dataset?.[field] ?? '')}`];
  const fields = [...stated('name'), ...stated('version'), ...stated('fingerprint')];
  const moved =
    series.metrics_version !== null && series.metrics_version !== version
      ? version === null
        ? null
        : `metrics_version: ${versionText(version)}`
      : fields.some((field) => field.endsWith('""'))
        ? null
        : `dataset: { ${fields.join(', ')} }`;
  return moved === null
    ? REMEDY.pin
    : `Measure what the series is pinned to and add that as a new run. ${acceptRemedy(inSeries(series), moved, 'what it states')}`;
}

/**
 * The reason why one metric does not count in a pinned series: by the version of its own definition, or by its judge.
 * A result must not bring another definition under a threshold by versioning it apart from its file.
 */
export function whyMetricOutsidePin(
  series: Series,
  reading: Reading,
  metric: string,
  judges: JudgePolicy,
): string | null {
  const own = reading.definitions.get(metric)?.['metrics_version'] ?? null;
  if (series.metrics_version !== null && own !== null && own !== series.metrics_version)
    return `its own metrics_version is ${shown(own, series.metrics_version)}, and the series is pinned to ${shown(series.metrics_version, own)}`;
  const route = reading.judge?.route ?? null;
  if (series.judge === null || !isJudged(metric, reading)) return null;
  if (route !== null && sameJudge(series.judge, route, judges)) return null;
  return `its judge is ${route ?? 'not stated'}, and the series is pinned to ${series.judge}`;
}

/** Whether two routes name one judge. A router's name says nothing of what answered, and is still the same name. */
export function sameJudge(one: string, other: string, judges: JudgePolicy): boolean {
  return (
    one === other || sameModel(canonicalRoute(one, judges), canonicalRoute(other, judges), judges) === 'same'
  );
}

/** Whether a metric depends on a judge's rulings. One without a definition depends on the judge where there is one. */
export function isJudged(metric: string, { definitions, judge, rows }: Reading): boolean {
  const definition = definitions.get(metric);
  if (definition === undefined) return judge !== null;
  if (definition['judged'] === true) return true;
  const scores = new Set(scoresOf(metric, definition));
  const byJudge = [...definitions].some(
    ([name, other]) => other['judged'] === true && scoresOf(name, other).some((score) => scores.has(score)),
  );
  return byJudge || (rows ?? []).some(({ judgments }) => judgments.some(({ score }) => scores.has(score)));
}
