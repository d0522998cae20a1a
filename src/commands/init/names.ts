import { escapeGlob } from '../../core/glob.ts';
import { groupBy } from '../../core/maps.ts';
import { baseName, directoryName, type Path } from '../../core/path.ts';
import { MAKERS } from '../../core/route/table.ts';

/** Endings of files that may hold results. */
const ENDING = /\.(?:jsonl?|ndjson|ya?ml|csv|xlsx|eval)$/i;
/** Endings that configuration and data have as well: there the path has to say that it holds results. */
const DOUBTFUL = /\.(?:ya?ml|csv|xlsx|jsonl|ndjson|eval)$/i;

/** Folders that tools write results to, although their names are hidden. */
const TOOL_FOLDER =
  /^\.(?:deepeval|promptfoo|evalite|evals?|evaluations?|evalguard|benchmarks|braintrust|giskard|inspect|langsmith|lighteval|mteb|opik|phoenix|ragas|trulens|weave)$/i;

/** Folders whose files are none of a team's results, and what they are instead. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^(?:node_modules|vendor|third[-_]party|site-packages|\.venv|venv)$/i, 'dependencies'],
  [
    /^(?:tests?|__tests__|specs?|fixtures?|__\w+__|testdata|test[-_]data|mocks?|snapshots?)$/i,
    'fixtures of tests',
  ],
  [/^(?:build|dist|target|coverage|htmlcov|out|tmp|temp)$/i, 'build output'],
  [/^(?:schemas?|locales?|i18n)$/i, 'schemas and texts'],
  [/^\.(?!\.?$)/, 'a hidden folder of no known evaluation tool'],
];

const FOREIGN_NAME =
  /^(?:(?!\.latest)\..*|.*\.retraction-\d+\.json|package(?:-lock)?\.json|pnpm-(?:lock|workspace)\.yaml|(?:ts|js)config.*\.json|(?:composer|biome|deno|turbo|nx|lerna|renovate|vercel|knip|components|manifest\.webmanifest)\.jsonc?|.*\.(?:schema|config)\.(?:json|ya?ml)|(?:docker-compose|mkdocs|action|environment|codecov|promptfooconfig)[^/]*\.ya?ml|requirements[^/]*|evalguard\.ya?ml)$/i;

/** Names that folders of results have. */
const RESULT_FOLDER = /^(?:[a-z0-9]+[-_])*(?:results?|runs|outputs?|ledger|leaderboards?|scores)$/i;

/** Names that results have, whatever folder they stand in. */
const RESULT_NAME =
  /^(?:.*[-_.])?(?:(?:eval|evaluation|benchmark|bench|test)[-_.]?)?(?:results?|scores?|scoreboard|leaderboard|history|latest_test_run)(?:[-_.](?:v?\d.*|run.*|latest|final|new|old))?$/i;

/** A path that itself says that it is of an evaluation. */
const TELLING =
  /(?:^|[-_./])(?:evals?|evaluations?|results?|runs?|bench(?:marks?)?|scores?|metrics|leaderboards?|baselines?)(?=[-_./]|\d|$)/i;

/** What goes into an evaluation rather than comes out of it, as the name of a folder or of a file. */
const INPUT =
  /^(?:.*[-_.])?(?:cases?|data|datasets?|prompts?|quer(?:y|ies)|questions?|golden|goldens|goldset|inputs?|expected|scenarios?|tasks?|suites?|configs?|settings|templates?|rubrics?|thresholds?|schemas?|examples?|corpus|documents?|model[-_]sets?|ground[-_]truth|manifest)$/i;

/** Whether a path says that a file is put into an evaluation: questions, cases, settings. */
export function isInput(path: Path): boolean {
  const parts = path.split('/');
  const folder = resultFolder(path)?.split('/').length ?? 0;
  // In a folder of results a folder may well be called after a task.
  return (
    parts.slice(0, -1).some((part, at) => at >= folder && folder === 0 && INPUT.test(part)) ||
    INPUT.test(stemOf(parts.at(-1)!))
  );
}

/** What a path says by itself. */
export function isTelling(path: Path): boolean {
  return TELLING.test(path) || path.split('/').some((part) => TOOL_FOLDER.test(part));
}

/** Whether a file is a result by its own name, or by the folder that it stands in. */
export function isResultByName(path: Path): boolean {
  const named = RESULT_NAME.test(stemOf(baseName(path))) && isTelling(path);
  return named || resultFolder(path) !== null;
}

/** The outermost folder on the way to a file that is called `results` or the like. */
export function resultFolder(path: Path): Path | null {
  const parts = path.split('/').slice(0, -1);
  const at = parts.findIndex((part) => RESULT_FOLDER.test(part));
  return at < 0 ? null : parts.slice(0, at + 1).join('/');
}

