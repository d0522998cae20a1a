import { ciRun, type WorkTreeFacts } from '../../adapters/machine.ts';
import { outlineOf } from '../../adapters/schemas/outline.ts';
import { EvalguardError, inputError, usageError } from '../../core/error.ts';
import { type NamePattern, parseNamePattern, renderName } from '../../core/name-pattern.ts';
import { RESULT_NAME } from '../../core/native.ts';
import type { Path } from '../../core/path.ts';
import type { RunIdentity } from '../../core/reading.ts';
import { canonicalText } from '../../core/record/canonical.ts';
import {
  chooseIdentity,
  type GivenIdentity,
  type Moment,
  namesBefore,
  nextName,
  ranBefore,
  slug,
  type Unnumbered,
} from '../../core/record/identity.ts';
import { stamped } from '../../core/record/recorded.ts';
import type { JsonObject } from '../../document/document.ts';
import { asList, asObject, member } from '../../formats/field.ts';
import type { Policy, Series } from '../../policy/policy.ts';
import { foldersOf, seriesOf } from '../../policy/series.ts';
import type { Draft } from './input.ts';

/** A record's name and bytes. */
export interface NamedRecord {
  readonly name: string;
  readonly run: RunIdentity;
  readonly text: string;
}

/** A draft with the identity of its run, but for the number. */
export interface NamedDraft {
  readonly losses: readonly string[];
  readonly assumed: readonly string[];
  /** What else the user should know. */
  readonly notes: readonly string[];
  /** The file that it was made from: its SHA-256; `null` where there was none. */
  readonly sha256: string | null;
  /** The names of the newest earlier runs among those given, which are folded. */
  before(taken: ReadonlySet<string>): readonly string[];
  /** The record under the next name that is not taken; the names given are folded. */
  under(taken: ReadonlySet<string>): NamedRecord;
}

/** Everything besides the draft itself that decides its name and content. */
interface RecordContext {
  readonly env: NodeJS.ProcessEnv;
  /** Name and version of the program that records. */
  readonly producer: string;
  readonly given: GivenIdentity;
  /** A format's id or a series' name; `null` where neither is named. */
  readonly from: string | null;
  readonly policy: Policy;
  /** The directory's path in the repository; `null` outside of one. */
  readonly directory: Path | null;
  readonly facts: WorkTreeFacts;
  /** When the run was, where nothing says it. */
  readonly moment: Moment;
}

/** Names a draft: adds the identity of its run, and what the machine knows of that run. */
export function nameDraft(draft: Draft, naming: RecordContext): NamedDraft {
  const { given, env, producer, from, policy, directory, facts, moment } = naming;
  const { identity, assumed, refitted } = chooseIdentity(given, draft.reading, moment);
  const { content } = draft;
  const series = policy.series.find(({ id }) => id === from) ?? null;
  const pattern =
    series === null
      ? patternFor(identity, policy, directory ?? '.')
      : demandPattern(series.name ?? RESULT_NAME);
  const older = facts.committed !== null && ranBefore(identity, facts.committed);
  const stamp = {
    identity,
    code: older ? null : facts.code,
    source: draft.source,
    recorded_by: producer,
    ci: ciRun(env),
  };
  return {
    losses: lossesOf(content),
    assumed,
    notes: [...refitted, ...(older && !Object.hasOwn(content, 'code') ? [OLDER] : [])],
    sha256: draft.source?.sha256 ?? null,
    before: (taken) => namesBefore(pattern, identity, taken, MOST_LOOKED_AT),
    under(taken) {
      const next = nextName(pattern, identity, taken);
      if (next === null) throw noName(pattern, identity);
      const { run, name } = next;
      if (series !== null && directory !== null) {
        demandClaimed((one) => renderName(pattern, { ...identity, run, ...one }), series, directory, policy);
      }
      const text = canonicalText(stamped(content, stamp, run), outlineOf('result'));
      return { name, run: { ...identity, run }, text };
    },
  };
}

/** Earlier names that are looked at: a file that is recorded twice is usually recorded twice in a row. */
const MOST_LOOKED_AT = 20;

const OLDER =
  'the run is older than the commit that is checked out, so no code is named: that commit is not what ran';

/** The name pattern of the series that would claim the record, else the usual one. */
function patternFor(identity: Unnumbered, policy: Policy, directory: Path): NamePattern {
  const usual = demandPattern(RESULT_NAME);
  const name = renderName(usual, { ...identity, run: 1 });
  const path = directory === '.' ? name : `${directory}/${name}`;
  const own = path === null ? null : (seriesOf(path, policy)?.name ?? null);
  return own === null ? usual : demandPattern(own);
}

/** Throws `usage` where the named series would not claim the record: other thresholds would judge it, or none. */
function demandClaimed(
  nameOf: (identity: { readonly suite?: string }) => string | null,
  series: Series,
  directory: Path,
  policy: Policy,
): void {
  const pathOf = (suite?: string, folder = directory) => {
    const name = nameOf(suite === undefined ? {} : { suite });
    return folder === '.' ? `${name}` : `${folder}/${name}`;
  };
  const claims = seriesOf(pathOf(), policy);
  const isOwn = (path: Path) => seriesOf(path, policy)?.id === series.id;
  if (isOwn(pathOf())) return;
  const { id, files } = series;
  const folder = foldersOf(series, policy).find((one) => isOwn(pathOf(undefined, one)));
  const suite = suitesFor(files).find((one) => slug(one) === one && isOwn(pathOf(one)));
  const why =
    claims === null
      ? `the series "${id}" claims ${files}, so none of its thresholds would be applied to it`
      : `the series "${claims.id}" claims that name first, so other thresholds would be applied to it`;
  throw usageError(
    `Nothing was recorded: the record would be ${pathOf()}, and ${why}.`,
    folder !== undefined
      ? `Record it with --ledger ${folder}, where the series has its files.`
      : suite !== undefined
        ? `Name its suite so that the series claims it, such as --suite ${suite}; or give the series a \`name\` in evalguard.yaml that ${files} matches.`
        : `Give the series a \`name\` in evalguard.yaml that ${files} matches and no series before it claims, in a change of its own; or record without --from ${id}.`,
  );
}

/** Suites by which the usual name may fit what a glob begins with. */
function suitesFor(files: string): readonly string[] {
  const begins = /^[A-Za-z0-9._-]+/.exec(files.slice(files.lastIndexOf('/') + 1))?.[0] ?? '';
  return [begins.replace(/[-_.]+$/, ''), `${begins}eval`];
}

function demandPattern(source: string): NamePattern {
  const pattern = parseNamePattern(source);
  if (!('wrong' in pattern)) return pattern;
  throw new EvalguardError(
    'policy',
    `The name ${source} cannot be used: ${pattern.wrong}.`,
    'Mend the `name` of the series in evalguard.yaml.',
  );
}

function noName(pattern: NamePattern, { suite, date, routing, variant }: Unnumbered): EvalguardError {
  const run = [suite, date, routing, variant].filter((part) => part !== null).join(' ');
  return inputError(
    `Nothing was recorded: the pattern ${pattern.source} has no free name for ${run}, and no record is ever overwritten.`,
    'Give the series a `name` with {run} in it, or tell the run apart with --variant or --date.',
  );
}

function lossesOf(content: JsonObject): readonly string[] {
  const losses = asList(member(asObject(member(content, 'source')), 'losses')) ?? [];
  return losses.filter((loss) => typeof loss === 'string');
}
