import type { Series } from './policy.ts';
import type { Reading } from './reading.ts';

/** Why a result does not count in a series that is pinned to a version or dataset; `null` where it does. */
export function outsidePin(series: Series, reading: Reading): string | null {
  const { metrics_version: version, dataset } = series;
  if (version !== null && reading.metrics_version !== version) {
    return `metrics_version is ${reading.metrics_version ?? 'not stated'}, and the series is pinned to ${version}`;
  }
  for (const field of ['name', 'version', 'fingerprint'] as const) {
    const [pinned, stated] = [dataset?.[field] ?? null, reading.dataset?.[field] ?? null];
    if (pinned === null || stated === pinned) continue;
    return `the dataset's ${field} is ${stated ?? 'not stated'}, and the series is pinned to ${pinned}`;
  }
  return null;
}

/**
 * Why one metric does not count in a pinned series: the version that its definition states counts for it, and a result
 * must not slip another definition under the bar by versioning it apart from its file.
 */
export function outsidePinAlone(series: Series, { definitions }: Reading, metric: string): string | null {
  const own = definitions.get(metric)?.['metrics_version'] ?? null;
  if (series.metrics_version === null || own === null || own === series.metrics_version) return null;
  return `its own metrics_version is ${String(own)}, and the series is pinned to ${series.metrics_version}`;
}
