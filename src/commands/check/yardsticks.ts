import type { Repository } from '../../adapters/git/repository.ts';
import { ledgerOf, type Snapshot } from '../../adapters/git/snapshot.ts';
import { comparePaths } from '../../core/change.ts';
import { type Entry, isFile, type Ledger } from '../../core/ledger.ts';
import { baseName, directoryName, type Path } from '../../core/path.ts';
import { outsidePin } from '../../core/pin.ts';
import type { Policy, Series } from '../../core/policy.ts';
import type { Reading } from '../../core/reading.ts';
import { namesRetraction } from '../../core/retraction.ts';
import { isExempt, seriesOf } from '../../core/series.ts';
import { isMeasuredRun, type Yardstick } from '../../core/yardstick.ts';
import { yardstickFrom } from '../../measures/evidence/yardstick.ts';
import { type Candidate, isRetracted, namedAsRetraction } from '../compare/predecessor.ts';
import type { Range } from './range.ts';
import { readWithin } from './record.ts';
import { byAge, isAhead, isNamedAhead } from './results.ts';

/** Records of a series that are opened in search of one of the same suite; the newest is one mostly. */
const MOST_OPENED = 20;

/** What a result is judged with where its series enforces anything. */
export interface Judged {
  readonly path: Path;
  readonly reading: Reading;
}

/** Whether a threshold or a condition on rows of the series blocks. */
export function enforces({ thresholds, hard_fail }: Series): boolean {
  return hard_fail.length > 0 || thresholds.some(({ enforce }) => enforce);
}

/**
 * Finds the yardsticks of results: the newest real, measured and unretracted record of the series that base holds, of the
 * same suite and variant where there is one. What a range adds is never one, and no file chooses its own: neither its
 * folder nor its date decides. Records are opened one by one, newest name first, so that the cost follows the change.
 */
export class Yardsticks {
  readonly #files = new Map<string, Promise<readonly Candidate[]>>();
  readonly #ordered = new Map<string, readonly Candidate[]>();
  readonly #opened = new Map<Path, Promise<readonly Reading[]>>();
  #ledger: Promise<Ledger> | null;

  constructor(
    private readonly repository: Repository,
    private readonly policy: Policy,
    private readonly base: Snapshot,
    /** What is dated later than the day after this instant is never the newest. */
    private readonly until: number | null,
    ledger: Ledger | null,
  ) {
    this.#ledger = ledger === null ? null : Promise.resolve(ledger);
  }

  /** The yardstick of a result. With `older`, one that the result itself follows. */
  async of(series: Series, judged: Judged, older = false): Promise<Yardstick | null> {
    const { suite, variant } = judged.reading.run;
    const counts = (one: Yardstick) =>
      isMeasuredRun(one.reading) && !isAhead(one, this.until) && !(older && byAge(one, judged) >= 0);
    const isSame = ({ reading: { run } }: Yardstick) => run.suite === suite && run.variant === variant;
    const named = await this.#candidates(series, [suite, variant]);
    return (
      (await this.#newest(named, series, judged, (one) => counts(one) && isSame(one))) ??
      // Only names decided so far, and the file chooses what it calls itself: else the newest of all counts.
      this.#newest(await this.#filesOnce(series), series, judged, counts)
    );
  }

  /** The first of the candidates that counts and is inside the pins, else the first that counts. */
  async #newest(
    candidates: readonly Candidate[],
    series: Series,
    judged: Judged,
    counts: (yardstick: Yardstick) => boolean,
  ): Promise<Yardstick | null> {
    let outside: Yardstick | null = null;
    let opened = 0;
    for (const candidate of candidates) {
      if (candidate.path === judged.path || isNamedAhead(candidate.path, this.until)) continue;
      const yardstick = yardstickFrom(candidate.path, await this.#read(candidate), judged.reading.arm);
      // Runs that are not measured could hide the last one, so they are not counted among those that are opened.
      if (yardstick === null || !isMeasuredRun(yardstick.reading)) continue;
      if (counts(yardstick)) {
        if (outsidePin(series, yardstick.reading) === null) return yardstick;
        outside ??= yardstick;
      }
      opened += 1;
      if (opened === MOST_OPENED) break;
    }
    return outside;
  }

  /** The files of a series, those whose names hold the parts first, then newest name first. */
  async #candidates(series: Series, parts: readonly (string | null)[]): Promise<readonly Candidate[]> {
    const key = JSON.stringify([series.id, parts]);
    const before = this.#ordered.get(key);
    if (before !== undefined) return before;
    const wanted = parts.filter((part) => part !== null);
    const holds = ({ path }: Candidate) => wanted.every((part) => baseName(path).includes(part));
    const all = await this.#filesOnce(series);
    const ordered = [...all.filter(holds), ...all.filter((one) => !holds(one))];
    this.#ordered.set(key, ordered);
    return ordered;
  }

