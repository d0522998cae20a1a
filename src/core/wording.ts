import type { RangeReport, Report } from './report.ts';
import type { FindingReport } from './rule.ts';
import { shorten, visible } from './text.ts';
import { UNMEASURED } from './verdict.ts';

/** How a reporter shows text from files: as prose, or as a name that is copied (a path, an id). */
export interface Style {
  text(text: string): string;
  code(text: string): string;
}

/** No reader gains from more; JSON has it whole. Git allows paths of 4,096 bytes. */
const LONGEST_NAME = 500;
const LONGEST_PROSE = 2_000;

/** A style that makes text visible, cuts what is too long to read, and leaves no name blank. */
export function cut(style: Style): Style {
  return {
    text: (text) => style.text(shorten(visible(text), LONGEST_PROSE)),
    code: (text) => style.code(text === '' ? '""' : shorten(visible(text), LONGEST_NAME)),
  };
}

/** `1 record`, `2 records`. */
export function count(number: number, noun: string): string {
  return counted(number, noun, `${noun}s`);
}

/** `1 row was`, `2 rows were`: what is counted, with words that follow its number. */
export function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** The outcome in a sentence: what the exit code means, without naming it. */
export function outcomeSentence(report: Report): string {
  const { outcome, counts, incomplete, range } = report;
  const reasons = count(incomplete.length, 'reason');
  if (outcome === 'fail') {
    const errors = count(counts.violations, 'error');
    const must =
      range.mode === 'all' ? `${errors} must be mended` : `${errors} must be mended before this can land`;
    return incomplete.length === 0
      ? must
      : `${must}; besides, evalguard could not tell everything (${reasons})`;
  }
  if (outcome === 'incomplete') {
    return `evalguard could not tell (${reasons}): neither a pass nor a violation, so this does not land`;
  }
  const regressed = regressedResults(report);
  const but = regressed === 0 ? '' : `, but ${count(regressed, 'result')} regressed`;
  return counts.missed === 0
    ? `nothing blocks this${but}`
    : `nothing blocks this${but}; a missed threshold blocks only where the policy enforces it`;
}

/** The findings of results that got worse. */
export function regressions({ findings }: Pick<Report, 'findings'>): readonly FindingReport[] {
  return findings.filter(({ rule }) => rule === 'comparison/regressed' || rule === 'requirement/regressed');
}

/** How many results got worse. */
export function regressedResults(report: Pick<Report, 'findings'>): number {
  return new Set(regressions(report).map(({ path }) => path)).size;
}

/**
 * What was counted beside the errors, which the outcome's sentence has: what there is none of is left out, but for what
 * was looked at.
 */
export function countsSentence({ counts, findings, range, results }: Report): string {
  const of = (severity: FindingReport['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  const found = [
    ...(of('warning') === 0 ? [] : [count(of('warning'), 'warning')]),
    ...(of('note') === 0 ? [] : [count(of('note'), 'note')]),
    range.mode === 'all'
      ? `${count(results.length, 'result')} read`
      : `${count(counts.added, 'record')} added`,
  ].join(', ');
  const { met, missed, unmeasured } = counts;
  if (met + missed + unmeasured === 0) return found;
  return `${found}; thresholds: ${met} met, ${missed} missed, ${unmeasured} ${UNMEASURED}`;
}

/** Which states were compared, and how they were chosen. */
export function rangeSentence(range: RangeReport, style: Style): string {
  const base = range.base === null ? 'nothing' : style.code(abbreviated(range.base));
  const head = range.head === null ? 'nothing' : style.code(abbreviated(range.head));
  const how = range.how === '' ? '' : ` (${style.text(range.how)})`;
  if (range.base === null && range.head === null) return style.text(range.how);
  if (range.mode === 'all') return `Every record of ${head}${how}`;
  if (range.mode !== 'staged') return `${base} to ${head}${how}`;
  // What a hook was held against is told once: `The index against HEAD (no remote-tracking branch): 1a2b3c`.
  const against = range.how === '' ? 'The index against' : `${style.text(`T${range.how.slice(1)}`)}:`;
  return range.base === null ? against.replace(/:$/, '') : `${against} ${base}`;
}

/** Where the policy came from. */
export function policySentence({ base, head, policy }: RangeReport, style: Style): string {
  if (base === null && head === null) return 'not read';
  if (policy === 'defaults') return 'the built-in defaults';
  return policy === 'file'
    ? 'the file given by --policy-file'
    : `as committed at ${style.code(abbreviated(policy))}`;
}

function abbreviated(revision: string): string {
  return /^[\da-f]{40,64}$/.test(revision) ? revision.slice(0, 12) : revision;
}

/** Where in its file a finding is: `12:5`, else a JSON pointer, else nothing. */
export function placeText({ line, column, pointer }: FindingReport, style: Style): string {
  if (line !== null) return style.code(column === null ? String(line) : `${line}:${column}`);
  return pointer === null || pointer === '' ? '' : style.code(pointer);
}
