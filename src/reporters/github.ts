import type { Report } from '../core/report.ts';
import type { FindingReport } from '../core/rule.ts';
import { logLine, shorten, visible } from '../core/text.ts';
import { count, countsSentence, outcomeSentence } from '../core/wording.ts';
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

/** The kinds of annotation that GitHub's runner knows. */
type AnnotationKind = 'error' | 'warning' | 'notice';

/** The place that an annotation points to: lines and columns count from 1. */
interface AnnotationPlace {
  readonly title?: string;
  readonly file?: string | null;
  readonly line?: number | null;
  readonly column?: number | null;
}

/**
 * A line that GitHub's runner shows as an annotation. Text from files cannot end the command, add a property to it or
 * begin another one.
 */
export function workflowCommand(
  kind: AnnotationKind,
  message: string,
  { title, file, line, column }: AnnotationPlace = {},
): string {
  // GitHub finds a file by its very name; one with unseen characters is named in the message instead.
  const named = file ? visible(file) === file : false;
  const properties = [
    ...(named ? [`file=${property(file!)}`] : []),
    ...(named && line ? [`line=${line}`] : []),
    ...(named && line && column ? [`col=${column}`] : []),
    ...(title === undefined ? [] : [`title=${property(visible(title))}`]),
  ].join(',');
  const text = file && !named ? `${visible(file)}: ${message}` : message;
  return `::${kind}${properties === '' ? '' : ` ${properties}`}::${data(text)}`;
}

/** Every line made visible by itself, so that the breaks between evalguard's own sentences stay. */
function data(text: string): string {
  return encoded(
    text
      .split('\n')
      .map((line) => logLine(visible(line)))
      .join('\n'),
  );
}

function encoded(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return encoded(logLine(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
