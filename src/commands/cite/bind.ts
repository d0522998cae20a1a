import { CLOSING_COMMENT, linkDestination, openingComment } from '../../core/citation/binding.ts';
import { type Citation, selectorOf, selectorText, type Target } from '../../core/citation/citation.ts';
import { findCitations, type Page } from '../../core/citation/page.ts';
import {
  isTelling,
  type LedgerValue,
  matching,
  type Suggestion,
  targetOf,
  type UnboundNumber,
  unboundNumbers,
} from '../../core/citation/unbound-numbers.ts';
import { inputError } from '../../core/error.ts';
import { isFile } from '../../core/ledger.ts';
import { comparePaths, type Path } from '../../core/path.ts';
import { applyRules } from '../../core/rule.ts';
import { judgedMetrics } from '../../measures/evidence/metrics.ts';
import { isExempt, ledgerDirectory } from '../../policy/series.ts';
import { citationRules, word } from '../../rules/registry.ts';
import { byAge } from '../check/judge/results.ts';
import { retractionIn } from '../check/judge/retractions.ts';
import { readRecord } from '../check/read/record.ts';
import { type CiteOptions, type CiteSession, inSession, judgeInSession, within, writePage } from './cite.ts';

/** Options of `cite add`: the number that is to be bound, and the value to bind it to. */
export interface AddOptions extends CiteOptions {
  readonly line: number;
  /** Any column of the number; `null` where the line leaves no doubt. */
  readonly column: number | null;
  /** The path as it was given, and as a file in the user's directory: either may be meant. */
  readonly record: { readonly given: string; readonly file: string } | null;
  /** A metric's name, or a JSON Pointer. */
  readonly value: string | null;
  readonly arm: string | null;
  readonly link: boolean;
  readonly dryRun: boolean;
}

/** The number that was bound, and its line before and after. */
export interface Added {
  readonly page: Path;
  readonly line: number;
  readonly text: string;
  readonly target: Target;
  readonly before: string;
  readonly after: string;
}

/** Binds a number of a page to the record that proves it. Throws `input` where that is in doubt or not so. */
export function citeAdd(options: AddOptions): Promise<Added> {
  return inSession(options, async (session) => {
    const page = session.pages[0]!;
    const here = unboundNumbers(page.text, page.path).filter((one) => isMeant(one, options));
    if (here.length === 0) {
      const lines = page.text.replace(/\n$/, '').split('\n').length;
      if (options.line > lines)
        throw inputError(`${page.path} ends at line ${lines}.`, 'Look at the line: the first is 1.');
      throw inputError(
        `${where(page, options)} has no number that could be bound: one in prose, bound to nothing yet.`,
        'Look at the line and the column; numbers in code, HTML and addresses are left alone.',
      );
    }
    const [candidate, target] = await choose(session, page, here, options);
    const text = bind(page, candidate, target, options.link);
    await verify(session, { ...page, text }, candidate, target);
    if (!options.dryRun) await writePage(session, { ...page, text });
    const { line } = options;
    const [before = '', after = ''] = [page.text, text].map((all) =>
      all.split('\n')[line - 1]?.replace(/\r$/, ''),
    );
    return { page: page.path, line, text: candidate.text, target, before, after };
  });
}

/** Numbers on the pages that equal a value of the ledger and are not bound yet. */
export function citeSuggest(options: CiteOptions): Promise<readonly Suggestion[]> {
  return inSession(options, async (session) => {
    const values = await ledgerValues(session);
    return session.pages.flatMap((page) =>
      unboundNumbers(page.text, page.path).flatMap((candidate): Suggestion[] => {
        const likely = matching(candidate, values).filter((value) => isTelling(candidate, value));
        const targets = likely.map((value) => targetOf(candidate, value));
        return targets.length === 0 ? [] : [{ page: page.path, candidate, targets }];
      }),
    );
  });
}

function isMeant({ line, column, text }: UnboundNumber, wanted: AddOptions): boolean {
  if (line !== wanted.line) return false;
  return wanted.column === null || (column <= wanted.column && wanted.column < column + [...text].length);
}

type Choice = readonly [UnboundNumber, Target];

async function choose(
  session: CiteSession,
  page: Page,
  here: readonly UnboundNumber[],
  options: AddOptions,
): Promise<Choice> {
  const { value, arm } = options;
  const record = options.record === null ? null : await recordPath(session, options.record);
  if (record !== null && value !== null) {
    const choices = here.map((candidate): Choice => [candidate, named(candidate, record, value, arm)]);
    const proven: Choice[] = [];
    const words: string[] = [];
    for (const choice of choices) {
      const wrong = await problemWith(session, page, ...choice);
      if (wrong === null) proven.push(choice);
      else words.push(wrong);
    }
    if (proven.length === 0)
      throw inputError(words[0]!, 'Bind it to the record that proves it, or correct the text.');
    return sole(proven, page, options);
  }
  const values = (await ledgerValues(session)).filter(
    (one) =>
      (record === null || one.record === record) &&
      (value === null || one.metric.name === value) &&
      (arm === null || one.arm === arm),
  );
  const choices = here.flatMap((candidate) =>
    matching(candidate, values).map((one): Choice => [candidate, targetOf(candidate, one)]),
  );
  if (choices.length === 0) {
    throw inputError(
      `No result in the ledger has the value ${here.map(({ text }) => text).join(' or ')}.`,
      'Name the record and metric with --record and --metric, or correct the text.',
    );
  }
  return sole(choices, page, options);
}

