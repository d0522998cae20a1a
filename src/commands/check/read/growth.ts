import type { Repository, WantedFile } from '../../../adapters/git/repository.ts';
import { type Entry, type Growth, type GrowthOutcome, isFile, type Ungrown } from '../../../core/ledger.ts';
import type { Path } from '../../../core/path.ts';
import type { Policy, Series } from '../../../policy/policy.ts';
import { seriesOf } from '../../../policy/series.ts';
import type { MergedRecord } from '../../../rules/subject.ts';
import { lineGrowth, rowGrowth } from '../judge/growth.ts';
import { NOTHING, NoTable, readTable, type Table } from '../judge/table.ts';
import { decodeTable } from './record.ts';

/** Two contents of a path, and where each is held. */
interface GrownFile {
  readonly path: Path;
  readonly before: Entry;
  readonly after: Entry;
  readonly commits: { readonly before: string; readonly after: string };
  /** Whether a merge made the newer one: it puts the lines of both sides together. */
  readonly merge?: boolean;
}

/** A file that both sides of a merge changed: what it was when they parted, in that commit, and what each made of it. */
export interface ForkedFile {
  readonly path: Path;
  readonly base: Entry;
  readonly tip: Entry;
  readonly head: Entry;
  readonly fork: string;
}

interface Content {
  readonly oid: string;
  readonly bytes: Buffer;
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

  /** What a merge makes of files that both sides let grow: only where that is no growth of either. */
  async merged(
    files: readonly ForkedFile[],
    at: { readonly head: { readonly id: string }; readonly tip: { readonly id: string } },
  ): Promise<readonly MergedRecord[]> {
    const found: MergedRecord[] = [];
    for (const file of files) {
      const record = await this.repository.unread.attempt(() => this.#merge(file, at), null);
      if (record !== null) found.push(record);
    }
    return found;
  }

  async #merge(
    { path, base, tip, head, fork }: ForkedFile,
    at: Parameters<GrowthReader['merged']>[1],
  ): Promise<MergedRecord | null> {
    const series = seriesOf(path, this.policy);
    if (series === null || tip.oid === head.oid || tip.oid === base.oid) return null;
    const sides = { base: [base, fork], ours: [tip, at.tip.id], theirs: [head, at.head.id] } as const;
    const bytes: Partial<Record<keyof typeof sides, Buffer>> = {};
    for (const side of ['base', 'ours', 'theirs'] as const) {
      const [{ oid }, commit] = sides[side];
      const content = await this.#bytes({ path, oid, commit });
      if (content === null || content === 'too-large') return null;
      bytes[side] = content;
    }
    const { base: old, ours, theirs } = bytes as Record<keyof typeof sides, Buffer>;
    const { mergedFile } = await import('../../../adapters/git/merge.ts');
    const made = await mergedFile(this.repository.git, { base: old, ours, theirs });
    if (made === null) return { path, kind: 'both-grew' };
    const lands = { oid: `${tip.oid} ${head.oid}`, bytes: Buffer.from(made) };
    for (const side of [
      { oid: tip.oid, bytes: ours },
      { oid: head.oid, bytes: theirs },
    ]) {
      // The base branch's lines stay first; those of the branch follow where they may.
      const became = await this.#judge(path, series, side, lands, side.bytes === theirs);
      if (became.kind === 'ungrown') return { path, kind: 'combined', ungrown: became };
    }
    return null;
  }

  async #compare(
    { path, before, after, commits, merge }: GrownFile,
    series: Series,
  ): Promise<GrowthOutcome | 'unread'> {
    const older = await this.#bytes({ path, oid: before.oid, commit: commits.before });
    const newer = await this.#bytes({ path, oid: after.oid, commit: commits.after });
    if (older === null || newer === null) return 'unread';
    if (typeof older === 'string' || typeof newer === 'string') {
      const limit = `\`max_bytes\` (${this.policy.max_bytes} bytes)`;
      return ungrown(series.grows ?? 'rows', `it is larger than ${limit}, and was not read`);
    }
    return this.#judge(
      path,
      series,
      { oid: before.oid, bytes: older },
      { oid: after.oid, bytes: newer },
      merge,
    );
  }

  async #judge(
    path: Path,
    series: Series,
    older: Content,
    newer: Content,
    merge = false,
  ): Promise<GrowthOutcome> {
    if (series.grows === 'lines') return lineGrowth(older.bytes, newer.bytes, merge);
    const was = older.bytes.length === 0 ? NOTHING : await this.#table(path, older, series);
    if (was instanceof NoTable) return ungrown('rows', `before this change, ${was.message}`);
    const is = await this.#table(path, newer, series);
    if (is instanceof NoTable) return ungrown('rows', `after this change, ${is.message}`);
    return rowGrowth(was, is, series);
  }

  /** The bytes of a content; `null` where they cannot be read, which is noted. */
  async #bytes(file: WantedFile): Promise<Buffer | 'too-large' | null> {
    const object = await this.repository.content(file, this.policy.max_bytes);
    return object === null ? null : (object.bytes ?? 'too-large');
  }

  async #table(path: Path, { oid, bytes }: Content, series: Series): Promise<Table | NoTable> {
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
