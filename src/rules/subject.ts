import type { PathLine } from '../core/attributes.ts';
import type { Citation } from '../core/citation/citation.ts';
import type { Judgement } from '../core/citation/judgement.ts';
import type { Comparison } from '../core/comparison.ts';
import type { Change, ChangedPlace, Entry, Kind, Ungrown, ValueChange } from '../core/ledger.ts';
import type { Path, PortabilityProblem } from '../core/path.ts';
import type { Reading } from '../core/reading.ts';
import type { KnownSecret } from '../core/record/secret-signs.ts';
import type { Retraction } from '../core/retraction.ts';
import type { Severity } from '../core/rule.ts';
import type { Document, Fault } from '../document/document.ts';
import type { Policy, Series } from '../policy/policy.ts';
import type { Loosening } from '../policy/settings.ts';
import type { JudgedThreshold } from '../policy/thresholds.ts';

/** The difference between two contents of a record, as far as both can be read. */
export type RecordDifference =
  | { readonly kind: 'whitespace' }
  | {
      readonly kind: 'values';
      readonly metrics: readonly ValueChange[];
      readonly values: readonly ValueChange[];
      readonly more: number;
      /** The place in head's file where the first of them stands, or stood. */
      readonly at: ChangedPlace | null;
    }
  /** Lines were added at its end and nothing else; `allow` is what a policy says to allow that. */
  | { readonly kind: 'appended'; readonly lines: number; readonly allow: string }
  | Ungrown
  | { readonly kind: 'unreadable' };

/** One change of the ledger, and what is known about it. */
export interface ChangeFacts {
  readonly change: Change;
  /** The entry at the path on the tip of the base branch: an addition would overwrite it. */
  readonly tip: Entry | null;
  /** Set where something is added to a folder that a base or a tip holds as one result. */
  readonly folder: LandedFolder | null;
  readonly difference: RecordDifference | null;
  /** The revision that holds the content before the change: a commit id, for `git restore --source`. */
  readonly source: string;
  /** Whether the commit that is being made follows one that holds that content too, so that `HEAD` names it. */
  readonly staged: boolean;
}

/** A folder that has landed as one result, and is changed by what is added to it. */
export interface LandedFolder {
  readonly headline: Path;
  /** Whether files may be added to it, and this one would be the headline of another result. */
  readonly grows: boolean;
}

/** A ledger directory that the policy names. */
export interface DirectoryFacts {
  readonly directory: Path;
  readonly files: 'some' | 'none';
  /** The link or submodule that stands at the directory or on the way to it, in head. */
  readonly link: { readonly path: Path; readonly kind: Kind } | null;
}

/** A record that commits of a range change on their way, although the range from end to end does not. */
export interface RewrittenRecord {
  readonly path: Path;
  /** Whether base holds the record; else the range adds it. */
  readonly stands: boolean;
  /** The commit of the range that added it first, or `null` where none did. */
  readonly added: string | null;
  /** The commits that did not leave it alone, oldest first. */
  readonly commits: readonly { readonly oid: string; readonly kind: 'changed' | 'deleted' | 'added' }[];
  /** The commit that the range begins after. */
  readonly base: string | null;
}

/** A name that reads otherwise on some systems. */
export interface NameFacts {
  /** The path that is added, or stands in the ledger. */
  readonly path: Path;
  /** The path or the directory on the way to it that the rest is about. */
  readonly of: Path;
  /** Other paths that some file systems would take for it. */
  readonly alike: readonly Path[];
  /** The reason why some system cannot hold it. */
  readonly misfit: PortabilityProblem | null;
}

/** A record that lands with other bytes than either side of a merge holds. */
export interface MergedRecord {
  readonly path: Path;
  /**
   * `altered`: head adds it, and base's changes come along. `changed`, `removed`: the base branch holds it, and head's
   * changes reach it. `arrived`: neither side has it there. `conflict`: git leaves it to a person. `combined`: both sides let
   * it grow, and what git makes of both is no growth. `both-grew`: the same, and git leaves it to a person.
   */
  readonly kind: 'altered' | 'changed' | 'removed' | 'arrived' | 'conflict' | 'combined' | 'both-grew';
  /** What is wrong with what git makes of both sides. */
  readonly ungrown?: Ungrown;
}

/** Everything that the ledger's rules look at in one range. */
export interface RangeSubject {
  readonly changes: readonly ChangeFacts[];
  readonly names: readonly NameFacts[];
  /** Whether the policy asks for names that every system can hold. */
  readonly portable: boolean;
  readonly directories: readonly DirectoryFacts[];
  /** The policy's path, where a directory holds nothing and the policy on disk is not the committed one. */
  readonly pendingPolicy?: Path | null;
  /** Files of the ledger that stood already, that the policy exempts, and that the range changes or takes away. */
  readonly exempted: readonly Path[];
  /** Lines that the range adds or changes, or all that stand where everything is looked at. */
  readonly lines?: { readonly from: 'range' | 'all'; readonly found: readonly PathLine[] };
  /** Records that merging changes beyond what either side did; none where there is nothing to merge. */
  readonly merged?: readonly MergedRecord[];
  /** Empty unless each commit was looked at. */
  readonly rewritten: readonly RewrittenRecord[];
}

/** The content of a record, as far as its bytes can be read. */
export type RecordContent =
  | { readonly kind: 'document'; readonly document: Document }
  /** The bytes hold no document, and what is wrong with them. */
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'too-large'; readonly size: number; readonly limit: number }
  /** A syntax that evalguard does not read: a picture, a log. */
  | { readonly kind: 'other' };

