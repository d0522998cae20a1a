import { couldNotLook } from '../../commands/check/report.ts';
import { EvalguardError } from '../../core/error.ts';
import type { Report } from '../../core/report.ts';
import { regressedResults } from '../../core/wording.ts';
import { comment, runLine, summary } from '../../reporters/comment.ts';
import { type Failure, failureAnnotation, failureLog, failureMarkdown } from '../../reporters/failure.ts';
import { annotations } from '../../reporters/github.ts';
import { reportLog } from '../../reporters/report.ts';
import { inTerminal } from '../../reporters/terminal.ts';

/** What a run has to say, in every form that it is said in. */
export interface Told {
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

/** What a report says. */
export function toldReport(report: Report, notes: readonly string[]): Told {
  const { outcome, exit_code, counts } = report;
  return {
    exit: exit_code,
    report,
    log: `${notes.map((note) => `  ${note}\n`).join('')}${inTerminal(reportLog, report, { color: false })}`,
    annotations: annotations(report),
    weight: weightOf(report),
    outputs: { outcome, 'exit-code': exit_code, ...counts, regressed: regressedResults(report) },
    comment: (taken, run) => comment(report, { taken, summary: run }),
    summary: (taken) => summary(report, { taken }),
  };
}

/** What an error says. One that is not evalguard's own is a defect: never a pass, and never a violation. */
export function toldError(error: unknown): Told {
  if (error instanceof EvalguardError && error.code === 'incomplete') {
    return toldReport(couldNotLook({ mode: 'diff' }, error), []);
  }
  const failure = failureOf(error);
  const markdown = failureMarkdown(failure);
  return {
    exit: failure.exit,
    report: null,
    log: failureLog(failure),
    annotations: [failureAnnotation(failure)],
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

function weightOf(report: Report): Told['weight'] {
  const { findings, incomplete, counts, changes, results } = report;
  const open = counts.missed + counts.unmeasured + incomplete.length + regressedResults(report);
  if (open > 0 || findings.some(({ severity }) => severity !== 'note')) return 'found';
  return changes.length + results.length + findings.length > 0 ? 'touched' : 'quiet';
}
