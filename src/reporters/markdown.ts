import type { Outcome, Report } from '../core/report.ts';
import { logLine } from '../core/text.ts';
import { toldOnce } from '../core/told-once.ts';
import { countsSentence, outcomeSentence, policySentence, rangeSentence } from '../core/wording.ts';
import { rendered } from './markdown/block.ts';
import { comparisons } from './markdown/comparisons.ts';
import { notes, reasons, violations, warnings } from './markdown/findings.ts';
import { added, losses, splits } from './markdown/results.ts';
import { thresholds } from './markdown/thresholds.ts';

const ICONS: Readonly<Record<Outcome, string>> = { pass: '✅', fail: '❌', incomplete: '⚠️' };

/** The page from top to bottom: what decides the verdict right below it. A section with nothing to say is left out. */
const SECTIONS: readonly ((report: Report) => string[])[] = [
  verdict,
  violations,
  reasons,
  thresholds,
  warnings,
  added,
  comparisons,
  splits,
  losses,
  notes,
  range,
];

/** The report as GitHub's Markdown: the pull request's comment and the job's summary. Verdict first. */
export function markdown(whole: Report): string {
  const report = toldOnce(whole, { table: true });
  const lines = SECTIONS.flatMap((section) => section(report)).map(logLine);
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

function verdict(report: Report): string[] {
  const { outcome, exit_code } = report;
  return [
    `## ${ICONS[outcome]} evalguard: ${outcome} (exit ${exit_code})`,
    '',
    `**${sentence(outcomeSentence(report))}** ${sentence(countsSentence(report))}`,
    '',
  ];
}

function range({ range }: Report): string[] {
  return [`Compared: ${rangeSentence(range, rendered)}. Policy: ${policySentence(range, rendered)}.`];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