/** The schema that a file names which calls itself `evalguard.*`, and the faults that it has by it. */
export interface NativeFacts {
  /** The value of `schema`. */
  readonly schema: string;
  readonly known: boolean;
  readonly faults: readonly {
    readonly pointer: string;
    readonly message: string;
    readonly nearest: string | null;
  }[];
}

/** A result that no series claims, so that no threshold is applied to it. */
export interface UnclaimedResult {
  /** The reader that knows it, or `mapping`. */
  readonly format: string;
  readonly sha256: string;
}

/** The folder that is one result. */
export interface FolderFacts {
  /** Its files, each as far as it can be read by itself; the headline too, where the folder is read as one document. */
  readonly files: readonly RecordSubject[];
  /** Equal where two folders hold the same files. */
  readonly digest: string;
}

/** One record of the ledger, read. */
export interface RecordSubject {
  readonly path: Path;
  readonly entry: Entry;
  readonly content: RecordContent;
  /** The series that claims the record, and the one that would if names were blind to case and Unicode form. */
  readonly series: Series | null;
  readonly nearSeries: Series | null;
  /** Set where no series claims the record, the policy has series, and a reader or a series' mapping reads a result in it. */
  readonly unclaimed: UnclaimedResult | null;
  /** Set where the file calls itself `evalguard.*`. */
  readonly native: NativeFacts | null;
  /** The SHA-256 of the file that a native result says it was made from. */
  readonly source: string | null;
  /** Texts in it that look like keys. */
  readonly secrets: readonly KnownSecret[];
  /** The reader that read it; `null` where none knows it. */
  readonly format: string | null;
  /** The reason why a series' reader or mapping could not read the file, in words; `null` where it could. */
  readonly unread: string | null;
  readonly readings: readonly Reading[];
  /** Set where the result is the folder around the file. */
  readonly folder: FolderFacts | null;
  readonly policy: Policy;
  /** When head was committed (seconds since 1970); `null` for the index. */
  readonly committed: number | null;
}

/** A result that repeats the evidence of an older one. */
export interface Duplicate {
  readonly path: Path;
  readonly other: Path;
  readonly by: 'bytes' | 'content' | 'source';
  /** The number of results that repeat it, this one included. */
  readonly count: number;
  readonly scripted: boolean;
}

/** The records of a range side by side: what was added, and what stood there before. */
export interface ResultsSubject {
  readonly added: readonly RecordSubject[];
  readonly present: readonly RecordSubject[];
  /** Whether the records have landed already: every one of the ledger is looked at, and none of them is new. */
  readonly landed: boolean;
  /** The policy as head proposes it, where that differs from the one that counts. */
  readonly proposed: Policy | null;
  readonly duplicates: readonly Duplicate[];
  /** Records that are retracted, so that they count for nothing. */
  readonly retracted: ReadonlySet<Path>;
}

/** A threshold with its verdict, and where in the file its metric stands. */
export interface LocatedThreshold extends JudgedThreshold {
  readonly line: number | null;
  readonly column: number | null;
}

/** Thresholds that were judged. */
export interface ThresholdSubject {
  readonly thresholds: readonly LocatedThreshold[];
}

/** A retraction, and what is known of the record that it names. */
export interface RetractionSubject {
  readonly retraction: Retraction;
  /**
   * `held` by the base, `lost` from its history, `added` by the same change, or nowhere; or what no retraction is of: a
   * folder, a part of a result that is one, or a file outside the ledger.
   */
  readonly target: 'held' | 'lost' | 'added' | 'missing' | 'folder' | 'part' | 'outside';
  /** SHA-256 of what stands at the record's path in the base, or of each content that history lost there. */
  readonly digests: readonly string[];
  /** Whether the record that is to replace it is there. */
  readonly successor: boolean;
  /** Set where the retracted record is the newest of its series and does not meet a threshold. */
  readonly setsAside: SetAside | null;
}

/** A newest run that a retraction takes out of judgement. */
export interface SetAside {
  readonly series: string;
  /** The metrics whose thresholds it missed, or could not be shown to meet where they are enforced. */
  readonly metrics: readonly string[];
  /** The run that is judged in its place; `null` where the series holds no other. */
  readonly instead: Path | null;
}

/** The policy's file in a range, and what the change to it gives up. */
export interface PolicySubject {
  readonly path: Path;
  readonly changed: boolean;
  readonly loosenings: readonly Loosening[];
  /** The reason why the base branch's policy cannot be used, where the change repairs it. */
  readonly unusable: string | null;
  /** Whether the same range changes a record. */
  readonly touchesLedger: boolean;
}

/** A number of a page, compared with the record that it cites. */
export interface JudgedCitation {
  readonly page: Path;
  readonly citation: Citation;
  readonly judgement: Judgement;
  /** The retraction of the cited record, if there is one. */
  readonly retraction: Retraction | null;
  /** Whether the range that is judged changes the cited record: the text may be right and the record wrong. */
  readonly changed: boolean;
}

/** Citations that were judged. */
export interface CitationSubject {
  readonly citations: readonly JudgedCitation[];
}

/** A comparison of an added result, and how a regression in it is reported. */
export interface RegressionFacts {
  readonly comparison: Comparison;
  readonly severity: Severity;
  /** Metrics whose regression another finding reports already. */
  readonly reported: ReadonlySet<string>;
}
