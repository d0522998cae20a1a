import { asObject } from '../field.ts';
import type { Format, ResultFile } from '../format.ts';
import { absolute } from './absolute.ts';
import { compare } from './compare.ts';
import type { ReportKind } from './report.ts';

const REPORTS: readonly ReportKind[] = [absolute, compare];

/** The reports of DuckHaven's evaluation of its assistant: absolute grades, and two arms compared. */
export const duckhaven: Format = {
  id: 'duckhaven',
  title: 'DuckHaven JSON (absolute and compare reports)',
  detect: (file) => reportOf(file) !== null,
  read(file) {
    const root = asObject(file.document?.value);
    const report = reportOf(file);
    return root === null || report === null ? [] : [report.read(root)];
  },
};

function reportOf({ document }: ResultFile): ReportKind | null {
  const root = asObject(document?.value);
  return root === null ? null : (REPORTS.find((report) => report.detect(root)) ?? null);
}
