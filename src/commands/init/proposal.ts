import { isHeldBy, type LedgerEntry, namesFiles } from '../../core/ledger-entry.ts';
import type { Path } from '../../core/path.ts';
import { isExempt, ledgerDirectory } from '../../policy/series.ts';
import { folderRuns, runOf } from './folders.ts';
import type { Growth } from './growth.ts';
import { lossesOf } from './history.ts';
import { type ProposedLedger, proposeLedger, withoutEmpty } from './ledger.ts';
import { isCode } from './names.ts';
import { notesOn } from './notes.ts';
import { pointersIn, timesText } from './pointers.ts';
import { readingsOf } from './sample.ts';
import { type ProposedSeries, proposeSeries, unclaimedBy } from './series.ts';
import type { ResultFamily, Survey } from './survey.ts';

/** What init proposes for a repository. */
export interface Proposal {
  readonly ledger: readonly LedgerEntry[];
  readonly exempt: readonly ProposedExemption[];
  readonly series: readonly ProposedSeries[];
  /** Whether the newest results name a judge: then new ones may be asked to. */
  readonly judged: boolean;
  readonly citations: readonly string[];
  readonly branch: string;
  /** The results that stand, and those that no series claims. */
  readonly results: readonly Path[];
  readonly unclaimed: readonly Path[];
  /** What is decided by whoever sits at the terminal. */
  readonly questions: readonly Question[];
  /** What the user should know, in sentences. */
  readonly notes: readonly string[];
}

/** A path that may change, and why. */
interface ProposedExemption {
  readonly path: Path;
  readonly why: string;
}

/** What the files do not tell. The safe answer guards more. */
export interface Question {
  readonly id: string;
  readonly text: string;
  readonly safe: boolean;
  /** What the policy says in a comment where the safe answer was taken; `null`: nothing. */
  readonly comment: { readonly under: 'exempt' | 'series'; readonly line: string } | null;
}

/** Answers by the ids of their questions. */
export type Answers = ReadonlyMap<string, boolean>;

/** Where results go where there are none yet. */
const NEW_LEDGER = 'results';

/** Derives a proposal from what was seen. `readme`: the text of README.md, `null` where there is none. */
export function propose(seen: Survey, readme: string | null, answers: Answers = new Map()): Proposal {
  const questions: Question[] = [];
  const decide = (question: Question): boolean => {
    questions.push(question);
    return answers.get(question.id) ?? question.safe;
  };
  const all = seen.families.flatMap(({ paths }) => paths);
  const guarded = guardedLedger(seen, all, decide);
  const ledger = guarded.entries.length === 0 ? [NEW_LEDGER] : guarded.entries;
  const inside = (path: Path) => ledgerDirectory(path, ledger) !== null;
  const exempt = exemptions(seen, all, inside, decide);
  const pointers = new Set(exempt.map(({ path }) => path));
  const results = all.filter((path) => inside(path) && !pointers.has(path));
  const standing = results.filter((path) => seen.files.has(path));
  const folders = folderRuns(standing, seen.history);
  const families = seen.families.flatMap((family): ResultFamily[] => {
    const paths = family.paths.filter(
      (path) =>
        seen.files.has(path) &&
        inside(path) &&
        !pointers.has(path) &&
        !folders.some(({ runs }) => runOf(path, runs) !== null),
    );
    return paths.length === 0
      ? []
      : [{ ...family, paths, samples: family.samples.filter(({ path }) => paths.includes(path)) }];
  });
  // What a tool wrote is a run, whatever of it the next run wrote again.
  const ofTools = new Set(families.flatMap(({ format, paths }) => (typeof format === 'string' ? paths : [])));
  const growth = new Map(
    [...seen.growth].filter(
      ([path, one]) =>
        !pointers.has(path) && !ofTools.has(path) && inside(path) && mayGrow(path, one, decide),
    ),
  );
  const overwritten = new Set(
    standing.filter((path) => !growth.has(path) && lossesOf(seen.history, path).length > 0),
  );
  const series = proposeSeries({
    families,
    folders,
    folderFormat: seen.folderFormat,
    growth,
    overwritten,
    ledger,
  });
  const unclaimed = unclaimedBy(series, standing, ledger, folders);
  return {
    ledger,
    exempt,
    series,
    judged: series.some(({ judged }) => judged),
    citations: readme !== null && statesAny(readme, valuesOf(families)) ? ['README.md'] : [],
    branch: seen.branch,
    results: standing,
    unclaimed,
    questions,
    notes: notesOn({
      seen,
      ledger,
      guarded,
      results,
      outside: all.filter((path) => !inside(path)),
      unclaimed,
      growth,
    }),
  };
}

