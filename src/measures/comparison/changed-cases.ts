import { aggregateNamed } from '../../core/definition.ts';
import type { Reading } from '../../core/reading.ts';
import { caseValues } from './case-values.ts';
import type { Direction } from './direction.ts';

/** Cases that passed and now fail, and the other way round. */
export interface ChangedCases {
  readonly newly_failing: readonly string[];
  readonly newly_passing: readonly string[];
}

/**
 * The cases that changed by one metric; `null` where cases do not pass or fail by it. A case passes where all its
 * samples do (where less is better: where none has what is counted); one that a side did not measure has not changed.
 */
export function changedCases(
  base: Reading,
  head: Reading,
  name: string,
  direction: Direction | null,
): ChangedCases | null {
  if (aggregateNamed(head.definitions.get(name)?.aggregate)?.passes !== 'all') return null;
  const [one, other] = [caseValues(base, name), caseValues(head, name)];
  if (one === null || other === null) return null;
  const good = direction === 'lower' ? 0 : 1;
  const shared = [...one.values.keys()].filter((id) => other.values.has(id)).sort();
  const passes = (values: ReadonlyMap<string, number>, id: string) => values.get(id) === good;
  return {
    newly_failing: shared.filter((id) => passes(one.values, id) && !passes(other.values, id)),
    newly_passing: shared.filter((id) => !passes(one.values, id) && passes(other.values, id)),
  };
}
