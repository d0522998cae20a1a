import type { Report } from '../core/report.ts';
import { reportLog } from '../reporters/report.ts';
import { type Formats, formatsOf, sarifTool } from './formats.ts';

/** The formats of a check's report. Each command has those of its own value. */
export const REPORT_FORMATS: Formats<Report> = formatsOf(
  {
    log: async ({ comparisons }) =>
      reportLog(
        comparisons.length === 0
          ? () => ({ text: '' })
          : (await import('../reporters/comparison.ts')).comparisonItem,
      ),
    document: async () => (await import('../reporters/report-document.ts')).reportDocument,
  },
  {
    github: async (report) => (await import('../reporters/github.ts')).github(report),
    sarif: async (report, options) =>
      (await import('../reporters/sarif.ts')).reportSarif(report, await sarifTool(options)),
    junit: async (report) => (await import('../reporters/junit.ts')).reportJUnit(report),
  },
);
