import { markdownProse } from '../core/markdown.ts';
import { logLine, visible } from '../core/text.ts';
import { workflowCommand } from './github.ts';

/** Why a check ended without a report. `message` may have several lines, one a problem. */
export interface Failure {
  readonly exit: 2 | 3;
  readonly message: string;
  readonly remedy: string;
}

/** The failure for a log. */
export function failureLog({ exit, message, remedy }: Failure): string {
  const lines = message.split('\n').map((line) => logLine(`  ${visible(line)}`));
  return `${[...lines, logLine(`  ${visible(remedy)}`), `evalguard: not checked (exit ${exit}).`].join('\n')}\n`;
}

/** The failure as an annotation. */
export function failureAnnotation({ message, remedy }: Failure): string {
  return workflowCommand('error', `${message}\n${remedy}`, { title: 'evalguard' });
}

/** The failure as a comment and a summary. */
export function failureMarkdown({ exit, message, remedy }: Failure): string {
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
