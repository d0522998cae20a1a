import { definitionText } from '../../core/comparability.ts';
import { aggregateNamed } from '../../core/definition.ts';
import type { Claim, Definition, Reading } from '../../core/reading.ts';
import { type ArmPair, pinnedArm, withoutArm } from './arms.ts';

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
  for (const [one, other] of twins(reading, [base, head])) {
    const both = `${one} / ${other}`;
    names.set(one, both).set(other, both);
  }
  return names;
}

function isOfPairs({ aggregate }: Definition): boolean {
  return aggregateNamed(aggregate)?.over === 'pairs';
}

/** Metrics that count the same, the first of the base arm and the second of the head arm. */
function twins({ definitions }: Reading, [base, head]: ArmPair): readonly (readonly [string, string])[] {
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
