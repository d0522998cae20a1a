import type { Outcome, Report } from '../core/report.ts';
import { logLine } from '../core/text.ts';
import { toldOnce } from '../core/told-once.ts';
import {
  count,
  countsSentence,
  outcomeSentence,
  policySentence,
  rangeSentence,
  regressedResults,
} from '../core/wording.ts';
import { rendered } from './markdown/block.ts';
import { comparisons } from './markdown/comparisons.ts';
import { notes, reasons, regressed, violations, warnings } from './markdown/findings.ts';
import { added, losses, splits } from './markdown/results.ts';
import { thresholds } from './markdown/thresholds.ts';

const ICONS: Readonly<Record<Outcome, string>> = { pass: '✅', fail: '❌', incomplete: '⚠️' };
/** In place of the icon of a pass that somebody should look at. */
const PASS_BUT = '🟠';

/** The page from top to bottom: what decides the verdict right below it. A section with nothing to say is left out. */
const SECTIONS: readonly ((report: Report) => string[])[] = [
  verdict,
  regressed,
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
  const worse = outcome === 'pass' ? regressedResults(report) : 0;
  const head =
    worse === 0
      ? `${ICONS[outcome]} evalguard: ${outcome}`
      : `${PASS_BUT} evalguard: ${outcome}, but ${count(worse, 'result')} regressed`;
  return [
    `## ${head} (exit ${exit_code})`,
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
