import { type LedgerEntry, placeOf } from '../../core/ledger-entry.ts';
import { groupBy } from '../../core/maps.ts';
import { baseName, directoryName, type Path } from '../../core/path.ts';
import { shellWord } from '../../core/shell.ts';
import { shortList } from '../../core/text.ts';
import { counted } from '../../core/wording.ts';
import type { Growth } from './growth.ts';
import { lossesOf } from './history.ts';
import type { ProposedLedger } from './ledger.ts';
import { isLog, namesRun, stemOf } from './names.ts';
import { timesText } from './pointers.ts';
import type { Survey } from './survey.ts';

/** What a proposal knows of a repository's results. */
interface Noted {
  readonly seen: Survey;
  readonly ledger: readonly LedgerEntry[];
  readonly guarded: ProposedLedger;
  /** In the ledger, whether they stand or history took them away. */
  readonly results: readonly Path[];
  /** Results that no entry of the ledger can hold. */
  readonly outside: readonly Path[];
  readonly unclaimed: readonly Path[];
  readonly growth: ReadonlyMap<Path, Growth>;
}

/** Losses that are named one by one. */
const MOST_NAMED = 3;
/** One flat directory of more files than this slows git itself down. */
const MANY_FILES = 1000;

/** What the user should know of a proposal, in sentences: losses first. */
export function notesOn(noted: Noted): readonly string[] {
  return [
    ...overwritten(noted),
    ...deleted(noted),
    ...grown(noted),
    ...narrowed(noted),
    ...oneByOne(noted),
    ...unclaimed(noted),
    ...outside(noted),
    ...passedOver(noted),
    ...crowded(noted),
    ...(noted.seen.history.gap === null ? [] : [noted.seen.history.gap]),
  ];
}

function overwritten({ seen, results, growth }: Noted): readonly string[] {
  const changed = results
    .filter((path) => seen.files.has(path) && !growth.has(path))
    .map((path) => ({ path, losses: lossesOf(seen.history, path).filter(({ isFile }) => isFile) }))
    .filter(({ losses }) => losses.length > 0)
    .sort((a, b) => b.losses.length - a.losses.length);
  const more = changed.slice(MOST_NAMED);
  return [
    ...changed.slice(0, MOST_NAMED).map(({ path, losses }) => {
      const first = losses[0]!.commit.slice(0, 7);
      const when = losses.length === 1 ? `in ${first}` : `first in ${first}`;
      const next = namesRun(path)
        ? 'Write the next run to a new name'
        : `Write each run to a name of its own, such as ${datedName(path)}`;
      return `${path} was overwritten ${timesText(losses.length)}, ${when}: what stood there is in history alone. From now on that is refused. ${next}; \`evalguard audit --restore ${shellWord(path)}\` records again what was lost.`;
    }),
    ...(more.length === 0
      ? []
      : [
          `${counted(more.length, 'more result was', 'more results were')} overwritten (${more[0]!.path}: ${timesText(more[0]!.losses.length)}); \`evalguard audit\` names them all.`,
        ]),
  ];
}

/** A name for the next run beside a file that each run overwrote. */
function datedName(path: Path): Path {
  const name = baseName(path).replace(/^\./, '');
  const stem = stemOf(name);
  const folder = directoryName(path);
  return `${folder === '' ? '' : `${folder}/`}${stem}-2026-12-31-run1${name.slice(stem.length)}`;
}

function deleted({ seen, results, outside }: Noted): readonly string[] {
  const { files, history } = seen;
  const standing = new Set([...files.values()].map(({ oid }) => oid));
  const gone = [...results, ...outside].flatMap((path) => {
    const last = lossesOf(history, path).at(-1);
    return files.has(path) || last === undefined || standing.has(last.before) ? [] : [{ path, last }];
  });
  const [first] = gone;
  if (first === undefined) return [];
  const all =
    gone.length === 1
      ? `${first.path} was deleted`
      : `${gone.length} results were deleted, such as ${first.path}`;
  return [
    `${all} in ${first.last.commit.slice(0, 7)}. \`evalguard audit\` names what was lost, and \`evalguard audit --restore ${shellWord(first.path)}\` records it again.`,
  ];
}

function grown({ growth, seen }: Noted): readonly string[] {
  return [...growth].slice(0, MOST_NAMED).map(([path, one]) => {
    const times = timesText(lossesOf(seen.history, path).length);
    return one.grows === 'lines'
      ? `${path} changed ${times}, and lines were only added at its end. Its series allows that (grows: lines) and nothing else.`
      : `${path} changed ${times}, and rows were only added. Its series allows that (grows: rows) and nothing else.`;
  });
}

function narrowed({ guarded }: Noted): readonly string[] {
  return [
    ...guarded.narrowed.slice(0, MOST_NAMED).map(({ directory, code, entries }) => {
      return `${directory}/ holds code as well (${code}), so its results alone are guarded: ${shortList(entries, MOST_NAMED)}. Results that a run writes elsewhere there are not guarded until \`ledger\` names them.`;
    }),
    ...guarded.mixed.map(({ directory, code }) => {
      const others = code.length === 0 ? 'other files stand' : `code stands (${shortList(code, MOST_NAMED)})`;
      return `${directory}/ is guarded as a whole, although ${others} in it: naming each folder of results would take too many entries. Move what is no result, or exempt it.`;
    }),
  ];
}

/** Folders beside each other that the ledger names one by one: the next one stands outside of it. */
function oneByOne({ ledger }: Noted): readonly string[] {
  const places = [...new Set(ledger.map(placeOf))].filter((place) => place.includes('/'));
  return [...groupBy(places, directoryName)]
    .filter(([, folders]) => folders.length > 1)
    .map(
      ([parent, folders]) =>
        `${folders.length} folders of ${parent}/ are guarded one by one (${shortList(folders, MOST_NAMED)}). A new folder there is not guarded until \`ledger\` names it.`,
    );
}

function unclaimed({ unclaimed: paths }: Noted): readonly string[] {
  const [first] = paths;
  if (first === undefined) return [];
  const next = isLog(first)
    ? 'A table or a log that grows needs a series with `grows` (docs/policy.md).'
    : `\`evalguard show ${shellWord(first)}\` says what can be read.`;
  return [
    `${counted(paths.length, 'file is', 'files are')} guarded without a series, since no reader knows ${paths.length === 1 ? 'it' : 'them'} or their shapes differ (${first}): nothing of ${paths.length === 1 ? 'it' : 'them'} is compared. ${next}`,
  ];
}

function outside({ seen, outside: paths }: Noted): readonly string[] {
  const standing = paths.filter((path) => seen.files.has(path));
  const [first] = standing;
  if (first === undefined) return [];
  return [
    `${counted(standing.length, 'result is', 'results are')} not guarded (${first}): the name of a folder on the way cannot be written into a policy. Rename the folder, and add it to \`ledger\`.`,
  ];
}

function passedOver({ seen }: Noted): readonly string[] {
  return [...seen.passedOver].map(
    ([why, { count, folder }]) =>
      `${counted(count, 'file was', 'files were')} passed over as ${why} (${folder}/). If results stand there, add the folder to \`ledger\`.`,
  );
}

function crowded({ results, seen }: Noted): readonly string[] {
  const folders = groupBy(
    results.filter((path) => seen.files.has(path)),
    directoryName,
  );
  return [...folders]
    .filter(([, { length }]) => length > MANY_FILES)
    .map(
      ([folder, { length }]) =>
        `${folder}/ holds ${length} results in one flat directory, which slows git itself down: put new ones into folders, results/<suite>/<yyyy-mm>/.`,
    );
}
