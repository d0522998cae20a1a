import { ledgerOf, type Snapshot } from '../../../adapters/git/snapshot.ts';
import { isFile, type Ledger, type LedgerFile } from '../../../core/ledger.ts';
import { baseName, comparePaths, directoryName, type Path } from '../../../core/path.ts';
import type { Reading } from '../../../core/reading.ts';
import { namedAsRetraction, namesRetraction } from '../../../core/retraction.ts';
import { referenceRunFrom } from '../../../measures/evidence/reference-run.ts';
import { whyOutsidePin } from '../../../policy/pin.ts';
import type { Series } from '../../../policy/policy.ts';
import { isMeasuredRun, type ReferenceRun } from '../../../policy/reference-run.ts';
import { isExempt, seriesOf } from '../../../policy/series.ts';
import { isRetracted, type SeriesFile } from '../../compare/predecessor.ts';
import { byAge, isDatedAhead, isNamedAhead } from '../judge/results.ts';
import type { CheckContext } from './context.ts';
import { readWithin } from './record.ts';

/** Records of a series that are opened in search of one of the same suite; the newest is one mostly. */
const MOST_OPENED = 20;

/** What base holds: the files of each date, newest first, and the retractions in each folder. */
interface Files {
  readonly byDate: readonly (readonly LedgerFile[])[];
  readonly retractions: ReadonlyMap<Path, readonly LedgerFile[]>;
}

/** What a result is judged with where its series enforces anything. */
interface Judged {
  readonly path: Path;
  readonly reading: Reading;
}

/**
 * Finds the reference runs of results: the newest real, measured and unretracted record of the series that base holds, of the
 * same suite and variant where there is one. What a range adds is never one, and no file chooses its own: neither its
 * folder nor its date decides. Records are opened one by one, newest name first, so that the cost follows the change.
 */
export class ReferenceRuns {
  readonly #ordered = new Map<string, Promise<Iterable<SeriesFile>>>();
  readonly #opened = new Map<Path, Promise<readonly Reading[]>>();
  #files: Promise<Files> | null = null;

  constructor(
    private readonly context: CheckContext,
    private readonly base: Snapshot,
    /** What base holds, where that is known already. */
    private readonly ledger: Ledger | null,
  ) {}

  /** The reference run of a result. With `older`, one that the result itself follows. */
  async of(series: Series, judged: Judged, older = false): Promise<ReferenceRun | null> {
    const { suite, variant } = judged.reading.run;
    // What is dated later than the day after this instant is never the newest.
    const { until } = this.context.range;
    const counts = (one: ReferenceRun) =>
      isMeasuredRun(one.reading) && !isDatedAhead(one, until) && !(older && byAge(one, judged) >= 0);
    const isSame = ({ reading: { run } }: ReferenceRun) => run.suite === suite && run.variant === variant;
    const named = await this.#seriesFiles(series, [suite, variant]);
    return (
      (await this.#newest(named, series, judged, (one) => counts(one) && isSame(one))) ??
      // Only names decided so far, and the file chooses what it calls itself: else the newest of all counts.
      this.#newest(await this.#seriesFiles(series, []), series, judged, counts)
    );
  }

  /** The first of the candidates that counts and is inside the pins, else the first that counts. */
  async #newest(
    seriesFiles: Iterable<SeriesFile>,
    series: Series,
    judged: Judged,
    counts: (reference: ReferenceRun) => boolean,
  ): Promise<ReferenceRun | null> {
    let outside: ReferenceRun | null = null;
    let opened = 0;
    for (const candidate of seriesFiles) {
      if (candidate.path === judged.path || isNamedAhead(candidate.path, this.context.range.until)) continue;
      const reference = referenceRunFrom(candidate.path, await this.#read(candidate), judged.reading.arm);
      // Runs that are not measured could hide the last one, so they are not counted among those that are opened.
      if (reference === null || !isMeasuredRun(reference.reading)) continue;
      if (counts(reference)) {
        if (whyOutsidePin(series, reference.reading) === null) return reference;
        outside ??= reference;
      }
      opened += 1;
      if (opened === MOST_OPENED) break;
    }
    return outside;
  }

  /** The files of a series, those whose names hold the parts first, then newest name first. */
  #seriesFiles(series: Series, parts: readonly (string | null)[]): Promise<Iterable<SeriesFile>> {
    const key = JSON.stringify([series.id, parts]);
    const seriesFiles = this.#ordered.get(key) ?? this.#inOrder(series, parts);
    this.#ordered.set(key, seriesFiles);
    return seriesFiles;
  }

