import { createHash } from 'node:crypto';
import type { Repository } from '../../adapters/git/repository.ts';
import { type Entry, isFile } from '../../core/ledger.ts';
import { baseName, comparePaths, directoryName, type Path } from '../../core/path.ts';
import type { Reading } from '../../core/reading.ts';
import { namesRetraction } from '../../core/retraction.ts';
import { evidenceText, outlineOf } from '../../measures/evidence/likeness.ts';
import type { Policy } from '../../policy/policy.ts';
import { isExempt, ledgerDirectory } from '../../policy/series.ts';
import type { Duplicate, RecordSubject } from '../../rules/subject.ts';
import { isRetracted, namedAsRetraction } from '../compare/predecessor.ts';
import type { Range } from './read/range.ts';
import { readWithin } from './read/record.ts';

/** A measured result, as far as it is known once its rows were let go. */
interface Noted {
  readonly path: Path;
  readonly entry: Entry;
  readonly source: string | null;
  readonly scripted: boolean;
  readonly age: string;
  /** Whether it stood before the range. */
  readonly stands: boolean;
}

/** Lines of trees that are looked through for equal blobs: a ledger of this many records is looked through as a whole. */
const MOST_LINES = 10_000;

/**
 * Finds results that repeat the evidence of an older one: equal bytes, equal content but for the run that it names, or made
 * from the same file. A cheap outline of each result tells which have to be compared at all.
 */
export class Duplicates {
  readonly #alike = new Map<string, Noted[]>();
  readonly #digests = new Map<string, string>();

  constructor(
    private readonly repository: Repository,
    private readonly range: Range,
    private readonly policy: Policy,
  ) {}

  /** Takes note of a record while its rows are there. */
  note(record: RecordSubject, stands: boolean): void {
    const { path, entry, source, readings } = record;
    const outline = outlineOf(readings);
    if (outline === null) return;
    const key = digest(outline);
    const alike = this.#alike.get(key) ?? [];
    this.#alike.set(key, alike);
    if (alike.length > 0) this.#digests.set(entry.oid, digest(evidenceText(readings)));
    const scripted = readings.every(({ mode }) => mode === 'scripted');
    alike.push({ path, entry, source, scripted, age: ageOf(readings), stands });
  }

