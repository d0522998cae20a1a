import type { Report } from '../core/report.ts';
import { json } from './json.ts';
import { terminal } from './terminal.ts';

/** `color`: SGR colours are wanted; only the terminal's report has any. */
export interface ReporterOptions {
  readonly color: boolean;
}

/** Renders a report: the same report and options give the same bytes. */
export type Reporter = (report: Report, options: ReporterOptions) => string;

/** The reporters that are used most, by the name that `--format` takes. */
export const REPORTERS: ReadonlyMap<string, Reporter> = new Map<string, Reporter>([
  ['terminal', terminal],
  ['json', json],
]);
