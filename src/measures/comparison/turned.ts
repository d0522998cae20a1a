import type { Reading } from '../../core/reading.ts';
import { caseValues } from './case-values.ts';

/** Cases that passed and now fail, and the other way round. */
export interface Turned {
  readonly newly_failing: readonly string[];
  readonly newly_passing: readonly string[];
}

/**
 * Names the cases that turned, by the first metric over cases that pass or fail. A case passes where all its samples
 * do; one that a side did not measure turns nowhere.
 */
export function turnedCases(base: Reading, head: Reading): Turned {
  for (const [name, { aggregate }] of head.definitions) {
    if (aggregate !== 'rate' && aggregate !== 'pass_hat_k') continue;
    const [one, other] = [caseValues(base, name), caseValues(head, name)];
    if (one === null || other === null) continue;
    const shared = [...one.values.keys()].filter((id) => other.values.has(id)).sort();
    const passes = (values: ReadonlyMap<string, number>, id: string) => values.get(id) === 1;
    return {
      newly_failing: shared.filter((id) => passes(one.values, id) && !passes(other.values, id)),
      newly_passing: shared.filter((id) => !passes(one.values, id) && passes(other.values, id)),
    };
  }
  return { newly_failing: [], newly_passing: [] };
}
