import { dateIn } from './calendar.ts';
import { matchesGlobInAnyCase, wrongGlob } from './glob.ts';
import { baseName, directoryName, foldPath, isBelow, type Path } from './path.ts';

/** The files that git reads such lines from, in any directory. */
export type LineFile = '.gitattributes' | '.gitignore';

/** One thing that a line says: an attribute and its value, or that what it names is ignored. */
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
  /** What it does to the bytes of a record, or to its being added. `clears`: it switches the attribute off. */
  readonly does: 'rewrites' | 'merges' | 'line-ends' | 'adds-cr' | 'hides' | 'clears';
}

/** The attributes of a macro, by its name. */
export type Macros = ReadonlyMap<string, readonly string[]>;

/** Which of the two kinds a path is, whatever its case: some systems open `.GitIgnore` for `.gitignore`. */
export function lineFileOf(path: Path): LineFile | null {
  const name = foldPath(baseName(path));
  return name === '.gitattributes' || name === '.gitignore' ? name : null;
}

/** Macros that git knows, and those that the file at the root defines (`[attr]name …`). */
export function macrosIn(text: string): Macros {
  const macros = new Map<string, readonly string[]>([['binary', ['-diff', '-merge', '-text']]]);
  for (const line of linesOf(text)) {
    const [, name, rest = ''] = /^\[attr\](\S+)(.*)$/.exec(line) ?? [];
    if (name !== undefined) macros.set(name, words(rest));
  }
  return macros;
}

/** What the lines of a file say that can reach the bytes of a file, or hide it. */
export function pathLines(file: Path, text: string, macros: Macros): readonly PathLine[] {
  const ignores = lineFileOf(file) === '.gitignore';
  return linesOf(text).flatMap((line, at): PathLine[] => {
    if (line === '' || line.startsWith('#') || line.startsWith('!') || line.startsWith('[attr]')) return [];
    const place = { file, line: at + 1 };
    if (ignores) return [{ ...place, pattern: line, attribute: '', says: 'ignored', does: 'hides' }];
    const [, quoted, plain = ''] = /^(?:("(?:[^"\\]|\\.)*")|(\S+))/.exec(line) ?? [];
    const pattern = quoted === undefined ? plain : unquoted(quoted);
    const rest = words(line.slice((quoted ?? plain).length));
    return effects(rest, macros).map((effect) => ({ ...place, pattern, ...effect }));
  });
}

function linesOf(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.replace(/^[ \t\r]+|[ \t\r]+$/g, ''));
}

function words(text: string): readonly string[] {
  return text.split(/[ \t\r]+/).filter(Boolean);
}

