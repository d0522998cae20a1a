import type { Report } from '../core/report.ts';
import type { FindingReport } from '../core/rule.ts';
import { logLine, shorten, visible } from '../core/text.ts';
import { count, countsSentence, outcomeSentence } from '../core/wording.ts';
import { type AnnotationKind, type AnnotationPlace, workflowCommand } from '../core/workflow-command.ts';
import { withoutRepeats } from './findings.ts';

/** GitHub shows ten annotations of a kind a step and drops the rest without a word. */
const MOST_OF_A_KIND = 10;

/** GitHub cuts an annotation at 64 kB; nobody reads that much of one. */
const LONGEST_SENTENCE = 2_000;

const KINDS: Readonly<Record<FindingReport['severity'], AnnotationKind>> = {
  error: 'error',
  warning: 'warning',
  note: 'notice',
};

interface Annotation {
  readonly kind: AnnotationKind;
  readonly message: string;
  readonly place: AnnotationPlace;
}

/** The report as commands for GitHub's runner, and the verdict in the last line. */
export function github(report: Report): string {
  const verdict = `evalguard: ${report.outcome} (exit ${report.exit_code}): ${outcomeSentence(report)}. ${countsSentence(report)}.`;
  return `${[...annotations(report), logLine(verdict)].join('\n')}\n`;
}

/** At most ten annotations of each kind; where there are more, the tenth says how many were left out. */
export function annotations(report: Report): readonly string[] {
  const { findings, incomplete } = withoutRepeats(report, { table: false });
  const all = [...findings.map(ofFinding), ...incomplete.map(ofReason)];
  return (['error', 'warning', 'notice'] as const).flatMap((kind) => {
    const these = all.filter((annotation) => annotation.kind === kind);
    if (these.length <= MOST_OF_A_KIND) return these.map(command);
    const shown = these.slice(0, MOST_OF_A_KIND - 1);
    const left = these.length - shown.length;
    const rest = `${count(left, 'more finding')} of this kind ${left === 1 ? 'is' : 'are'} not shown as annotations, since GitHub shows ten of a kind a step. The job summary and the log have them.`;
    return [...shown.map(command), workflowCommand(kind, rest, { title: 'evalguard' })];
  });
}

function ofFinding({ severity, rule, path, line, column, message, remedy }: FindingReport): Annotation {
  return {
    kind: KINDS[severity],
    message: sentences(message, remedy),
    place: { title: rule, file: path, line, column },
  };
}

/** What could not be told is no violation: it warns, in neutral words, and the exit code says that nothing was judged. */
function ofReason({ code, message, remedy, path }: Report['incomplete'][number]): Annotation {
  return { kind: 'warning', message: sentences(message, remedy), place: { title: code, file: path } };
}

function sentences(...texts: readonly string[]): string {
  return texts.map((text) => shorten(visible(text), LONGEST_SENTENCE)).join('\n');
}

function command({ kind, message, place }: Annotation): string {
  return workflowCommand(kind, message, place);
}
