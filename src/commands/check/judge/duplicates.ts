import { sha256 } from '../../../core/digest.ts';
import { isFile, type LedgerFile } from '../../../core/ledger.ts';
import { comparePaths, type Path } from '../../../core/path.ts';
import type { Reading } from '../../../core/reading.ts';
import { evidenceText, outlineOf } from '../../../measures/evidence/likeness.ts';
import type { Policy } from '../../../policy/policy.ts';
import { isExempt, ledgerDirectory } from '../../../policy/series.ts';
import type { Duplicate, RecordSubject } from '../../../rules/subject.ts';

/** What is read of the ledger to find duplicates. */
export interface DuplicateSource {
  /** What a record says, read again; `null` where it cannot be read, which is noted. */
  readings(file: LedgerFile): Promise<readonly Reading[] | null>;
  /** Whether a retraction beside a record names its very bytes. */
  isRetracted(file: LedgerFile): Promise<boolean>;
  /** Where the ledger holds one of these blobs: near the paths first, and as far as few lines of trees go. */
  holding(oids: ReadonlySet<string>, near: readonly Path[]): Promise<readonly LedgerFile[]>;
}

/** A measured result, as far as it is known once its rows were let go. */
interface MeasuredResult extends LedgerFile {
  /** Equal where two results hold the same; `null` where that has to be read. */
  readonly content: string | null;
  readonly inFolder: boolean;
  readonly source: string | null;
  readonly scripted: boolean;
  readonly age: string;
  /** Whether it stood before the range. */
  readonly stands: boolean;
}

/**
 * Finds results that repeat the evidence of an older one: equal bytes, equal content but for the run that it names, or made
 * from the same file. A cheap outline of each result tells which have to be compared at all.
 */
export class Duplicates {
  readonly #byOutline = new Map<string, MeasuredResult[]>();
  readonly #digests = new Map<string, string>();

  constructor(
    private readonly source: DuplicateSource,
    private readonly policy: Policy,
  ) {}

  /** Takes note of a record while its rows are there. */
  note(record: RecordSubject, stands: boolean): void {
    const { path, entry, source, readings, folder } = record;
    const content = folder?.digest ?? entry.oid;
    const outline = outlineOf(readings);
    if (outline === null) return;
    const key = sha256(outline);
    const alike = this.#byOutline.get(key) ?? [];
    this.#byOutline.set(key, alike);
    if (alike.length > 0) this.#digests.set(content, sha256(evidenceText(readings)));
    const scripted = readings.every(({ mode }) => mode === 'scripted');
    alike.push({
      path,
      entry,
      content,
      inFolder: folder !== null,
      source,
      scripted,
      age: ageOf(readings),
      stands,
    });
  }

