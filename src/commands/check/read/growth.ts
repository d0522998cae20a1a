import type { Repository, WantedFile } from '../../../adapters/git/repository.ts';
import { type Entry, type Growth, type GrowthOutcome, isFile, type Ungrown } from '../../../core/ledger.ts';
import type { Path } from '../../../core/path.ts';
import type { Policy, Series } from '../../../policy/policy.ts';
import { seriesOf } from '../../../policy/series.ts';
import { lineGrowth } from '../judge/grown-lines.ts';
import { rowGrowth } from '../judge/grown-rows.ts';
import { NOTHING, NoTable, readTable, type Table } from '../judge/table.ts';
import { decodeTable } from './record.ts';

/** Two contents of a path, and where each is held. */
export interface GrownFile {
  readonly path: Path;
  readonly before: Entry;
  readonly after: Entry;
  readonly commits: { readonly before: string; readonly after: string };
  /** Whether a merge made the newer one: it puts the lines of both sides together. */
  readonly merge?: boolean;
}

/** Tables that are kept: a history shows each content twice, as what was and as what is. */
const KEPT = 3;

/** Says what became of files that may grow. Their contents are compared, each read as seldom as the order allows. */
export class GrowthReader {
  /** The tables that were read last. */
  readonly #tables = new Map<string, Table | NoTable>();

  constructor(
    private readonly repository: Repository,
    private readonly policy: Policy,
  ) {}

  /** What became of the older content; `null` where the file may not grow, `unread` where it could not be read, which is noted. */
  async of(file: GrownFile): Promise<GrowthOutcome | 'unread' | null> {
    const { path, before, after } = file;
    const series = seriesOf(path, this.policy);
    if (series === null || series.grows === null) return null;
    if (!isFile(before.kind) || before.kind !== after.kind) return null;
    const { unread } = this.repository;
    return unread.attempt(() => this.#compare(file, series), 'unread' as const);
  }

  async #compare(
    { path, before, after, commits, merge }: GrownFile,
    series: Series,
  ): Promise<GrowthOutcome | 'unread'> {
    const by = series.grows!;
    const older = await this.#bytes({ path, oid: before.oid, commit: commits.before });
    const newer = await this.#bytes({ path, oid: after.oid, commit: commits.after });
    if (older === null || newer === null) return 'unread';
    if (typeof older === 'string' || typeof newer === 'string') {
      return ungrown(
        by,
        `it is larger than \`max_bytes\` (${this.policy.max_bytes} bytes), and was not read`,
      );
    }
    if (by === 'lines') return lineGrowth(older, newer, merge);
    const was = older.length === 0 ? NOTHING : await this.#table(path, before.oid, older, series);
    if (was instanceof NoTable) return ungrown(by, `before this change, ${was.message}`);
    const is = await this.#table(path, after.oid, newer, series);
    if (is instanceof NoTable) return ungrown(by, `after this change, ${is.message}`);
    return rowGrowth(was, is, series);
  }

  /** The bytes of a content; `null` where they cannot be read, which is noted. */
  async #bytes(file: WantedFile): Promise<Buffer | 'too-large' | null> {
    const object = await this.repository.content(file, this.policy.max_bytes);
    return object === null ? null : (object.bytes ?? 'too-large');
  }

  async #table(path: Path, oid: string, bytes: Uint8Array, series: Series): Promise<Table | NoTable> {
    const key = `${series.id} ${path} ${oid}`;
    const table = this.#tables.get(key) ?? (await this.#read(path, bytes, series));
    // The one that was asked for last is let go last.
    this.#tables.delete(key);
    if (this.#tables.size >= KEPT) this.#tables.delete([...this.#tables.keys()][0]!);
    this.#tables.set(key, table);
    return table;
  }

  async #read(path: Path, bytes: Uint8Array, series: Series): Promise<Table | NoTable> {
    const file = await decodeTable(path, bytes, series, this.repository.budget);
    if (file === null)
      return new NoTable(
        'no rows are read from a file of this name; only from CSV, JSON, JSON Lines and YAML',
      );
    try {
      return readTable(file, series);
    } catch (error) {
      if (error instanceof NoTable) return error;
      throw error;
    }
  }
}

function ungrown(by: Growth['by'], reason: string): Ungrown {
  return { kind: 'ungrown', by, lost: [], count: 0, reason, at: null };
}