/** A pattern in double quotes, as C writes texts. Escapes of bytes stay: no name of a record needs one. */
function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(["\\])/g, '$1');
}

/** How deep macros may stand for macros: one that names itself would never end. */
const DEEPEST = 10;

function effects(
  said: readonly string[],
  macros: Macros,
): readonly Pick<PathLine, 'attribute' | 'says' | 'does'>[] {
  const values = new Map<string, string>();
  const set = (all: readonly string[], depth: number) => {
    for (const one of all) {
      const [, sign = '', name = '', value] = /^([-!]?)([^=]*)(?:=(.*))?$/s.exec(one) ?? [];
      values.set(name, sign === '' ? (value ?? 'set') : 'unset');
      if (sign === '' && value === undefined && depth < DEEPEST) set(macros.get(name) ?? [], depth + 1);
    }
  };
  set(said, 0);
  const plain = values.get('text') === 'unset' || values.get('crlf') === 'unset';
  return [...values].flatMap(([name, value]) => {
    const does = effectOf(name, value, plain);
    return does === null
      ? []
      : [{ attribute: name, says: value === 'set' ? name : `${name}=${value}`, does }];
  });
}

/** Drivers that are built into git and take one side or ask a person. */
const HARMLESS_DRIVERS: ReadonlySet<string> = new Set(['set', 'unset', 'text', 'binary']);

function effectOf(name: string, value: string, plain: boolean): PathLine['does'] | null {
  if (value === 'unset') return 'clears';
  switch (name) {
    case 'filter':
      return value === 'set' || value === '' ? null : 'rewrites';
    case 'ident':
      return value === 'set' ? 'rewrites' : null;
    case 'working-tree-encoding':
      return /^(?:set|utf-?8)?$/i.test(value) ? null : 'rewrites';
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

/** What records there are, to decide what a pattern reaches. */
export interface Reach {
  readonly directories: readonly Path[];
  /** Those that stand. */
  readonly records: readonly Path[];
}

/** Whether a line reaches records that stand, or that the ledger is there for. In doubt it does. */
export function reachesRecords({ file, pattern, does }: PathLine, { directories, records }: Reach): boolean {
  const hides = does === 'hides';
  const own = directoryName(file);
  const folder = /\/$/.test(pattern);
  // In .gitattributes a pattern that ends in a slash matches no file.
  if (folder && !hides) return false;
  const bare = pattern.replace(/\/+$/, '');
  const rooted = bare.replace(/^\/+/, '');
  const anywhere = rooted.replace(/^(?:\*\*\/)+/, '');
  const near = directories.filter(
    (directory) => own === '' || isWithin(directory, own) || isWithin(own, directory),
  );
  if (near.length === 0) return false;
  if (!bare.includes('/') || (rooted.startsWith('**/') && !anywhere.includes('/')))
    return near.some((directory) => matchesByName(anywhere, hides, folder, own, directory, records));
  return near.some(
    (directory) => isWithin(own, directory) || leadsInto(rooted, below(directory, own), hides),
  );
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

function matchesByName(
  pattern: string,
  hides: boolean,
  folder: boolean,
  own: Path,
  directory: Path,
  records: readonly Path[],
): boolean {
  if (hides && !isWithin(own, directory) && below(directory, own).some((part) => fits(pattern, part)))
    return true;
  if (folder) return false;
  // Whoever writes attributes inside the ledger means its files.
  if (!hides && isWithin(own, directory)) return true;
  const inside = records.filter((path) => isWithin(path, directory) && isWithin(path, own));
  const endings = new Set(['json', ...inside.map(endingOf)]);
  if (inside.some((path) => fits(pattern, baseName(path)))) return true;
  if ([...endings].some((ending) => fits(pattern, `${TYPICAL}.${ending}`))) return true;
  if (hides) return false;
  if (!/[*?[\]]/.test(pattern)) return dateIn(pattern) !== null && endings.has(endingOf(pattern));
  const tail = pattern.slice(pattern.search(/[^*?[\]]*$/));
  return !tail.includes('.') ? dateLike(pattern) : endings.has(endingOf(tail));
}

/** Whether a pattern of names has digits or the word of a run in it, as names of results have. */
function dateLike(pattern: string): boolean {
  return /\d{4}|run|eval/i.test(pattern);
}

function endingOf(path: Path): string {
  return foldPath(baseName(path)).split('.').at(-1) ?? '';
}

/** Whether a pattern with slashes can name something below a directory, or (where it hides) the way to it. */
function leadsInto(pattern: string, parts: readonly string[], hides: boolean): boolean {
  const steps = pattern.split('/');
  for (const [at, part] of parts.entries()) {
    const step = steps[at];
    if (step === undefined) return hides;
    if (step === '**') return true;
    if (!fits(step, part)) return false;
  }
  return steps.length > parts.length || hides;
}

/** Whether a pattern of one name matches a name. One that cannot be read exactly may match. */
function fits(pattern: string, name: string): boolean {
  const glob = pattern.replace(/\*{2,}/g, '*').replace(/[{}(),|]|^!/g, '\\$&');
  return wrongGlob(glob) !== null || matchesGlobInAnyCase(glob, foldPath(name));
}