/** Whether a folder is called as folders of results are. */
export function isResultFolder(directory: Path): boolean {
  return RESULT_FOLDER.test(baseName(directory));
}

const CODE =
  /\.(?:py|pyi|ipynb|sh|bash|ps1|tsx?|jsx?|mjs|cjs|mts|cts|rb|go|rs|java|kt|kts|scala|swift|c|cc|cpp|h|hpp|cs|php|lua|jl|r|sql|toml|ini|cfg|lock|mod|sum|gradle|vue|svelte)$|(?:^|\/)(?:Makefile|Dockerfile|Justfile|Rakefile|Gemfile|\.?env[^/]*)$/i;

/** Whether a file is source code or configuration, by its ending. */
export function isCode(path: Path): boolean {
  return CODE.test(path);
}

/** What keeps a file that could be a result by its ending from being looked at: the kind of its folder. */
export function foreignFolder(path: Path): { readonly folder: Path; readonly why: string } | null {
  const parts = path.split('/').slice(0, -1);
  for (const [at, part] of parts.entries()) {
    if (TOOL_FOLDER.test(part)) return null;
    const found = FOREIGN.find(([pattern]) => pattern.test(part));
    if (found !== undefined) return { folder: parts.slice(0, at + 1).join('/'), why: found[1] };
  }
  return null;
}

/** Whether a file may hold results as far as its name and folders tell. Nothing is read. */
export function mayBeResult(path: Path): boolean {
  const name = baseName(path);
  if (!ENDING.test(name) || FOREIGN_NAME.test(name)) return false;
  return (!DOUBTFUL.test(name) || isTelling(path)) && foreignFolder(path) === null;
}

/** Names of files that point at the newest result, or list the results, in the usual spellings. */
const POINTER =
  /^\.?(?:latest|current|newest|last|index|manifest|head)(?:[-_.]?(?:run|result|results|eval|report))?$/i;

/** Whether a file is called as a pointer to results is: `latest.json`, `index.yaml`, `latest-run`. */
export function isPointerName(path: Path): boolean {
  return POINTER.test(stemOf(baseName(path)));
}

/** A file's ending with its dot; `''` where it has none. */
export function endingOf(path: Path): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? '';
}

/** A file's name without its ending. */
export function stemOf(name: string): string {
  return name.replace(/(?<=.)\.[a-z0-9]{1,8}$/i, '');
}

/** Names of models that are words of an evaluation as well. */
const WORDS = new Set(['step', 'seed', 'command']);
const MODELS = Object.values(MAKERS)
  .flatMap(({ models }) => models)
  .filter((name) => !WORDS.has(name))
  .map((name) => name.replace(/[^a-z0-9]/g, '[-_.]?'));
const MODEL = new RegExp(`(?<![a-z0-9])(?:${[...MODELS, 'gpt', 'o[134]'].join('|')})(?![a-z])`, 'i');

/** What names a run, whatever stands around it: a date, a run's number, a long number, a hash. */
const RUN_PART =
  /\d{4}[-_.]?\d{2}[-_.]?\d{2}|(?<![a-z])run[-_]?\d+|\d{5,}|(?<![a-z0-9])(?=[a-z]*\d)[0-9a-f]{7,}(?![a-z0-9])/i;
/** What may name a run where several names differ in it: a number, a version, a step. */
const NUMBER = /(?<![a-z])v?\d+(?:\.\d+)*[a-z]?(?![a-z])|\d+(?![a-z\d])/i;

/** Whether a file's name is of one run. */
export function namesRun(path: Path): boolean {
  return RUN_PART.test(stemOf(baseName(path)));
}

/** Whether a file is a table or a log by its ending, or is called so. */
export function isLog(path: Path): boolean {
  return /(?:\.jsonl|\.ndjson|\.csv)$|(?:^|[-_./])(?:history|log|leaderboard|scoreboard|board|ledger|index)\./i.test(
    path,
  );
}

/** A file's name as a series sees it. */
interface NameShape {
  /** The same for names that differ in what varies alone. */
  readonly key: string;
  /** The text before and, where there is none, after what varies. */
  readonly before: string;
  readonly after: string;
  readonly ending: string;
  /** `run`: it names a run; `perhaps`: another name decides; `no`: nothing varies. */
  readonly varies: 'run' | 'perhaps' | 'no';
}

