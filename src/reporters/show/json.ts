import type { Shown } from '../../core/shown.ts';
import { jsonText } from '../json.ts';

/**
 * One element of a report's `results`, a list where the file holds several. `record` is the whole result in the native
 * form, so that `evalguard record` can take it up again without loss.
 */
export function shownJson({ results }: Shown): string {
  const elements = results.map(({ result, record }) => ({ ...result, record }));
  return jsonText(elements.length === 1 ? elements[0] : elements);
}