/** Whether a file may go on growing: where one change alone shows it, a person says so. */
function mayGrow(path: Path, { grows, isSure }: Growth, decide: (question: Question) => boolean): boolean {
  return (
    isSure ||
    decide({
      id: `grows ${path}`,
      text: `${path} changed once, and ${grows} were only added. May it go on growing?`,
      safe: false,
      comment: {
        under: 'series',
        line: `${path}: \`grows: ${grows}\` in a series of its own, if ${grows} are added to it by design`,
      },
    })
  );
}

/** The ledger, with folders that hold nothing any more where a person does not say otherwise. */
function guardedLedger(
  seen: Survey,
  all: readonly Path[],
  decide: (question: Question) => boolean,
): ProposedLedger {
  const { files, history } = seen;
  const oids = new Map([...files].flatMap(([path, { oid }]) => (oid === null ? [] : [[oid, path]])));
  const isMoved = (path: Path) => oids.has(lossesOf(history, path).at(-1)?.before ?? '');
  const ofRuns =
    seen.runs.size === 0 ? [] : [...files.keys()].filter((path) => runOf(path, seen.runs) !== null);
  const results = [...new Set([...all.filter((path) => files.has(path) || !isMoved(path)), ...ofRuns])];
  const proposed = proposeLedger(results, [...files.keys()]);
  const standing = [...files.keys()];
  const stands = (entry: LedgerEntry) => standing.some((path) => isHeldBy(path, entry));
  const kept = withoutEmpty(proposed.entries, stands).filter((entry) => {
    if (namesFiles(entry) || stands(entry)) return true;
    const gone = results.filter((path) => isHeldBy(path, entry));
    return decide({
      id: `ledger ${entry}`,
      text: `${entry}/ holds nothing any more: history took away ${gone.length === 1 ? 'the result' : `all ${gone.length} results`} that stood there (${gone[0]}). Guard the folder all the same?`,
      safe: true,
      comment: null,
    });
  });
  for (const { directory, code } of proposed.mixed) {
    for (const path of code) {
      decide({
        id: `code ${path}`,
        text: `${path} is code in ${directory}/, which is guarded as a whole. May it change?`,
        safe: false,
        comment: { under: 'exempt', line: `- ${JSON.stringify(path)} # code beside the results` },
      });
    }
  }
  return { ...proposed, entries: kept };
}

/** How many files that are no results and that history changed are asked about. */
const MOST_ASKED = 20;

function exemptions(
  seen: Survey,
  all: readonly Path[],
  inside: (path: Path) => boolean,
  decide: (question: Question) => boolean,
): readonly ProposedExemption[] {
  const results = new Set(all);
  const pointers = pointersIn(seen, all, inside);
  const known = new Set(pointers.map(({ path }) => path));
  const asked = (path: Path, is: string, why: string): readonly ProposedExemption[] => {
    const may = decide({
      id: `exempt ${path}`,
      text: `${path} ${is}. May it change from now on?`,
      safe: false,
      comment: { under: 'exempt', line: `- ${JSON.stringify(path)} # ${why}` },
    });
    return may ? [{ path, why: 'as you answered' }] : [];
  };
  const found = pointers.flatMap(({ path, isSure, why }): readonly ProposedExemption[] => {
    return isSure ? [{ path, why }] : asked(path, `is ${why}`, why);
  });
  const working = [...seen.files.keys()]
    .filter((path) => inside(path) && !results.has(path) && !known.has(path) && !isExempt(path, []))
    .filter((path) => isCode(path) || lossesOf(seen.history, path).length > 0)
    .slice(0, MOST_ASKED);
  const answered = working.flatMap((path): readonly ProposedExemption[] => {
    const times = lossesOf(seen.history, path).length;
    const what = `${isCode(path) ? 'code' : 'no result that evalguard knows'}${times === 0 ? '' : `, changed ${timesText(times)} so far`}`;
    return asked(path, `stands in the ledger and is ${what}`, what);
  });
  return [...found, ...answered].filter(
    (one, at, list) => list.findIndex(({ path }) => path === one.path) === at,
  );
}

function valuesOf(families: readonly ResultFamily[]): readonly number[] {
  return families.flatMap(({ samples, format }) =>
    format === null
      ? []
      : samples.flatMap((sample) =>
          readingsOf(sample, format).flatMap(({ claims }) => claims.flatMap(({ value }) => value ?? [])),
        ),
  );
}

/** Numbers with fewer digits than this stand in any text by chance. */
const DIGITS = 3;

/** Whether a text states one of the values, as a decimal (0.934) or in percent (93.4 %), rounded as it prints them. */
export function statesAny(text: string, values: readonly number[]): boolean {
  for (const [, printed = '', percent] of text.matchAll(/(?<![\w.])(\d{1,3}\.\d+)(\s?%)?(?![\w.]*\d)/g)) {
    const places = printed.split('.')[1]?.length ?? 0;
    if (printed.replace(/^0?\.0*|\./g, '').length < DIGITS) continue;
    const shown = (value: number) => (percent === undefined ? value : value * 100).toFixed(places);
    if (values.some((value) => shown(value) === printed)) return true;
  }
  return false;
}
