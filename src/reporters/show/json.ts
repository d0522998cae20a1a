import type { Shown } from '../../core/shown.ts';
import { json } from '../json.ts';

/**
 * One element of a report's `results`, a list where the file holds several. `record` is the whole result in the native
 * form, so that `evalguard record` can take it up again without loss.
 */
export function shownJson({ results }: Shown): string {
  const elements = results.map(({ result, record }) => ({ ...result, record }));
  const [first, ...others] = elements;
  return json(first !== undefined && others.length === 0 ? first : elements);
}
