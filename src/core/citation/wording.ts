import { visible } from '../text.ts';
import { count } from '../wording.ts';
import type { CitationLine, CitationReport } from './report.ts';

/** What does not hold, a citation a paragraph, and one line that says how it stands. */
export function checkText(report: CitationReport): string {
  const wrong = report.citations.filter(({ state }) => state !== 'current');
  const told = wrong.flatMap((citation) =>
    citation.problems.map(
      ({ message, remedy }) =>
        `${placeOf(citation)}  ${citation.state}\n  ${visible(message)}\n  ${visible(remedy)}\n`,
    ),
  );
  const unread = report.unread.map(
    (path) => `${visible(path)} could not be read, so it was not looked at.\n`,
  );
  return `${[...told, ...unread].join('\n')}${told.length + unread.length > 0 ? '\n' : ''}${summary(report, wrong)}\n`;
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

/** Every citation on a line of its own: where, what the text says, what it cites, how it stands. */
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
export function aligned(rows: readonly (readonly string[])[]): string {
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
export function placeOf({ page, line, column }: Pick<CitationLine, 'page' | 'line' | 'column'>): string {
  return `${visible(page)}:${line}:${column}`;
}

function citedOf({ record, value, arm }: CitationLine): string {
  if (record === null) return '(not understood)';
  return `${record} ${value}${arm === null ? '' : ` of ${arm}`}`;
}

/** What refreshing wrote, then what it could not mend. */
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
