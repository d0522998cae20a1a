import { isOfPaths, provablyDisjoint, wrongGlob } from '../core/glob.ts';
import { formatPointer, type JsonValue, parsePointer } from '../document/document.ts';
import { memberOf, membersOf, type PolicyProblem, spell, textsOf, wrongPointer } from './written-policy.ts';

/** The problems of what a policy says of growing files and of folders, in words. What has the wrong type is left to the schema. */
export function growthProblems(policy: JsonValue): readonly PolicyProblem[] {
  return membersOf(memberOf(policy, 'series')).flatMap(([id, series]) => [
    ...problemsOf(['series', id], series),
    ...folderProblems(['series', id], series),
  ]);
}

/** What is said of a growing table is held against each other: a setting without its effect would seem to guard. */
function* problemsOf(at: readonly string[], series: JsonValue): Generator<PolicyProblem> {
  const rows = memberOf(series, 'rows');
  const table = memberOf(series, 'grows') === 'rows';
  for (const setting of ['key', 'ignore', 'rows']) {
    if (table || memberOf(series, setting) === undefined) continue;
    yield {
      pointer: formatPointer([...at, setting]),
      message: `${setting} says how the rows of a growing table are read, and does so only with "grows: rows"; write that too, or leave it out.`,
    };
  }
  if (typeof rows === 'string' && parsePointer(rows) === null) {
    yield { pointer: formatPointer([...at, 'rows']), message: wrongPointer(rows) };
  }
  if (memberOf(series, 'grows') !== undefined && memberOf(series, 'folder') !== undefined) {
    yield {
      pointer: formatPointer([...at, 'grows']),
      message:
        'the files of a result that is a folder do not grow by themselves; leave "grows" or "folder" out.',
    };
  }
  const keys = new Set(textsIn(series, 'key', at).map(([, text]) => text));
  for (const [pointer, text] of textsIn(series, 'ignore', at)) {
    if (keys.has(text)) {
      yield {
        pointer,
        message: `${spell(text)} is the key: ignored, any row could be put in place of another. Take it out of one of the two.`,
      };
    }
    if (!text.startsWith('/')) continue;
    const inside = typeof rows !== 'string' || isWithin(text, rows) || isWithin(rows, text);
    if (parsePointer(text) === null) yield { pointer, message: wrongPointer(text) };
    else if (inside) {
      yield {
        pointer,
        message: `${spell(text)} begins with "/", so it is a place outside the rows, and ${
          rows === undefined ? 'without `rows` the whole file is rows' : 'the rows stand there'
        }. Name a member of a row without the "/", or another place.`,
      };
    }
  }
}

function* folderProblems(at: readonly string[], series: JsonValue): Generator<PolicyProblem> {
  if (memberOf(series, 'folder') === undefined) return;
  const files = memberOf(series, 'files');
  if (typeof files === 'string' && wrongGlob(files) === null && isInNoFolder(files)) {
    yield {
      pointer: formatPointer([...at, 'files']),
      message: `${spell(files)} matches only files that lie directly in the ledger, and the folder of such a file is the whole ledger; write a folder for each run, such as "*/benchmark.json".`,
    };
  }
  if (memberOf(series, 'name') !== undefined) {
    yield {
      pointer: formatPointer([...at, 'name']),
      message:
        'a result that is a folder is named by its folder, and "name" is a template of file names; leave it out.',
    };
  }
}

function isInNoFolder(glob: string): boolean {
  return isOfPaths(glob) && provablyDisjoint(glob, '*/**', { steps: 1_000_000 });
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

/** The texts of a setting that is one text or a list of them. */
function textsIn(value: JsonValue, key: string, at: readonly string[]): readonly [string, string][] {
  const one = memberOf(value, key);
  return typeof one === 'string' ? [[formatPointer([...at, key]), one]] : textsOf(value, [key], at);
}
