import { placeOf } from '../core/ledger-entry.ts';
import { comparePaths, directoryName, isBelow, type Path, pathIn } from '../core/path.ts';
import { namedAsRetraction } from '../core/retraction.ts';
import type { Policy, Series } from './policy.ts';
import { isExempt, seriesOf } from './series.ts';

/** The series whose results are folders and that claims the file as the headline of one, or `null`. */
export function folderSeriesOf(path: Path, policy: Policy): Series | null {
  const series = seriesOf(path, policy);
  if (series === null || series.folder === null || namedAsRetraction(path)) return null;
  return isExempt(path, policy.exempt) || ledgerInside(directoryName(path), policy) !== null ? null : series;
}

/** The headline among the files of a directory: the first by name, since a folder is one result. */
export function headlineAmong(directory: Path, names: readonly string[], policy: Policy): Path | null {
  return (
    names
      .map((name) => pathIn(directory, name))
      .filter((path) => folderSeriesOf(path, policy) !== null)
      .sort(comparePaths)[0] ?? null
  );
}

/** The place of the ledger that a folder is or holds, so that it can be no single result; `null` for any other folder. */
export function ledgerInside(directory: Path, { ledger }: Policy): Path | null {
  const places = ledger.map(placeOf);
  return places.find((one) => directory === '' || one === directory || isBelow(one, directory)) ?? null;
}

/** Whether a file of a folder is judged by itself all the same: where a series names it as a result of its own. */
export function standsAlone(path: Path, policy: Policy): boolean {
  const series = seriesOf(path, policy);
  return namedAsRetraction(path) || (series !== null && series.folder === null);
}
