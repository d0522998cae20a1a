import { relative, sep } from 'node:path';
import { replaceFile } from '../../adapters/files.ts';
import { Repository } from '../../adapters/git/repository.ts';
import { Checkout } from '../../adapters/work-tree.ts';
import { plainNumber, selectorText } from '../../core/citation/citation.ts';
import { refreshed } from '../../core/citation/judgement.ts';
import { citationsOf, type Page, pageOf } from '../../core/citation/page.ts';
import {
  type CitationLine,
  type CitationReport,
  citationReport,
  citationState,
} from '../../core/citation/report.ts';
import { EvalguardError, inputError } from '../../core/error.ts';
import { matchesGlob } from '../../core/glob.ts';
import { isFile, type Kind } from '../../core/ledger.ts';
import { comparePaths, type Path } from '../../core/path.ts';
import { applyRules } from '../../core/rule.ts';
import type { Policy } from '../../policy/policy.ts';
import { citationRules, word } from '../../rules/registry.ts';
import type { JudgedCitation } from '../../rules/subject.ts';
import { type FileSource, filesOnDisk } from '../check/read/files.ts';
import type { PolicyPlace } from '../check/read/policy.ts';
import { workTreePolicy } from '../open.ts';
import { type CitedOn, type JudgedCitations, judgeCitations } from './judge.ts';

/** Options of every `cite` command. */
export interface CiteOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly policy: PolicyPlace;
  /** Pages, as absolute paths; none means those that the policy names. */
  readonly files: readonly string[];
}

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

/** The work tree, its policy and the pages that a `cite` command looks at, as they stand on disk. */
export interface CiteSession {
  readonly tree: Checkout;
  readonly source: FileSource;
  readonly policy: Policy;
  readonly pages: readonly Page[];
}

/** Opens the work tree, runs `use` in it, and closes it. */
export async function inSession<T>(
  options: CiteOptions,
  use: (session: CiteSession) => Promise<T>,
): Promise<T> {
  const repository = await Repository.open({ cwd: options.cwd, env: options.env, hook: false });
  try {
    const tree = Checkout.of(repository);
    const policy = await workTreePolicy(tree.root, options.policy);
    const named = options.files.map((file) => within(tree, file));
    const paths = named.length > 0 ? named : await pagesOfPolicy(tree, policy);
    const pages = await Promise.all(paths.map((path) => readPage(tree, path, policy)));
    return await use({ tree, source: filesOnDisk(tree), policy, pages });
  } finally {
    repository.close();
  }
}

/** Judges citations with the records of the session: nothing is known of a change. */
export function judgeInSession(
  { source, policy }: CiteSession,
  cited: readonly CitedOn[],
): Promise<JudgedCitations> {
  return judgeCitations(cited, source, { policy, removed: new Set(), changed: new Set(), retractions: [] });
}

/** Writes a page as it is now. Throws `input` where that would change bytes that are no UTF-8. */
export async function writePage({ tree }: CiteSession, page: Page): Promise<void> {
  if (!page.exact) {
    throw inputError(
      `${page.path} is not UTF-8 throughout, so writing it would change more than the numbers. It is as it was.`,
      'Convert the file to UTF-8, and run the command again.',
    );
  }
  await replaceFile(tree.file(page.path), new TextEncoder().encode(page.text));
}

async function pagesOfPolicy(tree: Checkout, { citations }: Policy): Promise<readonly Path[]> {
  if (citations.length === 0) {
    throw new EvalguardError(
      'policy',
      'The policy names no pages, so there is nothing to look at.',
      'Add `citations: ["README.md", "docs/**/*.md"]` to evalguard.yaml, or name the pages on the command line.',
    );
  }
  const found: Path[] = [];
  for (const path of await tree.files()) {
    const wanted = citations.some((glob) => matchesGlob(glob, path));
    if (wanted && isPage(await tree.kindAt(path))) found.push(path);
  }
  if (found.length > 0) return found.sort(comparePaths);
  throw new EvalguardError(
    'policy',
    `No file matches ${citations.join(', ')} (citations in the policy), so there is nothing to look at.`,
    'Correct the globs: they count from the root of the repository.',
  );
}

function isPage(kind: Kind | null): boolean {
  return kind !== null && isFile(kind);
}

/** A file argument as a path of the repository. */
export function within(tree: Checkout, file: string): Path {
  const path = relative(tree.root, file).split(sep).join('/');
  if (!path.startsWith('../') && path !== '..' && path !== '') return path;
  throw inputError(`${file} is not in the repository.`, `Name a file below ${tree.root}.`);
}

async function readPage(tree: Checkout, path: Path, { max_bytes }: Policy): Promise<Page> {
  const kind = await tree.kindAt(path);
  const read = isPage(kind) ? await tree.read(path, max_bytes) : null;
  if (read !== null && 'bytes' in read) return pageOf(path, read.bytes);
  const absent = kind === 'symlink' ? 'it is a link' : 'there is no such file';
  const why = read === null ? absent : `it has ${read.size} bytes`;
  throw inputError(`${path} cannot be read: ${why}.`, 'Name a plain Markdown file.');
}
