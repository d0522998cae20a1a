import type { StepCount } from './automaton.ts';
import { dateIn } from './calendar.ts';
import { incomplete } from './error.ts';
import { matchesGlob, matchesGlobInAnyCase, wrongGlob } from './glob.ts';
import { isPattern, type LedgerEntry, placeOf } from './ledger-entry.ts';
import { getOrMake } from './maps.ts';
import { baseName, directoryName, foldPath, isBelow, lineFileOf, type Path } from './path.ts';

/**
 * One effect of a line of `.gitattributes` or `.gitignore`: an attribute and its value, or that what it names is
 * ignored.
 */
export interface PathLine {
  /** The file that holds the line. */
  readonly file: Path;
  /** 1-based. */
  readonly line: number;
  /** Patterns of attributes stand for files; an ignored directory hides all that is in it. */
  readonly pattern: string;
  /** `filter=lfs`, `ident`, `eol=crlf`; `ignored`. */
  readonly says: string;
  /** The attribute alone. */
  readonly attribute: string;
  /**
   * What it does to the bytes of a record, or to its being added. `clears`: it switches the attribute off, or lets through
   * what is ignored.
   */
  readonly does: 'rewrites' | 'merges' | 'line-ends' | 'adds-cr' | 'hides' | 'clears';
}

/** The attributes that a macro stands for, by its name. */
export type Macros = ReadonlyMap<string, readonly string[]>;

/** The macros that git knows, and those that the file at the root defines (`[attr]name …`). */
export function macrosIn(text: string): Macros {
  const macros = new Map<string, readonly string[]>([['binary', ['-diff', '-merge', '-text']]]);
  for (const line of linesOf(text)) {
    const [, name, rest = ''] = /^\[attr\](\S+)(.*)$/.exec(line) ?? [];
    if (name !== undefined) macros.set(name, words(rest));
  }
  return macros;
}

/** The lines of a file that can change the bytes of other files, or hide them. */
export function pathLines(file: Path, text: string, macros: Macros): readonly PathLine[] {
  const ignores = lineFileOf(file) === '.gitignore';
  const tally = { steps: 0 };
  return linesOf(text).flatMap((line, at): PathLine[] => {
    if (line === '' || line.startsWith('#') || line.startsWith('[attr]')) return [];
    const place = { file, line: at + 1, attribute: '' };
    const negated = line.startsWith('!');
    if (ignores && negated)
      return [{ ...place, pattern: line.slice(1), says: 'let through', does: 'clears' }];
    if (ignores) return [{ ...place, pattern: line, says: 'ignored', does: 'hides' }];
    if (negated) return [];
    const [, quoted, plain = ''] = /^(?:("(?:[^"\\]|\\.)*")|(\S+))/.exec(line) ?? [];
    const pattern = quoted === undefined ? plain : unquoted(quoted);
    const rest = words(line.slice((quoted ?? plain).length));
    return effects(rest, macros, tally).map((effect) => ({ ...place, pattern, ...effect }));
  });
}

function linesOf(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map(trimmed);
}

/** Without blanks at both ends; by hand, since an expression looks again from each of them in a hostile line. */
function trimmed(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && BLANKS.has(line[start]!)) start += 1;
  while (end > start && BLANKS.has(line[end - 1]!)) end -= 1;
  return line.slice(start, end);
}

const BLANKS: ReadonlySet<string> = new Set([' ', '\t', '\r']);

/** Bytes of a line of attributes from which on some versions of git pass over it. */
const LONGEST_LINE = 2048;

/** The 1-based number of a line of attributes that git reads or not, by its version; `null` where there is none. */
export function overlongLine(file: Path, text: string): number | null {
  if (lineFileOf(file) !== '.gitattributes') return null;
  const at = text
    .split('\n')
    .findIndex(
      (line) =>
        line.length * 3 >= LONGEST_LINE &&
        new TextEncoder().encode(line).length >= LONGEST_LINE &&
        !trimmed(line).startsWith('#'),
    );
  return at < 0 ? null : at + 1;
}

