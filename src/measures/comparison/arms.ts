import { definitionText } from '../../core/comparability.ts';
import { aggregateNamed } from '../../core/definition.ts';
import type { Path } from '../../core/path.ts';
import type { Claim, Definition, Reading } from '../../core/reading.ts';
import { isObject } from '../../document/document.ts';
import { planOf } from '../evidence/plan.ts';

/** Two arms of one reading, the base first. */
export type ArmPair = readonly [base: string, head: string];

/**
 * The arms that a reading's rows, pairs and numbers are of, sorted. An arm that is only configured counts where a single
 * other one is in use: where all pairs are ties no row names a winner.
 */
export function armsOf(reading: Reading): readonly string[] {
  const found = new Set<string>();
  for (const { arm, judgments } of reading.rows ?? []) {
    if (arm !== null) found.add(arm);
    for (const { order } of judgments) for (const each of order ?? []) found.add(each);
  }
  for (const arm of winners(reading)) found.add(arm);
  for (const { by, group } of reading.splits) if (by === 'arm') found.add(group);
  for (const definition of reading.definitions.values()) {
    const arm = pinnedArm(definition) ?? definition['arm'];
    if (typeof arm === 'string') found.add(arm);
  }
  if (found.size === 1) for (const arm of reading.arms.keys()) found.add(arm);
  return [...found].sort();
}

function winners({ rows, definitions }: Reading): readonly string[] {
  const scores = new Set(gamesOf(definitions).map(({ score }) => score));
  return (rows ?? []).flatMap((row) =>
    [...scores].flatMap((score) => {
      const winner = row.scores.get(score);
      return typeof winner === 'string' && !NO_ARM.has(winner) ? [winner] : [];
    }),
  );
}

/** How the metrics of pairs follow from rows. */
function gamesOf(definitions: Reading['definitions']) {
  return [...definitions].flatMap(([name, definition]) => {
    const plan = planOf(name, definition);
    return plan.kind === 'games' ? [plan] : [];
  });
}

/** Words for what no arm won. */
const NO_ARM = new Set(['tie', 'flip']);

/**
 * Which of two arms is the base: the one called `baseline`, else the one whose wins nobody counts; `null` where the
 * result does not say. It decides what is called better, so it is not guessed from an order.
 */
export function baseFirst(
  [one, other]: ArmPair,
  { definitions }: Pick<Reading, 'definitions'>,
): ArmPair | null {
  if (one === 'baseline') return [one, other];
  if (other === 'baseline') return [other, one];
  const counted = new Set(gamesOf(definitions).flatMap(({ how, arm }) => (how === 'win_rate' ? [arm] : [])));
  if (counted.has(one) === counted.has(other)) return null;
  return counted.has(one) ? [other, one] : [one, other];
}

/** The one arm whose rows a definition counts; `null` where it counts those of all, or counts pairs. */
export function pinnedArm(definition: Definition): string | null {
  const { aggregate } = definition;
  if (isOfPairs(definition)) return null;
  const where = definition['where'];
  const condition = isObject(where) && Object.hasOwn(where, 'arm') ? where['arm'] : null;
  // A ratio is over all rows that its condition picks; it has no arm of its own.
  const arm = aggregate === 'ratio' ? condition : (definition['arm'] ?? condition);
  return typeof arm === 'string' ? arm : null;
}

/** A definition without the arm that it counts: what can be carried out on any arm's rows. */
function withoutArm(name: string, { arm: _arm, where, ...definition }: Definition): Definition {
  const conditions = isObject(where) ? Object.entries(where).filter(([key]) => key !== 'arm') : [];
  return {
    ...(namesScore(definition) ? { score: name } : {}),
    ...definition,
    ...(conditions.length === 0 ? {} : { where: Object.fromEntries(conditions) }),
  } as Definition;
}

/** Whether the metric's own name is that of the score: under another name the score has to be said. */
function namesScore(definition: { readonly [option: string]: unknown }): boolean {
  return !['score', 'measure', 'pass_if', 'numerator'].some((option) => Object.hasOwn(definition, option));
}

/**
 * The metrics that two arms are held against each other by, and the name under which: their own, or, where two metrics
 * count the same of one arm each (`accuracy_a`, `accuracy_b`), both names together. Counts of pairs are none of them, nor
 * is what counts a third arm.
 */
export function armMetrics(reading: Reading, [base, head]: ArmPair): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const stated = [...reading.claims.map(({ name }) => name), ...reading.definitions.keys()];
  for (const name of new Set(stated)) {
    const definition = reading.definitions.get(name);
    if (definition === undefined) names.set(name, name);
    else if (!isOfPairs(definition)) {
      const arm = pinnedArm(definition);
      if (arm === null || arm === base || arm === head) names.set(name, name);
    }
  }
  for (const [one, other] of counterparts(reading, [base, head])) {
    const both = `${one} / ${other}`;
    names.set(one, both).set(other, both);
  }
  return names;
}

function isOfPairs({ aggregate }: Definition): boolean {
  return aggregateNamed(aggregate)?.over === 'pairs';
}

/** Metrics that count the same, the first of the base arm and the second of the head arm. */
function counterparts(
  { definitions }: Reading,
  [base, head]: ArmPair,
): readonly (readonly [string, string])[] {
  const free = new Map<string, string>();
  for (const [name, definition] of definitions) {
    if (pinnedArm(definition) === head) free.set(definitionText(withoutArm(name, definition)), name);
  }
  return [...definitions].flatMap(([name, definition]) => {
    if (pinnedArm(definition) !== base || base === head) return [];
    const text = definitionText(withoutArm(name, definition));
    const other = free.get(text);
    free.delete(text);
    return other === undefined ? [] : [[name, other] as const];
  });
}

