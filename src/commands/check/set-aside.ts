import type { Repository } from '../../adapters/git/repository.ts';
import type { Path } from '../../core/path.ts';
import type { Reading } from '../../core/reading.ts';
import { judgedMetrics } from '../../measures/evidence/metrics.ts';
import { rowScores } from '../../measures/evidence/observed.ts';
import { outsidePin } from '../../policy/pin.ts';
import type { Policy } from '../../policy/policy.ts';
import { judgeThresholds } from '../../policy/thresholds.ts';
import type { RecordSubject, SetAside } from '../../rules/subject.ts';
import { candidates, readingOf } from '../compare/predecessor.ts';
import { byAge } from './judge/results.ts';
import type { Range } from './read/range.ts';
import { readWithin } from './read/record.ts';
import type { KnownRetraction } from './retractions.ts';

/** Results of a series that are opened in search of the newest. */
const MOST_OPENED = 20;

/**
 * Retractions with what they set aside: the newest run of a series that missed, so that an older one is judged in its
 * place. Only new retractions are asked: one that has landed was reported when it did.
 */
export async function withSetAside(
  repository: Repository,
  range: Range,
  known: readonly KnownRetraction[],
  policy: Policy,
): Promise<readonly KnownRetraction[]> {
  if (range.mode === 'all') return known;
  const retracted = new Set(known.map(({ subject }) => subject.retraction.of.path));
  return Promise.all(
    known.map(async (one) => {
      const { subject, oid } = one;
      const { path, sha256 } = subject.retraction.of;
      if (oid === null || !subject.digests.includes(sha256)) return one;
      const object = await repository.objects.read(oid, policy.max_bytes);
      if (typeof object === 'string' || object.bytes === null) return one;
      const entry = { oid, kind: 'file' } as const;
      const record = await readWithin(repository, path, entry, { bytes: object.bytes }, policy);
      if (record === null) return one;
      const setsAside = await setAsideOf(repository, range, record, retracted);
      return { ...one, subject: { ...subject, setsAside } };
    }),
  );
}

async function setAsideOf(
  repository: Repository,
  range: Range,
  { path, series, readings, policy }: RecordSubject,
  excluded: ReadonlySet<Path>,
): Promise<SetAside | null> {
  const [own] = readings;
  if (series === null || own === undefined || !counts(own)) return null;
  const metrics = readings
    .flatMap((reading) => {
      const expectations = { reference: null, judges: policy.judge, scoreOf: rowScores(reading) };
      const metrics = judgedMetrics(reading);
      return judgeThresholds(path, series, reading, metrics, policy.min_coverage, expectations);
    })
    .filter(({ verdict, enforced }) => verdict === 'missed' || (enforced && verdict === 'unmeasured'))
    .map(({ metric }) => metric);
  if (metrics.length === 0) return null;
  const shelf = {
    repository,
    snapshot: range.head,
    excluded,
    policy,
  };
  const others: { readonly path: Path; readonly reading: Reading }[] = [];
  let opened = 0;
  for await (const candidate of candidates(shelf, series, path)) {
    const reading = await readingOf(shelf, candidate, null);
    if (reading !== null && counts(reading)) others.push({ path: candidate.path, reading });
    opened += 1;
    if (opened === MOST_OPENED) break;
  }
  const newest = others.sort(byAge).at(-1);
  if (newest !== undefined && byAge(newest, { path, reading: own }) > 0) return null;
  return { series: series.id, metrics: [...new Set(metrics)], instead: newest?.path ?? null };

  function counts(reading: Reading): boolean {
    return reading.mode !== 'scripted' && series !== null && outsidePin(series, reading) === null;
  }
}
