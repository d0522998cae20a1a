import { groupFindings } from '../../core/grouping.ts';
import type { Report } from '../../core/report.ts';
import type { FindingReport, Severity } from '../../core/rule.ts';
import { count, placeText, regressions } from '../../core/wording.ts';
import { folded, prose, rendered, titled } from './block.ts';

/** What fails the check, with what to do, file by file. */
export function violations({ findings }: Report): string[] {
  return titled('What must be mended', listed(findings, 'error'));
}

/** Results that got worse and block nothing: nobody should have to unfold a page to see them. */
export function regressed(report: Report): string[] {
  const lines = (['warning', 'note'] as const).flatMap((severity) => listed(regressions(report), severity));
  return lines.length === 0 ? [] : [...lines, ''];
}

/** What else asks for attention and blocks nothing. */
export function warnings(report: Report): string[] {
  return titled('Warnings', listed(others(report), 'warning'));
}

/** What only informs, folded. */
export function notes(report: Report): string[] {
  const found = others(report);
  const number = found.filter(({ severity }) => severity === 'note').length;
  return folded(count(number, 'note'), listed(found, 'note'));
}

function others(report: Report): readonly FindingReport[] {
  const first = new Set(regressions(report));
  return report.findings.filter((finding) => !first.has(finding));
}

/** Why evalguard could not look or tell, with what to do. */
export function reasons({ incomplete }: Report): string[] {
  const most = 20;
  const left = incomplete.length - most;
  return titled('What evalguard could not tell', [
    ...incomplete.slice(0, most).map(({ code, message, remedy, path }) => {
      const place = path === null ? '' : `${rendered.code(path)}: `;
      return `- ${place}${prose(message)} (${rendered.code(code)})${whatToDo(remedy)}`;
    }),
    ...(left <= 0 ? [] : ['', `… and ${count(left, 'more reason')}: \`--format json\` has all.`]),
  ]);
}

function listed(findings: readonly FindingReport[], severity: Severity): string[] {
  const { files, unshown } = groupFindings(findings.filter((finding) => finding.severity === severity));
  const lines = files.flatMap(({ path, findings: found, omitted }) => [
    `- ${path === null ? 'No single file' : rendered.code(path)}`,
    ...found.map(item),
    ...Array.from(omitted, ([rule, left]) => `  - … and ${left} more of ${rendered.code(rule)} in this file`),
  ]);
  if (unshown.length === 0) return lines;
  return [
    ...lines,
    '',
    `… and ${count(unshown.length, 'finding')} in other files: \`--format json\` has all.`,
  ];
}

function item(finding: FindingReport): string {
  const place = placeText(finding, rendered);
  const where = place === '' ? '' : `${place}: `;
  return `  - ${where}${prose(finding.message)} (${rendered.code(finding.rule)})${whatToDo(finding.remedy)}`;
}

function whatToDo(remedy: string): string {
  return `<br>**What to do:** ${prose(remedy)}`;
}