  /** Every older result with its repetitions. Those retracted count for nothing. `whole`: every record was noted. */
  async find(retracted: ReadonlySet<Path>, whole: boolean): Promise<readonly Duplicate[]> {
    if (!whole) await this.#noteEqualBytes();
    const found: Duplicate[] = [];
    for (const alike of this.#byOutline.values()) {
      if (alike.length < 2 || alike.every(({ stands }) => stands)) continue;
      for (const same of await this.#same(alike.filter(({ path }) => !retracted.has(path)))) {
        const duplicate = await this.#duplicate(same);
        if (duplicate !== null) found.push(duplicate);
      }
    }
    const reported = new Set(found.map(({ path }) => path));
    return [...found, ...(await this.#ofOneSource(retracted, reported))];
  }

  /** Added results that state the source of one that stood before, whatever they make of it. */
  async #ofOneSource(
    retracted: ReadonlySet<Path>,
    reported: ReadonlySet<Path>,
  ): Promise<readonly Duplicate[]> {
    const all = [...this.#byOutline.values()].flat().filter(({ source }) => source !== null);
    const older = new Map<string | null, MeasuredResult>();
    for (const noted of all) {
      if (!noted.stands || retracted.has(noted.path) || (await this.source.isRetracted(noted))) continue;
      older.set(noted.source, noted);
    }
    return all.flatMap(({ path, source, stands, scripted }) => {
      const other = stands || reported.has(path) || retracted.has(path) ? undefined : older.get(source);
      if (other === undefined) return [];
      return [{ path, other: other.path, by: 'source', count: 1, scripted: scripted && other.scripted }];
    });
  }

  /** Results of one outline, those of equal evidence or one source together, the oldest first. */
  async #same(alike: readonly MeasuredResult[]): Promise<readonly (readonly MeasuredResult[])[]> {
    const groups = new Map<string, MeasuredResult[]>();
    const keyOf = new Map<string, string>();
    for (const noted of [...alike].sort(byAge)) {
      const evidence = await this.#digest(noted);
      const source = noted.source === null ? null : `source ${noted.source}`;
      const key = keyOf.get(evidence) ?? (source === null ? undefined : keyOf.get(source)) ?? evidence;
      keyOf.set(evidence, key);
      if (source !== null) keyOf.set(source, key);
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push(noted);
    }
    return [...groups.values()];
  }

  async #duplicate(same: readonly MeasuredResult[]): Promise<Duplicate | null> {
    for (const [at, older] of same.entries()) {
      const again = same.slice(at + 1).filter(({ stands }) => !stands);
      const first = again[0];
      if (first === undefined) return null;
      if (older.stands && (await this.source.isRetracted(older))) continue;
      const by =
        older.content === first.content
          ? 'bytes'
          : (await this.#digest(older)) === (await this.#digest(first))
            ? 'content'
            : 'source';
      const scripted = older.scripted && again.every((one) => one.scripted);
      return { path: first.path, other: older.path, by, count: again.length, scripted };
    }
    return null;
  }

  async #digest({ path, entry, content }: MeasuredResult): Promise<string> {
    const key = content ?? `at ${path}`;
    const known = this.#digests.get(key);
    if (known !== undefined) return known;
    const readings = await this.source.readings({ path, entry });
    // What cannot be read is like nothing else.
    const made = readings === null ? `${entry.oid} ${path}` : sha256(evidenceText(readings));
    this.#digests.set(key, made);
    return made;
  }

  /** Takes note of records that stood before and have the very bytes of an added one, near it first. */
  async #noteEqualBytes(): Promise<void> {
    const added = new Map<string, readonly [MeasuredResult, MeasuredResult[]]>();
    const known = new Set<Path>();
    for (const alike of this.#byOutline.values()) {
      for (const noted of alike) {
        known.add(noted.path);
        if (!noted.stands) added.set(noted.entry.oid, [noted, alike]);
      }
    }
    if (added.size === 0) return;
    const { ledger, exempt } = this.policy;
    for (const { path, entry } of await this.source.holding(new Set(added.keys()), [...known])) {
      const [noted, alike] = added.get(entry.oid) ?? [];
      if (noted === undefined || known.has(path) || !isFile(entry.kind)) continue;
      if (ledgerDirectory(path, ledger) === null || isExempt(path, exempt)) continue;
      // Among those of the same age what stood before is the older.
      // Of a folder only the headline is known to be the same.
      const content = noted.inFolder ? null : noted.content;
      alike?.push({ ...noted, path, entry, content, stands: true });
    }
  }
}

/** The date and run number of a result as a text that sorts. */
function ageOf([reading]: readonly Reading[]): string {
  const { date = null, run = null, generated_at: at = null } = reading?.run ?? {};
  return `${date ?? ''} ${String(run ?? 0).padStart(15, '0')} ${at ?? ''}`;
}

function byAge(a: MeasuredResult, b: MeasuredResult): number {
  return Number(b.stands) - Number(a.stands) || comparePaths(a.age, b.age) || comparePaths(a.path, b.path);
}
