import { version } from '../../package.json';
import type { Report } from '../core/report.ts';
import { reportSarif } from '../reporters/sarif.ts';
import { rules } from '../rules/registry.ts';
import type { FormatOptions } from './format.ts';

/** The report as SARIF, with what the rules say of themselves. */
export function sarifOfReport(report: Report, { repository }: FormatOptions): string {
  return reportSarif(report, { version, rules, repository });
}
