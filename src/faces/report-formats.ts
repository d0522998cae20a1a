import type { Report } from '../core/report.ts';
import { REPORTERS } from '../reporters/registry.ts';
import type { FormatOptions } from './format.ts';

type ReportFormat = (report: Report, options: FormatOptions) => string | Promise<string>;

/** The formats of a check's report by name. All but the most used are loaded where they are asked for. */
export const REPORT_FORMATS: ReadonlyMap<string, ReportFormat> = new Map<string, ReportFormat>([
  ...REPORTERS,
  ['markdown', async (report) => (await import('../reporters/markdown.ts')).markdown(report)],
  ['github', async (report) => (await import('../reporters/github.ts')).github(report)],
  ['sarif', async (report, options) => (await import('./sarif.ts')).sarifOfReport(report, options)],
  ['junit', async (report) => (await import('../reporters/junit.ts')).reportJUnit(report)],
]);
