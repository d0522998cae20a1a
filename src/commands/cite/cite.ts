import { replaceFile } from '../../adapters/files.ts';
import { plainNumber, selectorText } from '../../core/citation/citation.ts';
import { refreshed } from '../../core/citation/judgement.ts';
import { citationsOf, type Page } from '../../core/citation/page.ts';
import {
  type CitationLine,
  type CitationReport,
  citationReport,
  stateOf,
} from '../../core/citation/report.ts';
import { EvalguardError } from '../../core/error.ts';
import { applyRules } from '../../core/rule.ts';
import { citationRules, word } from '../../rules/registry.ts';
import type { JudgedCitation } from '../../rules/subject.ts';
import { atDesk, type CiteOptions, type Desk } from './desk.ts';
import { type JudgedCitations, judgeCitations } from './judge.ts';

/** Every citation of the pages on disk, held against the records on disk. */
export function citeCheck(options: CiteOptions): Promise<CitationReport> {
  return atDesk(options, async (desk) => reportOf(desk, await judgePages(desk, desk.pages)));
}

/** What refreshing did, or would do. */
export interface Refreshed {
  /** The numbers that were replaced, as they stood before. */
  readonly replaced: readonly CitationLine[];
  /** How the citations stand afterwards. */
  readonly report: CitationReport;
}

/** Writes what the records say over every stale number. With `dryRun` nothing is written. */
export function citeRefresh(options: CiteOptions & { readonly dryRun: boolean }): Promise<Refreshed> {
  return atDesk(options, async (desk) => {
    const before = await judgePages(desk, desk.pages);
    const after = desk.pages.map((page) => {
      const own = before.citations.filter((one) => one.page === page.path);
      return { ...page, text: refreshed(page.text, own) };
    });
    for (const [index, page] of after.entries()) {
      if (page.text !== desk.pages[index]?.text && !options.dryRun) await writePage(desk, page);
    }
    const stale = before.citations.filter(({ judgement }) => judgement.kind === 'stale');
    return { replaced: stale.map(lineOf), report: reportOf(desk, await judgePages(desk, after)) };
  });
}

/** Writes a page as it is now. Throws `input` where that would change bytes that are no UTF-8. */
export async function writePage({ tree }: Desk, page: Page): Promise<void> {
  if (!page.exact) {
    throw new EvalguardError(
      'input',
      `${page.path} is not UTF-8 throughout, so writing it would change more than the numbers. It is as it was.`,
      'Convert the file to UTF-8, and run the command again.',
    );
  }
  await replaceFile(tree.file(page.path), new TextEncoder().encode(page.text));
}

function judgePages({ shelf, policy }: Desk, pages: readonly Page[]): Promise<JudgedCitations> {
  const cited = pages.flatMap((page) => citationsOf(page).map((citation) => ({ page: page.path, citation })));
  return judgeCitations(cited, shelf, { policy, removed: new Set(), changed: new Set(), retractions: [] });
}

function reportOf({ pages }: Desk, { citations, unread }: JudgedCitations): CitationReport {
  return citationReport({ pages: pages.map(({ path }) => path), citations: citations.map(lineOf), unread });
}

function lineOf(judged: JudgedCitation): CitationLine {
  const { page, judgement, retraction } = judged;
  const { form, text, line, column, target } = judged.citation;
  const known = 'problem' in target ? null : target;
  const findings = applyRules(citationRules, { citations: [judged] }).map(word);
  return {
    page,
    line,
    column,
    form,
    text: plainNumber(text),
    record: known?.record ?? null,
    value: known === null ? null : selectorText(known.selector),
    arm: known?.arm ?? null,
    format: known?.format ?? null,
    state: stateOf(judgement.kind, retraction !== null),
    should: judgement.kind === 'stale' ? plainNumber(judgement.should) : null,
    problems: findings.map(({ message, remedy }) => ({ message, remedy })),
  };
}
