import { baseName, directoryName, isBelow, type Path } from '../../core/path.ts';
import { isObject, type JsonValue } from '../../document/document.ts';
import { lossesOf } from './history.ts';
import { folderOf, stemOf } from './names.ts';
import type { Survey } from './survey.ts';

/** A file that is called as a pointer to the newest result, or a list of the results, is. */
interface Pointer {
  readonly path: Path;
  /** Whether all that it ever held stands in the results beside it, so that it can change and nothing is lost. */
  readonly isSure: boolean;
  /** What it is, as the end of a sentence. */
  readonly why: string;
}

/** The pointers among the files of a ledger. Without a result beside it no file is one: it is the result. */
export function pointersIn(
  seen: Survey,
  results: readonly Path[],
  isGuarded: (path: Path) => boolean,
): readonly Pointer[] {
  return [...seen.pointers.keys()].filter(isGuarded).flatMap((path) => {
    const folder = folderOf(path);
    const beside = results.filter((one) => one !== path && isBelow(one, folder) && !seen.pointers.has(one));
    return beside.some((one) => seen.files.has(one)) ? pointerOf(path, beside, seen) : [];
  });
}

function pointerOf(
  path: Path,
  beside: readonly Path[],
  { files, pointers, history }: Survey,
): readonly Pointer[] {
  const file = files.get(path)!;
  const contentsOf = (one: Path) => [
    files.get(one)?.oid ?? '',
    ...lossesOf(history, one).map(({ before }) => before),
  ];
  const rewrites = lossesOf(history, path);
  const times =
    rewrites.length === 0 ? 'never changed so far' : `changed ${timesText(rewrites.length)} so far`;
  if (file.isLink && rewrites.every(({ isFile }) => !isFile)) {
    return [{ path, isSure: true, why: `a link to the newest result; ${times}` }];
  }
  // Also what a result beside it held once: its own loss is reported with that result.
  const held = new Map(beside.flatMap((one) => contentsOf(one).map((oid) => [oid, one])));
  const versions = [file.oid, ...rewrites.map(({ before }) => before)];
  const copy = file.oid === null ? undefined : held.get(file.oid);
  if (versions.every((oid) => oid !== null && held.has(oid)) && copy !== undefined) {
    return [{ path, isSure: true, why: `a copy of the newest result, ${copy}; ${times}` }];
  }
  const contents = pointers.get(path) ?? null;
  const names = new Set(
    beside.flatMap((one) => [baseName(one), stemOf(baseName(one)), baseName(directoryName(one))]),
  );
  if (
    contents !== null &&
    contents.versions === versions.length &&
    contents.values.every((value) => namesAlone(value, names))
  ) {
    return [{ path, isSure: true, why: `it only names the results beside it; ${times}` }];
  }
  // A file of that name that nothing changed is a result until it is.
  return rewrites.length === 0 && contents === null
    ? []
    : [
        {
          path,
          isSure: false,
          why: `called as a pointer is, and holds what no result beside it holds; ${times}`,
        },
      ];
}

/** Members whose numbers measure nothing: when, how many, which. */
const NO_MEASURE =
  /(?:^|_)(?:time|timestamp|ts|at|date|run|runs|id|version|v|count|total|n|size|bytes|mtime|schema)$/i;

/** Whether a file names results, and measures nothing itself. */
function namesAlone(value: JsonValue, names: ReadonlySet<string>): boolean {
  let named = false;
  const visit = (one: JsonValue, key: string): boolean => {
    if (typeof one === 'string') {
      named ||= names.has(baseName(one)) || one.split('/').some((part) => names.has(part));
      return true;
    }
    if (typeof one === 'number') return Number.isInteger(one) && NO_MEASURE.test(key);
    if (Array.isArray(one)) return one.every((item) => visit(item, key));
    if (isObject(one)) return Object.entries(one).every(([name, item]) => visit(item, name));
    return one === null;
  };
  return visit(value, '') && named;
}

/** `once`, `twice`, `8 times`. */
export function timesText(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}
