import { aggregateNamed } from '../../core/definition.ts';
import type { Definition, Reading } from '../../core/reading.ts';
import { isObject } from '../../document/document.ts';
import { planOf } from '../evidence/plan.ts';

/** Words for what no arm won. */
const NO_ARM = new Set(['tie', 'flip']);

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
  const scores = new Set(
    [...definitions].flatMap(([name, definition]) => {
      const plan = planOf(name, definition);
      return plan.kind === 'games' ? [plan.score] : [];
    }),
  );
  return (rows ?? []).flatMap((row) =>
    [...scores].flatMap((score) => {
      const winner = row.scores.get(score);
      return typeof winner === 'string' && !NO_ARM.has(winner) ? [winner] : [];
    }),
  );
}

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
  const counted = new Set(
    [...definitions].flatMap(([name, definition]) => {
      const plan = planOf(name, definition);
      return plan.kind === 'games' && plan.how === 'win_rate' ? [plan.arm] : [];
    }),
  );
  if (counted.has(one) === counted.has(other)) return null;
  return counted.has(one) ? [other, one] : [one, other];
}

/** The one arm whose rows a definition counts; `null` where it counts those of all, or counts pairs. */
export function pinnedArm(definition: Definition): string | null {
  const { aggregate } = definition;
  if (aggregateNamed(aggregate)?.over === 'pairs') return null;
  const where = definition['where'];
  const condition = isObject(where) && Object.hasOwn(where, 'arm') ? where['arm'] : null;
  // A ratio is over all rows that its condition picks; it has no arm of its own.
  const arm = aggregate === 'ratio' ? condition : (definition['arm'] ?? condition);
  return typeof arm === 'string' ? arm : null;
}

/** A definition without the arm that it counts: what can be carried out on any arm's rows. */
export function withoutArm(name: string, { arm: _arm, where, ...definition }: Definition): Definition {
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
