import { couldNotLook } from '../../commands/check/report.ts';
import { EvalguardError } from '../../core/error.ts';
import { markdownProse } from '../../core/markdown.ts';
import type { Report } from '../../core/report.ts';
import { logLine, visible } from '../../core/text.ts';
import { regressedResults } from '../../core/wording.ts';
import { comment, jobSummary, runLine } from '../../reporters/comment.ts';
import { comparisonItem } from '../../reporters/comparison.ts';
import { annotations, workflowCommand } from '../../reporters/github.ts';
import { reportLog } from '../../reporters/report.ts';
import { inTerminal } from '../../reporters/terminal.ts';

/** What a run of the action publishes: log, annotations, outputs, comment and summary. */
export interface Publication {
  readonly exit: number;
  readonly report: Report | null;
  readonly log: string;
  readonly annotations: readonly string[];
  /** `quiet`: nothing touched the ledger. `touched`: records came, and all is well. `found`: somebody should look. */
  readonly weight: 'quiet' | 'touched' | 'found';
  readonly outputs: Readonly<Record<string, string | number>>;
  /** The comment below its first `taken` characters; `run` is the page that has the summary. */
  comment(taken: number, run: string | null): string;
  /** The summary below its first `taken` bytes. */
  summary(taken: number): string;
}

/** What is published of a report. */
export function publicationOfReport(report: Report, notes: readonly string[]): Publication {
  const { outcome, exit_code, counts } = report;
  return {
    exit: exit_code,
    report,
    log: `${notes.map((note) => `  ${note}\n`).join('')}${inTerminal(reportLog(comparisonItem), report, { color: false })}`,
    annotations: annotations(report),
    weight: weightOf(report),
    outputs: { outcome, 'exit-code': exit_code, ...counts, regressed: regressedResults(report) },
    comment: (taken, run) => comment(report, { taken, summary: run }),
    summary: (taken) => jobSummary(report, { taken }),
  };
}

/** What is published of an error. One that is not evalguard's own is a defect: never a pass, and never a violation. */
export function publicationOfError(error: unknown): Publication {
  if (error instanceof EvalguardError && error.code === 'incomplete') {
    return publicationOfReport(couldNotLook({ mode: 'diff' }, error), []);
  }
  const failure = failureOf(error);
  const markdown = failureMarkdown(failure);
  return {
    exit: failure.exit,
    report: null,
    log: failureLog(failure),
    annotations: [workflowCommand('error', `${failure.message}\n${failure.remedy}`, { title: 'evalguard' })],
    weight: 'found',
    outputs: {
      outcome: failure.exit === 2 ? 'error' : 'incomplete',
      'exit-code': failure.exit,
      added: '',
      violations: '',
      met: '',
      missed: '',
      unmeasured: '',
      regressed: '',
    },
    comment: (_, run) => markdown + runLine(run),
    summary: () => markdown,
  };
}

function failureOf(error: unknown): Failure {
  if (error instanceof EvalguardError) return { exit: 2, message: error.message, remedy: error.remedy };
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    exit: 3,
    message: `Something went wrong that evalguard does not know (${words}), so nothing was judged.`,
    remedy: 'Please report it, with the log of this step.',
  };
}

function weightOf(report: Report): Publication['weight'] {
  const { findings, incomplete, counts, changes, results } = report;
  const open = counts.missed + counts.unmeasured + incomplete.length + regressedResults(report);
  if (open > 0 || findings.some(({ severity }) => severity !== 'note')) return 'found';
  return changes.length + results.length + findings.length > 0 ? 'touched' : 'quiet';
}

/** Why a check ended without a report. `message` may have several lines, one a problem. */
interface Failure {
  readonly exit: 2 | 3;
  readonly message: string;
  readonly remedy: string;
}

/** The failure for a log. */
function failureLog({ exit, message, remedy }: Failure): string {
  const lines = message.split('\n').map((line) => logLine(`  ${visible(line)}`));
  return `${[...lines, logLine(`  ${visible(remedy)}`), `evalguard: not checked (exit ${exit}).`].join('\n')}\n`;
}

/** The failure as a comment and a summary. */
function failureMarkdown({ exit, message, remedy }: Failure): string {
  const [first = '', ...others] = message.split('\n');
  const problems = others
    .filter((line) => line.trim() !== '')
    .map((line) => `- ${markdownProse(line.trim())}`);
  return [
    `## ⚠️ evalguard: not checked (exit ${exit})`,
    '',
    markdownProse(first),
    ...(problems.length === 0 ? [] : ['', ...problems]),
    '',
    `**What to do:** ${markdownProse(remedy)}`,
    '',
  ].join('\n');
}
