import type { Report } from '../core/report.ts';
import { count } from '../core/wording.ts';
import { fitMarkdown } from './fit.ts';
import { inMarkdown } from './markdown.ts';
import { reportDocument } from './report-document.ts';

/** GitHub refuses a longer comment, and then shows none at all. */
export const LONGEST_COMMENT = 65_536;

/** GitHub drops the whole summary of a step that is larger, in bytes. */
export const LARGEST_SUMMARY = 1_048_576;

/** `taken`: characters that stand before the report. `summary`: where the whole report is, or `null`. */
export interface CommentOptions {
  readonly taken: number;
  readonly summary: string | null;
}

/** The report as a pull request's comment: verdict and counts stay, details go where there is no room. */
export function comment(report: Report, { taken, summary }: CommentOptions): string {
  const run = runLine(summary);
  const whole = summary === null ? 'The job summary has them.' : `[The job summary](${summary}) has them.`;
  const text = inMarkdown(reportDocument, report);
  const limit = LONGEST_COMMENT - taken;
  // A shortened one names the run where it says that it was shortened.
  if (text.length + run.length <= limit) return text + run;
  return fitMarkdown(text, {
    limit,
    size: ({ length }) => length,
    notice: (left) =>
      `**Shortened:** ${count(left, 'line')} left out, since GitHub takes no comment above 65,536 characters. ${whole}`,
  });
}

/** The last line of a comment: the run that wrote it. Empty where its address is not known. */
export function runLine(run: string | null): string {
  return run === null ? '' : `\n[The run that says this](${run})\n`;
}

/** The report as a job's summary. `taken`: bytes that other parts of the step have written there. */
export function summary(report: Report, { taken }: { readonly taken: number }): string {
  return fitMarkdown(inMarkdown(reportDocument, report), {
    limit: LARGEST_SUMMARY - taken,
    size: (text) => Buffer.byteLength(text),
    notice: (left) =>
      `**Shortened:** ${count(left, 'line')} left out, since GitHub shows no summary above 1 MiB. \`report-path\` names the whole report as JSON.`,
  });
}
