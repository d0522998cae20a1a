import { existsSync } from 'node:fs';
import { type FetchSource, fetchedName, withFetched } from '../../adapters/git/bare.ts';
import type { RevisionName } from '../../adapters/git/revision.ts';
import { readPayload } from '../../adapters/github/payload.ts';
import type { Budget, Progress } from '../../core/budget.ts';
import { EvalguardError, incomplete } from '../../core/error.ts';
import { type EventPoint, type EventRange, eventRange, referenceOf, withNames } from '../../core/event.ts';
import type { Report } from '../../core/report.ts';
import { type Checked, check } from './check.ts';
import type { PolicyPlace } from './read/policy.ts';
import type { RangeOptions } from './read/range.ts';
import { checkedOutMerge } from './read/resolve.ts';
import { couldNotLook } from './report.ts';

/** A range that names what is compared. */
export type NamedRange = Extract<EventRange, { readonly kind: 'diff' | 'all' }>;

/** What is needed to judge an event. */
export interface EventCheckOptions {
  /** Where a checkout may be; there need be none. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly range: NamedRange;
  readonly policy: PolicyPlace;
  /** From where to fetch what no checkout holds, and where to keep it meanwhile; `null`: not at all. */
  readonly fetch: { readonly remote: FetchSource; readonly parent: string } | null;
  readonly progress?: Progress;
  readonly now?: Date;
  readonly eachCommit?: boolean;
  readonly comparisons?: boolean;
  readonly budget?: Budget;
}

/** The report, and whether it came from a checkout or from what was fetched for it. */
export interface EventChecked extends Checked {
  readonly from: 'checkout' | 'fetched';
}

/**
 * Judges what an event asks for. A checkout is used where it holds what is needed; else base and head are fetched as
 * objects into a repository of their own. Either way the same {@link check} gives the verdict.
 */
export async function checkEvent(options: EventCheckOptions): Promise<EventChecked> {
  const inCheckout = existsSync(options.cwd) ? await checkoutReport(options) : null;
  if (inCheckout !== null && !couldNot(inCheckout.report)) return { ...inCheckout, from: 'checkout' };
  if (options.fetch !== null) return { ...(await fetchedReport(options, options.fetch)), from: 'fetched' };
  const nothing = incomplete(
    'There is no checkout here and nothing to fetch from, so nothing could be looked at.',
    'Run as a step of a GitHub workflow with `github-token`, or check the repository out first.',
  );
  return inCheckout === null
    ? { report: couldNotLook(optionsFor(options.range), nothing), notes: [], from: 'checkout' }
    : { ...inCheckout, from: 'checkout' };
}

/** What `evalguard check` needs to know where the workflow's event says what to compare. */
type CiCheckOptions = Omit<EventCheckOptions, 'range' | 'fetch'> & { readonly head: string | undefined };

/** Judges, in the checkout, what the event of a GitHub workflow asks for. The command line fetches nothing. */
export async function checkCiEvent({ head, ...options }: CiCheckOptions): Promise<Checked> {
  const { env } = options;
  const text = (name: string) => env[name] ?? '';
  const event = {
    name: text('GITHUB_EVENT_NAME'),
    payload: await readPayload(env),
    sha: text('GITHUB_SHA'),
    ref: text('GITHUB_REF'),
  };
  const range = withNames(eventRange(event), {
    base: null,
    head: head === undefined ? null : { name: head, origin: '--head' },
    newest: null,
  });
  if (range.kind === 'diff' || range.kind === 'all') return checkEvent({ ...options, range, fetch: null });
  throw incomplete(
    range.kind === 'incomplete'
      ? range.message
      : `The event ${event.name} names no pull request, and the command line looks nothing up.`,
    'Give --base, such as `--base origin/main`, or --all for every record; the action looks pull requests up.',
  );
}

async function checkoutReport(options: EventCheckOptions): Promise<Checked> {
  const { cwd, env, range } = options;
  const merge = range.kind === 'diff' ? await checkedOutMerge(cwd, env, range) : null;
  return check({ ...checkOptions(options), cwd, env, range: merge ?? optionsFor(range) });
}

/** What is asked of the check wherever the commits come from. */
function checkOptions({ policy, progress, now, eachCommit, comparisons, budget }: EventCheckOptions) {
  return {
    policy,
    ...(progress === undefined ? {} : { progress }),
    ...(now === undefined ? {} : { now }),
    ...(eachCommit === undefined ? {} : { eachCommit }),
    ...(comparisons === undefined ? {} : { comparisons }),
    ...(budget === undefined ? {} : { budget }),
  };
}

async function fetchedReport(
  options: EventCheckOptions,
  { remote, parent }: NonNullable<EventCheckOptions['fetch']>,
): Promise<Checked> {
  const { cwd, env, range, eachCommit } = options;
  const points = range.kind === 'all' ? [range.head] : [range.base, range.head];
  const history = range.kind === 'diff' && (range.keep === 'merge-base' || eachCommit === true);
  // git itself must not be taken from a work tree that a pull request may have filled.
  const place = existsSync(cwd) ? cwd : parent;
  try {
    const wanted = { names: points.map(fetchable), history, remote, parent, cwd: place, env };
    return await withFetched(wanted, (fetched) =>
      check({
        ...checkOptions(options),
        cwd: place,
        env,
        ...fetched,
        range: optionsFor(range),
      }),
    );
  } catch (error) {
    if (!(error instanceof EvalguardError) || error.code !== 'incomplete') throw error;
    return { report: couldNotLook(optionsFor(range), error), notes: [] };
  }
}

function optionsFor(range: NamedRange): RangeOptions {
  const head = revision(range.head);
  if (range.kind === 'all') return { mode: 'all', base: null, head };
  const { base, keep, pushed } = range;
  const own =
    pushed === undefined ? {} : { pushed: { branch: pushed.branch, before: revision(pushed.before) } };
  return { mode: 'diff', base: revision(base), head, keep, vouched: true, ...own };
}

/** A branch of the repository is looked for as `origin`'s, in a clone and in what was fetched alike. */
function revision({ name, origin }: EventPoint): RevisionName {
  return { text: fetchedName(referenceOf(name) ?? name), origin };
}

function fetchable({ name, origin }: EventPoint): string {
  const reference = referenceOf(name);
  if (reference !== null) return reference;
  throw incomplete(
    `${origin} ${JSON.stringify(name)} is no branch, full reference or commit id, so it could not be fetched.`,
    'Give a branch such as `main`, a reference such as `refs/tags/v1`, or a whole commit id.',
  );
}

function couldNot({ incomplete: reasons }: Report): boolean {
  return reasons.some(({ code }) => code === 'could-not-look');
}
