import { EvalguardError } from '../../core/error.ts';

/** Arms by name: the base's and the head's, or one for both. */
export type ArmsMeant = readonly [string] | readonly [string, string];

/**
 * What `--arms` names, of the arms that base and head hold. A name may hold commas itself: the whole text is one arm where
 * there is one of that name, else it is parted where an arm stands on either side. Throws `usage` where it is neither one
 * name nor two.
 */
export function armsMeant(text: string, base: readonly string[], head: readonly string[]): ArmsMeant {
  const whole = text.trim();
  if (base.includes(whole) || head.includes(whole)) return [whole];
  const parted = partings(whole);
  const known = parted.filter(([one, other]) => base.includes(one) && head.includes(other));
  const [first, ...more] = known.length > 0 ? known : parted;
  if (first === undefined && whole !== '') return [whole];
  if (first !== undefined && more.length === 0 && first.every((name) => name !== '')) return first;
  throw new EvalguardError(
    'usage',
    `--arms ${text} names neither one arm nor two.`,
    'Name the base first, such as --arms baseline,with-docs; one name alone is that arm of both results.',
  );
}

/** Every way to part a text in two at a comma. */
function partings(text: string): readonly (readonly [string, string])[] {
  return [...text.matchAll(/,/g)].map(({ index }) => [
    text.slice(0, index).trim(),
    text.slice(index + 1).trim(),
  ]);
}