  #filesOnce(series: Series): Promise<readonly Candidate[]> {
    const files = this.#files.get(series.id) ?? this.#filesOf(series);
    this.#files.set(series.id, files);
    return files;
  }

  async #filesOf(series: Series): Promise<readonly Candidate[]> {
    const { policy } = this;
    this.#ledger ??= ledgerOf(this.base, policy.ledger, this.repository.unread);
    const ledger = [...(await this.#ledger)];
    const retractions = new Map<Path, { readonly path: Path; readonly entry: Entry }[]>();
    for (const [path, entry] of ledger) {
      if (!namedAsRetraction(path)) continue;
      const beside = retractions.get(directoryName(path)) ?? [];
      beside.push({ path, entry });
      retractions.set(directoryName(path), beside);
    }
    return ledger
      .filter(
        ([path, { kind }]) =>
          isFile(kind) &&
          !namedAsRetraction(path) &&
          seriesOf(path, policy)?.id === series.id &&
          !isExempt(path, policy.exempt),
      )
      .map(([path, entry]) => ({ path, entry, age: ageOf(path) }))
      .sort((a, b) => comparePaths(b.age, a.age))
      .map(({ path, entry }) => ({
        path,
        entry,
        retractions: (retractions.get(directoryName(path)) ?? []).filter((one) =>
          namesRetraction(baseName(one.path), path),
        ),
      }));
  }

  #read(candidate: Candidate): Promise<readonly Reading[]> {
    let readings = this.#opened.get(candidate.path);
    if (readings === undefined) {
      readings = this.#open(candidate);
      this.#opened.set(candidate.path, readings);
    }
    return readings;
  }

  async #open(candidate: Candidate): Promise<readonly Reading[]> {
    const { repository, policy, base } = this;
    const { path, entry, retractions } = candidate;
    await repository.prefetchFiles([entry, ...retractions.map((one) => one.entry)].map(({ oid }) => oid));
    // What cannot be read here is not known to be no yardstick: it is noted.
    const object = await repository.content({ path, oid: entry.oid, commit: base.id }, policy.max_bytes);
    if (!object?.bytes) return [];
    const shelf = { repository, snapshot: base, excluded: new Set<Path>(), policy };
    if (await isRetracted(shelf, candidate, object.bytes)) return [];
    return (await readWithin(repository, path, entry, { bytes: object.bytes }, policy))?.readings ?? [];
  }
}

/** Where the yardsticks of a range stand: at the tip that it will land on, else where it begins. */
export function yardstickBase({ tips, frozen, head, mode }: Range): Snapshot | null {
  return mode === 'all' ? head : (tips[0] ?? frozen[0] ?? null);
}

const DAY = /\d{4}-?\d{2}-?\d{2}/;

/** What orders names: the first date in the name, else in its path, then numbers as numbers. */
function ageOf(path: Path): string {
  const date = (DAY.exec(baseName(path)) ?? DAY.exec(path))?.[0].replaceAll('-', '') ?? '';
  return `${date} ${path.replace(/\d+/g, (digits) => digits.padStart(12, '0'))}`;
}
