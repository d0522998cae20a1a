import { plainNumber, selectorText } from '../../core/citation/citation.ts';
import { refreshed } from '../../core/citation/judgement.ts';
import { citationsOf, type Page } from '../../core/citation/page.ts';
import {
  type CitationLine,
  type CitationReport,
  citationReport,
  citationState,
} from '../../core/citation/report.ts';
import { applyRules } from '../../core/rule.ts';
import { citationRules, word } from '../../rules/registry.ts';
import type { JudgedCitation } from '../../rules/subject.ts';
import type { JudgedCitations } from './judge.ts';
import { type CiteOptions, type CiteSession, inSession, judgeInSession, writePage } from './session.ts';

/** Compares every citation of the pages on disk with the records on disk. */
export function citeCheck(options: CiteOptions): Promise<CitationReport> {
  return inSession(options, async (session) => reportOf(session, await judgePages(session, session.pages)));
}

/** The result of refreshing: what was replaced, or would be. */
export interface Refreshed {
  /** The numbers that were replaced, as they stood before. */
  readonly replaced: readonly CitationLine[];
  /** The report on the citations afterwards. */
  readonly report: CitationReport;
}

/** Writes what the records say over every stale number. With `dryRun` nothing is written. */
export function citeRefresh(options: CiteOptions & { readonly dryRun: boolean }): Promise<Refreshed> {
  return inSession(options, async (session) => {
    const before = await judgePages(session, session.pages);
    const after = session.pages.map((page) => {
      const own = before.citations.filter((one) => one.page === page.path);
      return { ...page, text: refreshed(page.text, own) };
    });
    for (const [index, page] of after.entries()) {
      if (page.text !== session.pages[index]?.text && !options.dryRun) await writePage(session, page);
    }
    const stale = before.citations.filter(({ judgement }) => judgement.kind === 'stale');
    return { replaced: stale.map(lineOf), report: reportOf(session, await judgePages(session, after)) };
  });
}

function judgePages(session: CiteSession, pages: readonly Page[]): Promise<JudgedCitations> {
  const cited = pages.flatMap((page) => citationsOf(page).map((citation) => ({ page: page.path, citation })));
  return judgeInSession(session, cited);
}

function reportOf({ pages }: CiteSession, { citations, unread }: JudgedCitations): CitationReport {
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
    state: citationState(judgement.kind, retraction !== null),
    should: judgement.kind === 'stale' ? plainNumber(judgement.should) : null,
    problems: findings.map(({ message, remedy }) => ({ message, remedy })),
  };
}