function named({ spelling }: UnboundNumber, record: Path, value: string, arm: string | null): Target {
  return {
    record,
    selector: selectorOf(value),
    arm,
    format: spelling.kind === 'unmeasured' ? null : spelling.kind,
    places: null,
  };
}

async function recordPath(
  { tree }: CiteSession,
  { given, file }: { readonly given: string; readonly file: string },
): Promise<Path> {
  return (await tree.kindAt(given)) === null ? within(tree, file) : given;
}

const MOST_LISTED = 8;

/** The only choice there is: which of several is meant is for a person to say. */
function sole(choices: readonly Choice[], page: Page, options: AddOptions): Choice {
  const [only, ...others] = choices;
  if (only !== undefined && others.length === 0) return only;
  const lines = choices.slice(0, MOST_LISTED).map(([{ column, text }, { record, selector, arm }]) => {
    const of = arm === null ? '' : ` --arm ${arm}`;
    return `  ${text} (column ${column}): --record ${record} --metric ${selectorText(selector)}${of}`;
  });
  const more = choices.length > MOST_LISTED ? [`  and ${choices.length - MOST_LISTED} more`] : [];
  throw inputError(
    `${where(page, options)} can be bound in ${choices.length} ways:\n${[...lines, ...more].join('\n')}`,
    'Say which with --record and --metric, and the number with FILE:LINE:COLUMN.',
  );
}

/** A page with the number bound. A comment at the start of a line would turn the line into HTML, so it is a link there. */
function bind({ text, path }: Page, candidate: UnboundNumber, target: Target, link: boolean): string {
  const destination = link || candidate.opensLine ? linkDestination(target, path) : null;
  const bound =
    destination === null
      ? `${openingComment(target)}${candidate.text}${CLOSING_COMMENT}`
      : `[${candidate.text}](${destination})`;
  return text.slice(0, candidate.start) + bound + text.slice(candidate.end);
}

async function verify(
  session: CiteSession,
  page: Page,
  candidate: UnboundNumber,
  target: Target,
): Promise<void> {
  const written = findCitations(page.text, page.path).find(
    ({ line, text }) => line === candidate.line && text === candidate.text,
  );
  const same =
    written !== undefined && !('problem' in written.target) && written.target.record === target.record;
  const wrong = same
    ? await wordsFor(session, page, written)
    : 'A binding would not be read as one at this place.';
  if (wrong !== null) throw inputError(wrong, 'Bind it by hand; docs/citations.md has the grammar.');
}

function problemWith(
  session: CiteSession,
  page: Page,
  candidate: UnboundNumber,
  target: Target,
): Promise<string | null> {
  const { start, end, text, line, column } = candidate;
  return wordsFor(session, page, { form: 'comment', start, end, text, line, column, target });
}

async function wordsFor(session: CiteSession, { path }: Page, citation: Citation): Promise<string | null> {
  const { citations } = await judgeInSession(session, [{ page: path, citation }]);
  const [finding] = applyRules(citationRules, { citations });
  return finding === undefined ? null : word(finding).message;
}

function where({ path }: Page, { line, column }: AddOptions): string {
  return `${path}:${line}${column === null ? '' : `:${column}`}`;
}

/** The measured metrics of the ledger, from old to new. Scripted and retracted runs count for none. */
async function ledgerValues({ tree, source, policy }: CiteSession): Promise<readonly LedgerValue[]> {
  const paths: Path[] = [];
  for (const path of (await tree.files()).toSorted(comparePaths)) {
    if (ledgerDirectory(path, policy.ledger) === null || isExempt(path, policy.exempt)) continue;
    const kind = await tree.kindAt(path);
    if (kind !== null && isFile(kind)) paths.push(path);
  }
  const retracted = new Set<Path>();
  const found: { readonly path: Path; readonly reading: Parameters<typeof judgedMetrics>[0] }[] = [];
  let at = 0;
  for await (const read of source.read(paths, policy.max_bytes)) {
    const path = paths[at++]!;
    if (read === null) continue;
    const record = await readRecord(path, { oid: '', kind: 'file' }, read, policy, null, () => source);
    const retraction = retractionIn(record);
    if (retraction !== null) retracted.add(retraction.of.path);
    for (const reading of record.readings) if (reading.mode !== 'scripted') found.push({ path, reading });
  }
  return found
    .filter(({ path }) => !retracted.has(path))
    .sort(byAge)
    .flatMap(({ path, reading }) =>
      judgedMetrics(reading)
        .filter(({ value }) => value !== null)
        .map((metric) => ({ record: path, arm: reading.arm, metric })),
    );
}