/**
 * One arm of a reading as a reading of its own: its rows, and each metric as those rows give it. Numbers that the file
 * states of all arms together are not taken for those of one.
 */
export function readingOfArm(reading: Reading, arm: string, names: ReadonlyMap<string, string>): Reading {
  const definitions = new Map<string, Definition>();
  for (const [name, key] of names) {
    const definition = reading.definitions.get(name);
    if (definition !== undefined && !definitions.has(key)) definitions.set(key, withoutArm(name, definition));
  }
  const claims = new Map<string, Claim>();
  for (const [name, key] of names) {
    const claim = claimOf(reading, name, arm);
    if (claim !== null) claims.set(key, { ...claim, name: key });
  }
  return {
    ...reading,
    arm,
    definitions,
    claims: [...claims.values()],
    rows: reading.rows?.filter((row) => row.arm === arm).map((row) => ({ ...row, arm: null })) ?? null,
    splits: reading.splits.filter(({ by }) => by !== 'arm'),
    stated: reading.stated.flatMap((stated) => {
      const metric = names.get(stated.metric);
      return metric === undefined ? [] : [{ ...stated, metric }];
    }),
  };
}

/** What the file states of a metric for one arm: what counts that arm alone, else the split by arm, else nothing. */
function claimOf({ claims, definitions, splits }: Reading, name: string, arm: string): Claim | null {
  const claim = claims.find((each) => each.name === name) ?? null;
  const pinned = pinnedArm(definitions.get(name) ?? { aggregate: '' });
  if (pinned !== null) return pinned === arm && claim?.pointer !== null ? claim : null;
  // What the file calls unmeasured for all arms is measured for none.
  if (claim !== null && claim.value === null && claim.pointer !== null) return claim;
  const split = splits.find(({ by, group, metric }) => by === 'arm' && group === arm && metric === name);
  if (split === undefined) return null;
  const { value, pointer } = split;
  return { ...scaleOf(claim), name, value, reason: null, pointer };
}

/** What a claim says of its scale, which holds for each arm; its counts and its error are those of all arms. */
function scaleOf(claim: Claim | null): Pick<Claim, 'direction' | 'unit' | 'places'> {
  if (claim === null) return {};
  const { direction, unit, places } = claim;
  return {
    ...(direction === undefined ? {} : { direction }),
    ...(unit === undefined ? {} : { unit }),
    ...(places === undefined ? {} : { places }),
  };
}

/** A result to be compared: where it stands, and what it says. */
export interface Side {
  readonly path: Path;
  readonly reading: Reading;
}

/** Two arms of one file: two blocks with rows each, or the rows of one block that name an arm. */
export type TwoArms =
  | { readonly kind: 'blocks'; readonly base: Side; readonly head: Side }
  | { readonly kind: 'rows'; readonly side: Side; readonly arms: ArmPair };

/** The arms of a file: none or one, two of which the base is known, or several of which somebody has to choose. */
type ArmsFound =
  | { readonly kind: 'single' }
  | { readonly kind: 'two'; readonly arms: TwoArms }
  | { readonly kind: 'choose'; readonly names: readonly string[] };

/** The names of a file's arms, sorted. */
export function armNames(readings: readonly Reading[]): readonly string[] {
  const [only, ...more] = readings;
  if (only === undefined) return [];
  return more.length === 0 ? armsOf(only) : readings.flatMap(({ arm }) => arm ?? []).sort();
}

/** Looks whether a file can be compared with itself, arm against arm, without anything being guessed. */
export function findArms(path: Path, readings: readonly Reading[]): ArmsFound {
  const names = armNames(readings);
  const [one, other, ...more] = names;
  if (one === undefined || other === undefined) return { kind: 'single' };
  const ordered = more.length > 0 ? null : baseFirst([one, other], readings[0]!);
  const arms = ordered === null ? null : pickArms(path, readings, ordered);
  return arms === null ? { kind: 'choose', names } : { kind: 'two', arms };
}

/** The two arms of these names; `null` where the file lacks one. */
export function pickArms(path: Path, readings: readonly Reading[], [base, head]: ArmPair): TwoArms | null {
  const names = armNames(readings);
  if (!names.includes(base) || !names.includes(head)) return null;
  const [first] = readings;
  if (readings.length === 1 && first !== undefined)
    return { kind: 'rows', side: { path, reading: first }, arms: [base, head] };
  const [older, newer] = [base, head].map((name) => readings.find(({ arm }) => arm === name));
  if (older === undefined || newer === undefined) return null;
  return { kind: 'blocks', base: { path, reading: older }, head: { path, reading: newer } };
}

/** Where two arms stand: in two blocks, or both in the one that holds them. */
export function sidesOf(two: TwoArms): readonly [base: Side, head: Side] {
  return two.kind === 'rows' ? [two.side, two.side] : [two.base, two.head];
}

/** One arm of a file as a reading of its own; `null` where the file holds none of that name. */
export function readingNamed(readings: readonly Reading[], arm: string | null): Reading | null {
  const block = readings.find((reading) => reading.arm === arm);
  if (block !== undefined) return block;
  const [only, ...more] = readings;
  if (arm === null || only === undefined || more.length > 0 || !armsOf(only).includes(arm)) return null;
  return readingOfArm(only, arm, armMetrics(only, [arm, arm]));
}
