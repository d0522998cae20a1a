import { logLine, visible } from './text.ts';

/** The kinds of annotation that GitHub's runner knows. */
export type AnnotationKind = 'error' | 'warning' | 'notice';

/** The place that an annotation points to: lines and columns count from 1. */
export interface AnnotationPlace {
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