function words(text: string): readonly string[] {
  return text.split(/[ \t\r]+/).filter(Boolean);
}

/** A pattern in double quotes, as C writes texts. Escapes of bytes stay: no name of a record needs one. */
function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(["\\])/g, '$1');
}

function effects(
  said: readonly string[],
  macros: Macros,
  tally: StepCount,
): readonly Pick<PathLine, 'attribute' | 'says' | 'does'>[] {
  // As git does: the last word on an attribute counts, and a macro stands for its words once.
  const values = new Map<string, string>();
  const open = [...said];
  while (open.length > 0) {
    count(tally);
    const [, sign = '', name = '', value] = /^([-!]?)([^=]*)(?:=(.*))?$/s.exec(open.pop()!) ?? [];
    if (values.has(name)) continue;
    values.set(name, sign === '-' ? 'unset' : sign === '!' ? 'unspecified' : (value ?? 'set'));
    if (sign === '' && value === undefined) for (const one of macros.get(name) ?? []) open.push(one);
  }
  const plain = values.get('text') === 'unset' || values.get('crlf') === 'unset';
  return [...values].reverse().flatMap(([name, value]) => {
    const does = effectOf(name, value, plain);
    return does === null
      ? []
      : [{ attribute: name, says: value === 'set' ? name : `${name}=${value}`, does }];
  });
}

/** Drivers that are built into git and take one side or ask a person. */
const HARMLESS_DRIVERS: ReadonlySet<string> = new Set(['set', 'unset', 'text', 'binary']);

function effectOf(name: string, value: string, plain: boolean): PathLine['does'] | null {
  if (value === 'unset' || value === 'unspecified') return 'clears';
  switch (name) {
    case 'filter':
      return value === 'set' || value === '' ? null : 'rewrites';
    case 'ident':
      return value === 'set' ? 'rewrites' : null;
    case 'working-tree-encoding':
      // Where it has no value, git ends with an error at every checkout.
      return /^(?:utf-?8)?$/i.test(value) ? null : 'rewrites';
    case 'merge':
      return HARMLESS_DRIVERS.has(value) ? null : 'merges';
    case 'eol':
      if (plain) return null;
      return value === 'crlf' ? 'adds-cr' : 'line-ends';
    case 'text':
    case 'crlf':
      return 'line-ends';
    default:
      return null;
  }
}

/** Lines that switch one thing off: of more, none is believed. */
const MOST_CLEARING = 100;

/** The lines that take effect: no later line switches them off for the whole ledger. */
export function effectiveLines(
  lines: readonly PathLine[],
  entries: readonly LedgerEntry[],
): readonly PathLine[] {
  const clearing = clearingLines(lines);
  const directories = entries.map(placeOf);
  return lines.filter((line) => {
    if (line.does === 'clears') return false;
    const off = clearing(line);
    return !directories.every((directory) => isSwitchedOff(line, off, directory));
  });
}

/**
 * The lines that take effect in `after` and did not in `before`, or that lost a later line that switched them off.
 */
export function newlyEffectiveLines(
  before: readonly PathLine[],
  after: readonly PathLine[],
  entries: readonly LedgerEntry[],
): readonly PathLine[] {
  const [was, is] = [clearingLines(before), clearingLines(after)];
  const known = new Map(before.map((line) => [identity(line), line]));
  return effectiveLines(after, entries).filter((line) => {
    const old = known.get(identity(line));
    if (old === undefined) return true;
    const kept = new Set(is(line).map(identity));
    return was(old).some((one) => !kept.has(identity(one)));
  });
}

/** A line is another one where it says something else, not where it moves. */
function identity({ file, pattern, says }: PathLine): string {
  return JSON.stringify([file, pattern, says]);
}

/** The lines that git reads after a line, and that switch off what it says. */
function clearingLines(lines: readonly PathLine[]): (line: PathLine) => readonly PathLine[] {
  const all = new Map<string, PathLine[]>();
  const key = ({ file, attribute }: PathLine) => `${lineFileOf(file)} ${attribute}`;
  for (const line of lines) {
    if (line.does !== 'clears') continue;
    // What is no text has no line ends.
    const also = line.says === 'text=unset' ? ['eol', 'crlf'] : [];
    for (const attribute of [line.attribute, ...also]) {
      const place = key({ ...line, attribute });
      all.set(place, [...(all.get(place) ?? []).slice(0, MOST_CLEARING), line]);
    }
  }
  return (line) => {
    const known = all.get(key(line)) ?? [];
    if (known.length > MOST_CLEARING) return [];
    return known.filter(({ file, line: at }) =>
      file === line.file ? at > line.line : isWithin(directoryName(file), directoryName(line.file)),
    );
  };
}

/** Whether lines switch off all that another one says of the files below a directory of the ledger. */
function isSwitchedOff(line: PathLine, off: readonly PathLine[], directory: Path): boolean {
  const whole = off.some((one) => coversAll(one, line, directory));
  // git looks into no directory that is ignored: it must be let through too.
  const closed = line.does === 'hides' && namesWay(line, directory);
  return whole && (!closed || off.some((one) => namesWay(one, directory)));
}

/** Whether a line reaches all that another one can reach below a directory. */
function coversAll(one: PathLine, line: PathLine, directory: Path): boolean {
  if (one.file === line.file && one.pattern === line.pattern) return true;
  const own = directoryName(one.file);
  const { steps, named } = partsOf(one.pattern);
  if (named) return /^\*\*?$/.test(steps[0]!) && (one.file === line.file || isWithin(directory, own));
  const parts = isWithin(directory, own) ? below(directory, own) : null;
  return (
    steps.at(-1) === '**' &&
    parts !== null &&
    steps.length <= parts.length + 1 &&
    steps.slice(0, -1).every((step, at) => step === parts[at])
  );
}

/** Whether a pattern matches a directory of the ledger or one on the way to it. */
function namesWay({ file, pattern }: PathLine, directory: Path): boolean {
  const own = directoryName(file);
  return (
    isWithin(directory, own) &&
    ignores(partsOf(pattern), below(foldPath(directory), foldPath(own)), 'directory', { steps: 0 })
  );
}

/** The records that lines can reach. */
export interface Reach {
  readonly directories: readonly LedgerEntry[];
  /** Those that stand. */
  readonly records: readonly Path[];
  /** What the policy exempts. */
  readonly exempt: readonly string[];
}

/** Steps that the patterns of a check may take together: some seconds. */
const MOST_STEPS = 30_000_000;
/** Steps that reading a pattern is counted as. */
const PER_PATTERN = 1_000;

interface ReachContext extends Omit<Reach, 'records'> {
  /** The records that stand, as systems that ignore case read them. */
  readonly standing: readonly Path[];
  readonly near: Map<string, NearbyRecords>;
  readonly tally: StepCount;
}

/** The records that stand in a directory of the ledger, as a file of lines sees them. */
interface NearbyRecords {
  readonly names: readonly string[];
  /** The parts of their paths, from the directory of that file on. */
  readonly paths: readonly (readonly string[])[];
  readonly endings: ReadonlySet<string>;
}

/**
 * The lines that reach records, or files like them. In doubt they do. Throws `incomplete` where there is too much to
 * compare.
 */
export function linesReachingRecords(
  lines: readonly PathLine[],
  { records, ...reach }: Reach,
): readonly PathLine[] {
  const context = { ...reach, standing: records.map(foldPath), near: new Map(), tally: { steps: 0 } };
  return lines.filter((line) => {
    context.tally.steps += PER_PATTERN;
    if (isFreed(line, context)) return false;
    const own = directoryName(line.file);
    return context.directories.some((entry) => {
      const directory = placeOf(entry);
      const around = isWithin(directory, own);
      if (line.does === 'hides')
        return (around || isWithin(own, directory)) && hidesIn(line, directory, context);
      if (isPattern(entry) || context.standing.includes(foldPath(entry))) {
        const place = isPattern(entry) ? directory : directoryName(entry);
        return isWithin(place, own) && reachesFiles(line, place, context);
      }
      return (around || isWithin(own, directory)) && reachesIn(line, directory, context);
    });
  });
}

/** Whether all that a line can reach is exempt: it lies below a directory all of which is, and no record does. */
function isFreed({ file, pattern }: PathLine, { exempt, standing }: ReachContext): boolean {
  const { steps, named } = partsOf(pattern);
  const wild = named ? 0 : steps.findIndex((step) => /[*?[\]\\]/.test(step));
  const own = directoryName(file);
  const place = [...(own === '' ? [] : [own]), ...steps.slice(0, wild < 0 ? -1 : wild)].join('/');
  const folders = exempt.flatMap((glob) => (glob.endsWith('/**') ? [glob.slice(0, -3)] : []));
  for (let at = place; at !== ''; at = directoryName(at)) {
    if (folders.some((glob) => wrongGlob(glob) === null && matchesGlob(glob, at)))
      return !standing.some((path) => isBelow(path, foldPath(place)));
  }
  return false;
}

interface PatternParts {
  readonly steps: readonly string[];
  /** Whether it is one name, that counts at any depth. */
  readonly named: boolean;
  /** Whether it ends in a slash, so that it matches directories alone. */
  readonly folder: boolean;
}

function partsOf(pattern: string): PatternParts {
  const bare = pattern.replace(/\/+$/, '');
  const steps = bare.replace(/^\/+/, '').split('/');
  const first = steps.findIndex((step) => step !== '**');
  const named = steps.length === 1 ? !bare.startsWith('/') : first === steps.length - 1;
  return { steps: named ? steps.slice(-1) : steps, named, folder: bare !== pattern };
}

function isWithin(path: Path, directory: Path): boolean {
  return directory === '.' || directory === '' || path === directory || isBelow(path, directory);
}

function below(directory: Path, own: Path): readonly string[] {
  const path = directory === '.' ? '' : own === '' ? directory : directory.slice(own.length + 1);
  return path === '' ? [] : path.split('/');
}

/** Names of results as they are written by default, one for each syntax that is read unasked. */
const TYPICAL = 'eval-2026-01-01-corpus-run1';

/** Whether a line of attributes reaches records of a directory. */
function reachesIn(line: PathLine, directory: Path, reach: ReachContext): boolean {
  const own = directoryName(line.file);
  const { steps, named, folder } = partsOf(line.pattern);
  // There a pattern that ends in a slash matches no file.
  if (folder) return false;
  // Whoever writes attributes inside the ledger means its files.
  if (isWithin(own, directory)) return true;
  if (named) return namesRecord(steps[0]!, own, directory, reach);
  const parts = below(directory, own);
  for (const [at, part] of parts.entries()) {
    const step = steps[at];
    if (step === undefined) return false;
    if (step === '**') return namesRecord(steps.at(-1)!, own, directory, reach);
    if (!fits(step, foldPath(part), reach.tally)) return false;
  }
  return steps.length > parts.length;
}

/** Whether a line of attributes reaches records that stand in the directory itself, beside other files. */
function reachesFiles(line: PathLine, directory: Path, reach: ReachContext): boolean {
  const own = directoryName(line.file);
  const { steps, named, folder } = partsOf(line.pattern);
  const name = steps.at(-1)!;
  if (folder) return false;
  if (named) return namesRecord(name, own, directory, reach);
  const parts = below(directory, own);
  const leading = steps.slice(0, -1);
  return (
    (leading.includes('**') || leads(leading, parts.map(foldPath), reach.tally)) &&
    namesRecord(name, own, directory, reach)
  );
}

/** Whether a pattern of names matches records. */
function namesRecord(pattern: string, own: Path, directory: Path, reach: ReachContext): boolean {
  const { names, endings } = nearbyRecords(reach, own, directory);
  if (names.some((name) => fits(pattern, name, reach.tally))) return true;
  if ([...endings].some((ending) => fits(pattern, `${TYPICAL}.${ending}`, reach.tally))) return true;
  if (!/[*?[\]]/.test(pattern)) return dateIn(pattern) !== null && endings.has(endingOf(foldPath(pattern)));
  const tail = pattern.slice(pattern.search(/[^*?[\]]*$/));
  return !tail.includes('.') ? dateLike(pattern) : endings.has(endingOf(foldPath(tail)));
}

/** Whether a pattern of names has digits or the word of a run in it, as names of results have. */
function dateLike(pattern: string): boolean {
  return /\d{4}|run|eval/i.test(pattern);
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function nearbyRecords({ standing, near }: ReachContext, own: Path, directory: Path): NearbyRecords {
  return getOrMake(near, JSON.stringify([own, directory]), () => {
    const inside = [own, directory].map((one) => (one === '.' ? one : foldPath(one)));
    const paths = standing.filter((path) => inside.every((one) => isWithin(path, one)));
    const names = [...new Set(paths.map(baseName))];
    const start = own === '' ? 0 : foldPath(own).length + 1;
    return {
      names,
      paths: paths.map((path) => path.slice(start).split('/')),
      endings: new Set(['json', ...names.map(endingOf)]),
    };
  });
}

/** Whether a line hides records of a directory that stand, or ones like them. */
function hidesIn({ file, pattern }: PathLine, directory: Path, reach: ReachContext): boolean {
  const own = directoryName(file);
  const parts = partsOf(pattern);
  const way = isWithin(directory, own) ? below(foldPath(directory), foldPath(own)) : [];
  const { paths, endings } = nearbyRecords(reach, own, directory);
  const typical = [...endings].map((ending) => [...way, `${TYPICAL}.${ending}`]);
  return [...typical, ...paths].some((path) => ignores(parts, path, 'file', reach.tally));
}

/** Whether a pattern of ignored files matches a path or a directory on its way. */
function ignores(
  { steps, named, folder }: PatternParts,
  path: readonly string[],
  last: 'file' | 'directory',
  tally: StepCount,
): boolean {
  const directories = last === 'directory' || !folder ? path : path.slice(0, -1);
  if (named) return directories.some((part) => fits(steps[0]!, part, tally));
  // A pattern without ** matches paths of as many parts as it has.
  const lengths = steps.includes('**') ? directories.map((_, at) => at + 1) : [steps.length];
  return lengths.some((length) => length <= directories.length && leads(steps, path.slice(0, length), tally));
}

function leads(steps: readonly string[], path: readonly string[], tally: StepCount): boolean {
  const [step, ...rest] = steps;
  const [part, ...more] = path;
  if (step === undefined) return part === undefined;
  if (part === undefined) return false;
  if (step !== '**') return fits(step, part, tally) && leads(rest, more, tally);
  count(tally);
  return rest.length === 0 || leads(rest, path, tally) || leads(steps, more, tally);
}

/** A pattern of one name: the glob that says the same, and the letters in which all names end that it can match. */
interface LeafPattern {
  readonly glob: string;
  readonly tail: string;
}

const leafPatterns = new Map<string, LeafPattern>();

function leafPattern(pattern: string): LeafPattern {
  return getOrMake(leafPatterns, pattern, () => {
    const glob = pattern.replace(/\*{2,}/g, '*').replace(/[{}(),|]|^!/g, '\\$&');
    const tail = pattern.slice(pattern.search(/[^*?[\]\\]*$/));
    return { glob, tail: /^[\w.-]+$/.test(tail) ? tail.toLowerCase() : '' };
  });
}

/** Whether a pattern of one name matches a folded name. One that cannot be read exactly may match. */
function fits(pattern: string, name: string, tally: StepCount): boolean {
  count(tally);
  const { glob, tail } = leafPattern(pattern);
  return name.endsWith(tail) && (wrongGlob(glob) !== null || matchesGlobInAnyCase(glob, name, tally));
}

function count(tally: StepCount): void {
  tally.steps += 1;
  if (tally.steps <= MOST_STEPS) return;
  throw incomplete(
    'The files .gitattributes and .gitignore have more lines than can be compared with the records, so it is not known which of them reach records.',
    'Shorten them: a few patterns say as much as thousands of lines.',
  );
}