function shapeOf(name: string): NameShape {
  const ending = ENDING.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  const [run, number, model] = [RUN_PART, NUMBER, MODEL].map((pattern) => pattern.exec(stem));
  const first = [run, model, number]
    .flatMap((found) => (found ? [found] : []))
    .sort((a, b) => a.index - b.index)[0];
  if (first === undefined) {
    return { key: `${trimmed(stem)}*${ending}`.toLowerCase(), before: stem, after: '', ending, varies: 'no' };
  }
  // A run's name is cut where it begins, or where a model before it does: what follows is of the run.
  const at =
    run && number && run.index < first.index + first[0].length
      ? Math.min(run.index, first.index)
      : first.index;
  // `run-3` alone is a name with a number.
  const word = at === 0 ? (/^run[-_]?(?=\d)/i.exec(stem)?.[0] ?? '') : '';
  const before = word || stem.slice(0, at);
  const after = before === '' ? lastWords(stem) : '';
  return {
    key: `${trimmed(before)}*${trimmed(after)}${ending}`.toLowerCase(),
    before,
    after,
    ending,
    varies: run ? 'run' : 'perhaps',
  };
}

/** The words at a name's end behind all that varies in it. */
function lastWords(stem: string): string {
  const parts = stem.split(/(?=[-_])/);
  const last = parts.findLastIndex(
    (part) =>
      RUN_PART.test(part) || NUMBER.test(part) || /\d/.test(part) || MODEL.test(part.replace(/^[-_]/, '')),
  );
  const words = parts.slice(last + 1).join('');
  return /^[-_](?:results?|scores?|metrics|eval|evals|report|summary|output)$/i.test(words) ? words : '';
}

function trimmed(text: string): string {
  return text.replace(/^[-_.]+|[-_.]+$/g, '');
}

/** Files of one place whose names differ only in what names a run, a model or a number. */
export interface Family {
  /** The folder below which they stand; `''` is the root. */
  readonly place: Path;
  /** The glob that their names share. */
  readonly glob: string;
  /** Sorted. */
  readonly paths: readonly Path[];
}

/** The families of files: those of one place, whatever folders below it they stand in. */
export function familiesOf(paths: readonly Path[]): readonly Family[] {
  const named = paths.map((path) => ({ path, place: placeFor(path), shape: shapeOf(baseName(path)) }));
  const groups = groupBy(named, ({ place, shape }) => `${place}\0${shape.key}`);
  return [...groups.values()].flatMap((group) => {
    const names = new Set(group.map(({ path }) => baseName(path)));
    const varies = group.some(({ shape }) => shape.varies === 'run') || names.size > 1;
    const some = group.some(({ shape }) => shape.varies !== 'no');
    if (varies && some) return [familyOf(group, sharedGlob(group.map(({ shape }) => shape)))];
    return [...groupBy(group, ({ path }) => baseName(path))].map(([name, one]) =>
      familyOf(one, escapeGlob(name)),
    );
  });
}

/** More names than this in one folder are looked at as one family: no date or number tells them apart. */
const MOST_NAMES = 40;

/** Families of single files that crowd one folder, taken together. */
export function gathered(families: readonly Family[]): readonly Family[] {
  const single = (family: Family) => family.paths.length === 1;
  const byFolder = groupBy(
    families.filter(single),
    ({ paths: [path = ''] }) => `${directoryName(path)}\0${endingOf(path)}`,
  );
  const crowded = new Set([...byFolder.values()].filter(({ length }) => length > MOST_NAMES));
  const taken = new Set([...crowded].flat());
  return [
    ...families.filter((family) => !taken.has(family)),
    ...[...crowded].map((crowd): Family => {
      const paths = crowd.flatMap(({ paths }) => paths).sort();
      return { place: directoryName(paths[0]!), glob: `*${endingOf(paths[0]!)}`, paths };
    }),
  ];
}

function familyOf(group: readonly { readonly path: Path; readonly place: Path }[], glob: string): Family {
  return { place: group[0]!.place, glob, paths: group.map(({ path }) => path).sort() };
}

function sharedGlob(shapes: readonly NameShape[]): string {
  const [first, ...others] = shapes;
  let before = first!.before;
  for (const { before: other } of others) while (!other.startsWith(before)) before = before.slice(0, -1);
  let after = first!.after;
  for (const { after: other } of others) while (!other.endsWith(after)) after = after.slice(1);
  return `${escapeGlob(before)}*${escapeGlob(after)}${first!.ending}`;
}

/** The folder that a file's family stands below: one called as results are, else the nearest one. */
function placeFor(path: Path): Path {
  const folder = resultFolder(path);
  if (folder !== null) return folder;
  const parts = path.split('/').slice(0, -1);
  return parts.slice(0, 2).join('/');
}

/** The folder that holds a file, `.` for the root. */
export function folderOf(path: Path): Path {
  return directoryName(path) || '.';
}