  /** Every older result with its repetitions. Those retracted count for nothing. */
  async found(retracted: ReadonlySet<Path>): Promise<readonly Duplicate[]> {
    if (this.range.mode !== 'all') await this.#noteEqualBlobs();
    const found: Duplicate[] = [];
    for (const alike of this.#alike.values()) {
      if (alike.length < 2 || alike.every(({ stands }) => stands)) continue;
      for (const same of await this.#same(alike.filter(({ path }) => !retracted.has(path)))) {
        const duplicate = await this.#duplicate(same);
        if (duplicate !== null) found.push(duplicate);
      }
    }
    const told = new Set(found.map(({ path }) => path));
    return [...found, ...(await this.#ofOneSource(retracted, told))];
  }

  /** Added results that state the source of one that stood before, whatever they make of it. */
  async #ofOneSource(retracted: ReadonlySet<Path>, told: ReadonlySet<Path>): Promise<readonly Duplicate[]> {
    const all = [...this.#alike.values()].flat().filter(({ source }) => source !== null);
    const older = new Map<string | null, Noted>();
    for (const noted of all) {
      if (!noted.stands || retracted.has(noted.path) || (await this.#isRetracted(noted))) continue;
      older.set(noted.source, noted);
    }
    return all.flatMap(({ path, source, stands, scripted }) => {
      const other = stands || told.has(path) || retracted.has(path) ? undefined : older.get(source);
      if (other === undefined) return [];
      return [{ path, other: other.path, by: 'source', count: 1, scripted: scripted && other.scripted }];
    });
  }

  /** Results of one outline, those of equal evidence or one source together, the oldest first. */
  async #same(alike: readonly Noted[]): Promise<readonly (readonly Noted[])[]> {
    const groups = new Map<string, Noted[]>();
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

  async #duplicate(same: readonly Noted[]): Promise<Duplicate | null> {
    for (const [at, older] of same.entries()) {
      const again = same.slice(at + 1).filter(({ stands }) => !stands);
      const first = again[0];
      if (first === undefined) return null;
      if (older.stands && (await this.#isRetracted(older))) continue;
      const by =
        older.entry.oid === first.entry.oid
          ? 'bytes'
          : (await this.#digest(older)) === (await this.#digest(first))
            ? 'content'
            : 'source';
      const scripted = older.scripted && again.every((one) => one.scripted);
      return { path: first.path, other: older.path, by, count: again.length, scripted };
    }
    return null;
  }

  async #digest({ path, entry }: Noted): Promise<string> {
    const known = this.#digests.get(entry.oid);
    if (known !== undefined) return known;
    const bytes = await this.#bytes(path, entry);
    const { repository, policy } = this;
    const record = bytes === null ? null : await readWithin(repository, path, entry, { bytes }, policy);
    // What cannot be read is like nothing else.
    const made = record === null ? `${entry.oid} ${path}` : digest(evidenceText(record.readings));
    this.#digests.set(entry.oid, made);
    return made;
  }

  async #bytes(path: Path, { oid }: Entry): Promise<Uint8Array | null> {
    const commit = this.range.head.id;
    return (await this.repository.content({ path, oid, commit }, this.policy.max_bytes))?.bytes ?? null;
  }

  async #isRetracted({ path, entry }: Noted): Promise<boolean> {
    const { repository, policy } = this;
    const snapshot = this.range.head;
    const folder = directoryName(path);
    const retractions = (await snapshot.children(folder)).lines
      .map((line) => ({ path: folder === '' ? line.name : `${folder}/${line.name}`, entry: line.entry }))
      .filter((one) => namedAsRetraction(one.path) && namesRetraction(baseName(one.path), path));
    if (retractions.length === 0) return false;
    const bytes = await this.#bytes(path, entry);
    const shelf = { repository, snapshot, excluded: new Set<Path>(), policy };
    return bytes !== null && isRetracted(shelf, { path, entry, retractions }, bytes);
  }

  /** Takes note of records that stood before and have the very bytes of an added one, near it first. */
  async #noteEqualBlobs(): Promise<void> {
    const added = new Map<string, readonly [Noted, Noted[]]>();
    const known = new Set<Path>();
    for (const alike of this.#alike.values()) {
      for (const noted of alike) {
        known.add(noted.path);
        if (!noted.stands) added.set(noted.entry.oid, [noted, alike]);
      }
    }
    if (added.size === 0) return;
    const { ledger, exempt } = this.policy;
    for (const { path, entry } of await this.#places(new Set(added.keys()), [...known])) {
      const [noted, alike] = added.get(entry.oid) ?? [];
      if (noted === undefined || known.has(path) || !isFile(entry.kind)) continue;
      if (ledgerDirectory(path, ledger) === null || isExempt(path, exempt)) continue;
      // Among those of the same age what stood before is the older.
      alike?.push({ ...noted, path, entry, stands: true });
    }
  }

  /** Where the ledger holds one of these blobs: in the folders of the paths, then around them, as far as few lines go. */
  async #places(ids: ReadonlySet<string>, paths: readonly Path[]) {
    const { repository, range, policy } = this;
    const found: { readonly path: Path; readonly entry: Entry }[] = [];
    const visited = new Set<Path>();
    let lines = 0;
    const visit = async (folder: Path): Promise<void> => {
      if (visited.has(folder) || lines > MOST_LINES) return;
      visited.add(folder);
      const directory = await repository.unread.attempt(() => range.head.children(folder), null);
      if (directory === null) return;
      lines += directory.length;
      for (const { name, entry } of [...directory.pick(ids)].reverse()) {
        const path = folder === '' ? name : `${folder}/${name}`;
        if (entry.kind === 'directory') await visit(path);
        else found.push({ path, entry });
      }
    };
    for (const folder of [...new Set(paths.map(directoryName))].sort(comparePaths)) {
      for (let around = folder; around !== '' && ledgerDirectory(`${around}/x`, policy.ledger) !== null; ) {
        await visit(around);
        around = directoryName(around);
      }
    }
    for (const directory of policy.ledger) await visit(directory === '.' ? '' : directory);
    return found;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** The date and run number of a result as a text that sorts. */
function ageOf([reading]: readonly Reading[]): string {
  const { date = null, run = null, generated_at: at = null } = reading?.run ?? {};
  return `${date ?? ''} ${String(run ?? 0).padStart(15, '0')} ${at ?? ''}`;
}

function byAge(a: Noted, b: Noted): number {
  return Number(b.stands) - Number(a.stands) || comparePaths(a.age, b.age) || comparePaths(a.path, b.path);
}
