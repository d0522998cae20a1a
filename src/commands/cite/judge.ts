import type { Citation, CitationProblem, Target } from '../../core/citation/citation.ts';
import { type Judgement, judgeCitation, lookUp } from '../../core/citation/judgement.ts';
import { isFile } from '../../core/ledger.ts';
import { baseName, comparePaths, directoryName, type Path, pathIn } from '../../core/path.ts';
import { namesRetraction, type Retraction, readRetraction } from '../../core/retraction.ts';
import { nearest } from '../../core/text.ts';
import { faultMessage } from '../../document/fault.ts';
import { judgedMetrics } from '../../measures/evidence/metrics.ts';
import type { Policy } from '../../policy/policy.ts';
import { isExempt, ledgerDirectory } from '../../policy/series.ts';
import type { JudgedCitation, RecordSubject } from '../../rules/subject.ts';
import { type FileSource, NotRead } from '../check/read/files.ts';
import { readRecord } from '../check/read/record.ts';

/** A citation and the page on which it stands. */
export interface CitedOn {
  readonly page: Path;
  readonly citation: Citation;
}

/** The facts that judging citations needs besides the records. */
export interface CitationContext {
  readonly policy: Policy;
  /** Records that are gone, so that a message can tell "never was" from "was taken away". */
  readonly removed: ReadonlySet<Path>;
  /** Records whose content the range changes. */
  readonly changed: ReadonlySet<Path>;
  /** Retractions that were read already. */
  readonly retractions: readonly Retraction[];
}

/** The judged citations, and the files that could not be read. */
export interface JudgedCitations {
  readonly citations: readonly JudgedCitation[];
  readonly unread: readonly Path[];
}

/** Compares citations with the records that they name. Each record is read once, all in one batch. */
export async function judgeCitations(
  cited: readonly CitedOn[],
  source: FileSource,
  context: CitationContext,
): Promise<JudgedCitations> {
  const byRecord = new Map<Path, CitedOn[]>();
  const citations: JudgedCitation[] = [];
  for (const one of cited) {
    const { target } = one.citation;
    if ('problem' in target) citations.push(judged(one, { kind: 'broken', problem: target.problem }));
    else byRecord.set(target.record, [...(byRecord.get(target.record) ?? []), one]);
  }
  const retractions = new Map(context.retractions.map((one) => [one.of.path, one]));
  const records: Path[] = [];
  const retractionFiles: Path[] = [];
  const unread: Path[] = [];
  for (const [record, those] of byRecord) {
    const found = await lookedAt(record, source, context);
    if (found === null) {
      unread.push(record);
      continue;
    }
    const { problem, beside } = found;
    if (problem === null) {
      records.push(record);
      retractionFiles.push(...beside);
    } else citations.push(...those.map((one) => judged(one, { kind: 'broken', problem })));
  }
  const contents: [Path, CitedOn[], RecordSubject][] = [];
  let at = 0;
  const paths = [...records, ...retractionFiles];
  for await (const read of source.read(paths, context.policy.max_bytes)) {
    const path = paths[at]!;
    at += 1;
    if (read === null) {
      unread.push(path);
      continue;
    }
    const subject = await readRecord(
      path,
      { oid: '', kind: 'file' },
      read,
      context.policy,
      null,
      () => source,
    );
    if (at <= records.length) contents.push([path, byRecord.get(path) ?? [], subject]);
    else if (subject.content.kind === 'document') {
      const retraction = readRetraction(path, subject.content.document.value);
      if (retraction !== null) retractions.set(retraction.of.path, retraction);
    }
  }
  for (const [path, those, record] of contents) {
    for (const one of those) {
      const known = { retraction: retractions.get(path) ?? null, changed: context.changed.has(path) };
      citations.push({ ...judged(one, judgementOf(one, record)), ...known });
    }
  }
  return { citations: citations.sort(byPlace), unread };
}

function judged({ page, citation }: CitedOn, judgement: Judgement): JudgedCitation {
  return { page, citation, judgement, retraction: null, changed: false };
}

function byPlace(a: JudgedCitation, b: JudgedCitation): number {
  return comparePaths(a.page, b.page) || a.citation.start - b.citation.start;
}

/** The problem of a cited record, and the retractions beside it; `null` where that could not be read. */
async function lookedAt(record: Path, source: FileSource, context: CitationContext) {
  try {
    const problem = await problemWith(record, source, context);
    return { problem, beside: problem === null ? await retractionsBeside(record, source) : [] };
  } catch (error) {
    if (error instanceof NotRead) return null;
    throw error;
  }
}

async function problemWith(
  record: Path,
  source: FileSource,
  { policy, removed }: CitationContext,
): Promise<CitationProblem | null> {
  const kind = await source.kindAt(record);
  if (kind === null) {
    const directory = directoryName(record);
    const near = nearest(
      baseName(record),
      (await source.linesIn(directory)).map(({ name }) => name),
    );
    const path = near === null ? null : pathIn(directory, near);
    return { kind: 'no-record', nearest: path, removed: removed.has(record) };
  }
  if (!isFile(kind)) return { kind: 'no-file', found: kind };
  const guarded = ledgerDirectory(record, policy.ledger) !== null && !isExempt(record, policy.exempt);
  return guarded ? null : { kind: 'outside-ledger' };
}

async function retractionsBeside(record: Path, source: FileSource): Promise<readonly Path[]> {
  const directory = directoryName(record);
  const names = (await source.linesIn(directory)).map(({ name }) => name);
  return names
    .filter((name) => namesRetraction(name, record))
    .sort()
    .map((name) => pathIn(directory, name));
}

function judgementOf({ citation }: CitedOn, record: RecordSubject): Judgement {
  const { target } = citation;
  if ('problem' in target) return { kind: 'broken', problem: target.problem };
  const why = unreadable(record, target);
  if (why !== null) return { kind: 'broken', problem: { kind: 'unreadable', why } };
  const { content, readings } = record;
  const cited = {
    arms: readings.map((reading) => ({ arm: reading.arm, metrics: judgedMetrics(reading) })),
    value: content.kind === 'document' ? content.document.value : undefined,
  };
  return judgeCitation(citation, lookUp(target, cited));
}

function unreadable(
  { content, readings, unread, native }: RecordSubject,
  { selector }: Target,
): string | null {
  if (content.kind === 'fault') return faultMessage(content.fault);
  if (content.kind === 'too-large')
    return `it has ${content.size} bytes, more than the policy reads (${content.limit})`;
  if (content.kind === 'other' && readings.length === 0) return 'it is in no format that evalguard reads';
  if ('pointer' in selector || readings.length > 0) return null;
  if (native !== null && native.faults.length > 0)
    return `its schema refuses it (${native.faults[0]!.message})`;
  return unread ?? 'no reader knows its format, so that it has no metrics; cite a JSON Pointer instead';
}
