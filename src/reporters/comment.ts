import type { Report } from '../core/report.ts';
import { count } from '../core/wording.ts';
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
export function jobSummary(report: Report, { taken }: { readonly taken: number }): string {
  return fitMarkdown(inMarkdown(reportDocument, report), {
    limit: LARGEST_SUMMARY - taken,
    size: (text) => Buffer.byteLength(text),
    notice: (left) =>
      `**Shortened:** ${count(left, 'line')} left out, since GitHub shows no summary above 1 MiB. \`report-path\` names the whole report as JSON.`,
  });
}

/** The room that Markdown has, and the notice of how many lines were left out. */
interface Room {
  readonly limit: number;
  /** The size of a text, in whatever `limit` counts. */
  readonly size: (text: string) => number;
  readonly notice: (left: number) => string;
}

/** What is open at a line, so that a text which ends there can be closed. */
interface Open {
  readonly fence: string | null;
  readonly details: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Markdown that fits: the longest beginning of whole lines, with every fence and details block closed, then the notice.
 * The most important stands first, so it is what stays. Nothing is cut inside a line, hence never inside a character.
 */
export function fitMarkdown(markdown: string, { limit, size, notice }: Room): string {
  if (size(markdown) <= limit) return markdown;
  const lines = markdown.trimEnd().split('\n');
  const ending = `\n${notice(lines.length)}\n`;
  let open: Open = { fence: null, details: 0 };
  let used = size(ending);
  let kept = 0;
  let closing = '';
  for (const [at, line] of lines.entries()) {
    open = after(open, line);
    used += size(`${line}\n`);
    const end = closed(open);
    if (used + size(end) > limit) break;
    if (!isHeadOfTable(lines, at)) {
      kept = at + 1;
      closing = end;
    }
  }
  while (kept > 0 && /^(?:#+ .*|\s*)$/.test(lines[kept - 1]!) && closing === '') kept -= 1;
  const text = `${lines
    .slice(0, kept)
    .map((line) => `${line}\n`)
    .join('')}${closing}\n${notice(lines.length - kept)}\n`;
  return size(text) <= limit ? text : '';
}

function after({ fence, details }: Open, line: string): Open {
  const mark = FENCE.exec(line)?.[1] ?? null;
  if (fence !== null) {
    const ends = mark?.startsWith(fence) && line.trim() === mark;
    return { fence: ends ? null : fence, details };
  }
  if (mark !== null) return { fence: mark, details };
  if (line === '<details>') return { fence, details: details + 1 };
  return { fence, details: line === '</details>' ? details - 1 : details };
}

function closed({ fence, details }: Open): string {
  return `${fence === null ? '' : `${fence}\n`}${'\n</details>\n'.repeat(Math.max(details, 0))}`;
}

/** A table's heading without a row, or without the line below it, is no table. */
function isHeadOfTable(lines: readonly string[], at: number): boolean {
  const isRule = (line: string | undefined) => line !== undefined && /^\|(?: -+ \|)+$/.test(line);
  return isRule(lines[at]) || isRule(lines[at + 1]);
}