  async #inOrder(series: Series, parts: readonly (string | null)[]): Promise<Iterable<SeriesFile>> {
    this.#files ??= this.#filesOf();
    const files = await this.#files;
    const wanted = parts.filter((part) => part !== null);
    const holds = ({ path }: LedgerFile) => wanted.every((part) => baseName(path).includes(part));
    return new Kept(this.#partsFirst(files, series, holds));
  }

  *#partsFirst(files: Files, series: Series, holds: (file: LedgerFile) => boolean): Generator<SeriesFile> {
    yield* this.#newestFirst(files, series, holds);
    yield* this.#newestFirst(files, series, (file) => !holds(file));
  }

  /** Files of a series that fulfil a condition. Whose they are is looked at last: most of a ledger is never asked for. */
  *#newestFirst(
    { byDate, retractions }: Files,
    series: Series,
    asked: (file: LedgerFile) => boolean,
  ): Generator<SeriesFile> {
    const { policy } = this.context;
    const isOfSeries = ({ path }: LedgerFile) =>
      seriesOf(path, policy)?.id === series.id && !isExempt(path, policy.exempt);
    for (const files of byDate) {
      const theirs = files
        .filter((one) => asked(one) && isOfSeries(one))
        .map((file) => ({ file, age: ageOf(file.path) }))
        .sort((a, b) => comparePaths(b.age, a.age));
      for (const { file } of theirs) {
        const beside = retractions.get(directoryName(file.path)) ?? [];
        yield {
          ...file,
          retractions: beside.filter((one) => namesRetraction(baseName(one.path), file.path)),
        };
      }
    }
  }

  async #filesOf(): Promise<Files> {
    const { policy, repository } = this.context;
    const retractions = new Map<Path, LedgerFile[]>();
    const byDate = new Map<string, LedgerFile[]>();
    for (const [path, entry] of this.ledger ??
      (await ledgerOf(this.base, policy.ledger, repository.unread))) {
      if (namedAsRetraction(path)) listUnder(retractions, directoryName(path), { path, entry });
      else if (isFile(entry.kind)) listUnder(byDate, dateOf(path), { path, entry });
    }
    const dates = [...byDate].sort(([a], [b]) => comparePaths(b, a));
    return { byDate: dates.map(([, files]) => files), retractions };
  }

  #read(candidate: SeriesFile): Promise<readonly Reading[]> {
    let readings = this.#opened.get(candidate.path);
    if (readings === undefined) {
      readings = this.#open(candidate);
      this.#opened.set(candidate.path, readings);
    }
    return readings;
  }

  async #open(candidate: SeriesFile): Promise<readonly Reading[]> {
    const { repository, policy } = this.context;
    const { base } = this;
    const { path, entry, retractions } = candidate;
    await repository.prefetchFiles([entry, ...retractions.map((one) => one.entry)].map(({ oid }) => oid));
    // What cannot be read here is not known to be no reference run: it is noted.
    const object = await repository.content({ path, oid: entry.oid, commit: base.id }, policy.max_bytes);
    if (!object?.bytes) return [];
    const search = { repository, snapshot: base, excluded: new Set<Path>(), policy };
    if (await isRetracted(search, candidate, object.bytes)) return [];
    return (await readWithin(repository, base, candidate, { bytes: object.bytes }, policy))?.readings ?? [];
  }
}

const DAY = /\d{4}-?\d{2}-?\d{2}/;

/** The first date in the name, else in its path; empty where there is none. */
function dateOf(path: Path): string {
  return (DAY.exec(baseName(path)) ?? DAY.exec(path))?.[0].replaceAll('-', '') ?? '';
}

/** What orders names: the date, then numbers as numbers. */
function ageOf(path: Path): string {
  return `${dateOf(path)} ${path.replace(/\d+/g, (digits) => digits.padStart(12, '0'))}`;
}

function listUnder<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** What an iterator gives, kept as far as it was asked for, so that it can be gone through again. */
class Kept<Item> implements Iterable<Item> {
  readonly #items: Item[] = [];

  constructor(private readonly source: Iterator<Item>) {}

  *[Symbol.iterator](): Generator<Item> {
    for (let at = 0; ; at += 1) {
      if (at === this.#items.length) {
        const next = this.source.next();
        if (next.done) return;
        this.#items.push(next.value);
      }
      yield this.#items[at]!;
    }
  }
}
