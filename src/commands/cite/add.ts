import { type Candidate, candidatesIn } from '../../core/citation/candidates.ts';
import { type Citation, selectorText, type Target } from '../../core/citation/citation.ts';
import { CLOSING_COMMENT, openingComment } from '../../core/citation/comment.ts';
import { findCitations } from '../../core/citation/find.ts';
import { linkDestination } from '../../core/citation/link.ts';
import type { Page } from '../../core/citation/page.ts';
import { matching, targetOf } from '../../core/citation/suggestion.ts';
import { EvalguardError } from '../../core/error.ts';
import type { Path } from '../../core/path.ts';
import { applyRules } from '../../core/rule.ts';
import { citationRules, word } from '../../rules/registry.ts';
import { writePage } from './cite.ts';
import { atDesk, type CiteOptions, type Desk, within } from './desk.ts';
import { judgeCitations } from './judge.ts';
import { ledgerValues } from './suggest.ts';

/** Which number is to be bound, and to what. */
export interface AddOptions extends CiteOptions {
  readonly line: number;
  /** Any column of the number; `null` where the line leaves no doubt. */
  readonly column: number | null;
  /** As it was given, and as a file seen from where the user stands: either may be meant. */
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
  return atDesk(options, async (desk) => {
    const page = desk.pages[0]!;
    const here = candidatesIn(page.text, page.path).filter((one) => isMeant(one, options));
    if (here.length === 0) {
      const lines = page.text.replace(/\n$/, '').split('\n').length;
      if (options.line > lines)
        throw refusal(`${page.path} ends at line ${lines}.`, 'Look at the line: the first is 1.');
      throw refusal(
        `${where(page, options)} has no number that could be bound: one in prose, bound to nothing yet.`,
        'Look at the line and the column; numbers in code, HTML and addresses are left alone.',
      );
    }
    const [candidate, target] = await choose(desk, page, here, options);
    const text = bind(page, candidate, target, options.link);
    await verify(desk, { ...page, text }, candidate, target);
    if (!options.dryRun) await writePage(desk, { ...page, text });
    const { line } = options;
    const [before = '', after = ''] = [page.text, text].map((all) =>
      all.split('\n')[line - 1]?.replace(/\r$/, ''),
    );
    return { page: page.path, line, text: candidate.text, target, before, after };
  });
}

function isMeant({ line, column, text }: Candidate, wanted: AddOptions): boolean {
  if (line !== wanted.line) return false;
  return wanted.column === null || (column <= wanted.column && wanted.column < column + [...text].length);
}

type Choice = readonly [Candidate, Target];

async function choose(
  desk: Desk,
  page: Page,
  here: readonly Candidate[],
  options: AddOptions,
): Promise<Choice> {
  const { value, arm } = options;
  const record = options.record === null ? null : await recordPath(desk, options.record);
  if (record !== null && value !== null) {
    const choices = here.map((candidate): Choice => [candidate, named(candidate, record, value, arm)]);
    const proven: Choice[] = [];
    const words: string[] = [];
    for (const choice of choices) {
      const wrong = await problemWith(desk, page, ...choice);
      if (wrong === null) proven.push(choice);
      else words.push(wrong);
    }
    if (proven.length === 0)
      throw refusal(words[0]!, 'Bind it to the record that proves it, or correct the text.');
    return sole(proven, page, options);
  }
  const values = (await ledgerValues(desk)).filter(
    (one) =>
      (record === null || one.record === record) &&
      (value === null || one.metric.name === value) &&
      (arm === null || one.arm === arm),
  );
  const choices = here.flatMap((candidate) =>
    matching(candidate, values).map((one): Choice => [candidate, targetOf(candidate, one)]),
  );
  if (choices.length === 0) {
    throw refusal(
      `No result in the ledger has the value ${here.map(({ text }) => text).join(' or ')}.`,
      'Name the record and metric with --record and --metric, or correct the text.',
    );
  }
  return sole(choices, page, options);
}

function named({ spelling }: Candidate, record: Path, value: string, arm: string | null): Target {
  return {
    record,
    selector: value.startsWith('/') ? { pointer: value } : { metric: value },
    arm,
    format: spelling.kind === 'unmeasured' ? null : spelling.kind,
    places: null,
  };
}

async function recordPath(
  { tree }: Desk,
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
  throw refusal(
    `${where(page, options)} can be bound in ${choices.length} ways:\n${[...lines, ...more].join('\n')}`,
    'Say which with --record and --metric, and the number with FILE:LINE:COLUMN.',
  );
}

/** A page with the number bound. A comment at the start of a line would turn the line into HTML, so it is a link there. */
function bind({ text, path }: Page, candidate: Candidate, target: Target, link: boolean): string {
  const destination = link || candidate.opensLine ? linkDestination(target, path) : null;
  const bound =
    destination === null
      ? `${openingComment(target)}${candidate.text}${CLOSING_COMMENT}`
      : `[${candidate.text}](${destination})`;
  return text.slice(0, candidate.start) + bound + text.slice(candidate.end);
}

async function verify(desk: Desk, page: Page, candidate: Candidate, target: Target): Promise<void> {
  const written = findCitations(page.text, page.path).find(
    ({ line, text }) => line === candidate.line && text === candidate.text,
  );
  const same =
    written !== undefined && !('problem' in written.target) && written.target.record === target.record;
  const wrong = same
    ? await wordsFor(desk, page, written)
    : 'A binding would not be read as one at this place.';
  if (wrong !== null) throw refusal(wrong, 'Bind it by hand; docs/citations.md has the grammar.');
}

function problemWith(desk: Desk, page: Page, candidate: Candidate, target: Target): Promise<string | null> {
  const { start, end, text, line, column } = candidate;
  return wordsFor(desk, page, { form: 'comment', start, end, text, line, column, target });
}

async function wordsFor({ shelf, policy }: Desk, { path }: Page, citation: Citation): Promise<string | null> {
  const context = { policy, removed: new Set<Path>(), changed: new Set<Path>(), retractions: [] };
  const { citations } = await judgeCitations([{ page: path, citation }], shelf, context);
  const [finding] = applyRules(citationRules, { citations });
  return finding === undefined ? null : word(finding).message;
}

function where({ path }: Page, { line, column }: AddOptions): string {
  return `${path}:${line}${column === null ? '' : `:${column}`}`;
}

function refusal(message: string, remedy: string): EvalguardError {
  return new EvalguardError('input', message, remedy);
}
