import type { Path } from '../path.ts';
import { type Outcome, outcomeOf } from '../report.ts';
import { shellWord } from '../shell.ts';
import { visible } from '../text.ts';
import { count } from '../wording.ts';
import { type NumberFormat, selectorText } from './citation.ts';
import type { Suggestion } from './unbound-numbers.ts';

/** A citation as `evalguard cite` reports it. */
export interface CitationLine {
  readonly page: Path;
  readonly line: number;
  readonly column: number;
  readonly form: 'comment' | 'link';
  readonly text: string;
  /** `null` where the citation cannot be understood. */
  readonly record: Path | null;
  /** A metric's name, or a JSON Pointer. */
  readonly value: string | null;
  readonly arm: string | null;
  readonly format: NumberFormat | null;
  readonly state: 'current' | 'stale' | 'broken' | 'retracted';
  /** What the text should say, where that is known and differs. */
  readonly should: string | null;
  readonly problems: readonly { readonly message: string; readonly remedy: string }[];
}

/** The report of `evalguard cite list`, `check` and `refresh`. */
export interface CitationReport {
  readonly schema: 'evalguard.citations/v1';
  readonly outcome: Outcome;
  readonly exit_code: 0 | 1 | 3;
  readonly pages: readonly Path[];
  readonly citations: readonly CitationLine[];
  /** Files that could not be looked at. */
  readonly unread: readonly Path[];
}

/** Derives the outcome: what is wrong wins over what could not be looked at. */
export function citationReport(
  parts: Pick<CitationReport, 'pages' | 'citations' | 'unread'>,
): CitationReport {
  const wrong = parts.citations.some(({ state }) => state !== 'current');
  return { schema: 'evalguard.citations/v1', ...outcomeOf(wrong, parts.unread.length > 0), ...parts };
}

/** The state of a citation: a retraction weighs more than a wrong number, a citation of nothing most. */
export function citationState(
  kind: 'current' | 'stale' | 'broken',
  retracted: boolean,
): CitationLine['state'] {
  return kind === 'broken' ? 'broken' : retracted ? 'retracted' : kind;
}

/** The citations that do not hold, a paragraph each, and a line that sums them up. */
export function checkText(report: CitationReport): string {
  const wrong = report.citations.filter(({ state }) => state !== 'current');
  const paragraphs = wrong.flatMap((citation) =>
    citation.problems.map(
      ({ message, remedy }) =>
        `${placeOf(citation)}  ${citation.state}\n  ${visible(message)}\n  ${visible(remedy)}\n`,
    ),
  );
  const unread = report.unread.map(
    (path) => `${visible(path)} could not be read, so it was not looked at.\n`,
  );
  return `${[...paragraphs, ...unread].join('\n')}${paragraphs.length + unread.length > 0 ? '\n' : ''}${summary(report, wrong)}\n`;
}

function summary({ pages, citations }: CitationReport, wrong: readonly CitationLine[]): string {
  const where = `on ${count(pages.length, 'page')}`;
  if (citations.length === 0) return `No number is bound to a record ${where}.`;
  if (wrong.length === 0)
    return `${count(citations.length, 'citation')} ${where}: the text says what the records say.`;
  const states = (['stale', 'broken', 'retracted'] as const).flatMap((state) => {
    const many = wrong.filter((one) => one.state === state).length;
    return many === 0 ? [] : [`${many} ${state}`];
  });
  return `${wrong.length} of ${count(citations.length, 'citation')} ${where} ${wrong.length === 1 ? 'does' : 'do'} not hold: ${states.join(', ')}.`;
}

/** Every citation on a line of its own: its place, its state, its text and what it cites. */
export function listText({ citations, pages }: CitationReport): string {
  if (citations.length === 0) return `No number is bound to a record on ${count(pages.length, 'page')}.\n`;
  const rows = citations.map((citation) => [
    placeOf(citation),
    citation.state,
    visible(citation.text) || '(empty)',
    visible(citedOf(citation)),
  ]);
  return aligned(rows);
}

/** Columns of text, each as wide as its widest cell; the last is left as it is. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  );
  return rows
    .map(
      (row) =>
        `${row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!))).join('  ')}\n`,
    )
    .join('');
}

/** `page:line:column`, as editors and terminals open it. */
function placeOf({ page, line, column }: Pick<CitationLine, 'page' | 'line' | 'column'>): string {
  return `${visible(page)}:${line}:${column}`;
}

function citedOf({ record, value, arm }: CitationLine): string {
  if (record === null) return '(not understood)';
  return `${record} ${value}${arm === null ? '' : ` of ${arm}`}`;
}

/** The numbers that refreshing wrote, then what it could not fix. */
export function refreshText(
  replaced: readonly CitationLine[],
  report: CitationReport,
  dryRun: boolean,
): string {
  const rows = replaced.map((one) => [
    placeOf(one),
    `${visible(one.text) || '(empty)'} → ${visible(one.should ?? '')}`,
    visible(citedOf(one)),
  ]);
  const done = dryRun ? 'would be refreshed; nothing was written' : 'refreshed';
  const pages = new Set(replaced.map(({ page }) => page)).size;
  const summary =
    replaced.length === 0
      ? 'Nothing had to be refreshed.'
      : `${count(replaced.length, 'number')} on ${count(pages, 'page')} ${done}.`;
  const rest = report.exit_code === 0 ? '' : `\n${checkText(report)}`;
  return `${aligned(rows)}${rows.length > 0 ? '\n' : ''}${summary}\n${rest}`;
}

/** The line that holds the number which was bound. */
export function addedText(
  added: { readonly page: string; readonly line: number; readonly before: string; readonly after: string },
  dryRun: boolean,
): string {
  const { page, line, before, after } = added;
  const done = dryRun ? 'would be bound; nothing was written' : 'bound';
  return `${visible(page)}:${line} ${done}:\n- ${visible(before)}\n+ ${visible(after)}\n`;
}

/** Each number that could be bound, with the command that binds it to the likeliest record. */
export function suggestText(suggestions: readonly Suggestion[]): string {
  if (suggestions.length === 0) return 'No number outside a citation equals a value of the ledger.\n';
  const paragraphs = suggestions.map(({ page, candidate, targets }) => {
    const [best, ...others] = targets;
    const place = { page, line: candidate.line, column: candidate.column };
    const metric = selectorText(best!.selector);
    const more = others.length === 0 ? '' : ` (and ${count(others.length, 'other value')})`;
    const of = best!.arm === null ? '' : ` --arm ${shellWord(best!.arm)}`;
    const { record } = best!;
    const command = `evalguard cite add ${shellWord(page)}:${candidate.line}:${candidate.column} --record ${shellWord(record)} --metric ${shellWord(metric)}${of}`;
    return `${placeOf(place)}  ${visible(candidate.text)} is ${visible(metric)} in ${visible(record)}${more}\n  ${command}\n`;
  });
  return `${paragraphs.join('')}\n${count(suggestions.length, 'number')} could be bound. Read the line before you bind one: an equal number need not be the same one.\n`;
}
