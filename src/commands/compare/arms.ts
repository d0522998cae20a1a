import { type EvalguardError, inputError, usageError } from '../../core/error.ts';
import { shellWord } from '../../core/shell.ts';
import { nearest } from '../../core/text.ts';
import { count } from '../../core/wording.ts';
import {
  type ArmPair,
  armNames,
  findArms,
  pickArms,
  readingNamed,
  type Side,
  type TwoArms,
} from '../../measures/comparison/arms.ts';
import type { RecordSubject } from '../../rules/subject.ts';
import { whyNoReadings } from '../show/read.ts';

/** The names of two arms, the base's first, or one name for both results. */
type ChosenArms = readonly [string] | readonly [string, string];

/**
 * What `--arms` names, of the arms that base and head hold. A name may hold commas itself. The whole text is one arm where
 * there is one of that name, else it is split where both sides are arms. Throws `usage` where it is neither one
 * name nor two.
 */
export function chosenArms(text: string, base: readonly string[], head: readonly string[]): ChosenArms {
  const whole = text.trim();
  if (base.includes(whole) || head.includes(whole)) return [whole];
  const parted = partings(whole);
  const known = parted.filter(([one, other]) => base.includes(one) && head.includes(other));
  const [first, ...more] = known.length > 0 ? known : parted;
  if (first === undefined && whole !== '') return [whole];
  if (first !== undefined && more.length === 0 && first.every((name) => name !== '')) return first;
  throw usageError(
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

/**
 * The arm of a file that is named, else its one reading; of several, the baseline: the arm that a later run is compared
 * with. Throws `input` where there is none.
 */
export function sideOf(record: RecordSubject, text: string, arm?: string): Side {
  const { path, readings } = record;
  if (arm !== undefined) {
    const named = readingNamed(readings, arm);
    if (named === null) throw noSuchArm(record, text, arm);
    return { path, reading: named };
  }
  const reading =
    readings.find(({ arm }) => arm === 'baseline') ?? (readings.length === 1 ? readings[0] : undefined);
  if (reading !== undefined) return { path, reading };
  if (readings.length > 1) {
    throw inputError(
      `${text} cannot be compared as one result: it holds ${count(readings.length, 'run')} (${readings.map(({ arm }) => arm ?? 'unnamed').join(', ')}).`,
      'Name the run that is meant with --arms NAME, or a file that holds one result.',
    );
  }
  throw unreadable(record, text);
}

function unreadable(record: RecordSubject, text: string): EvalguardError {
  const { why, remedy } = whyNoReadings(record);
  return inputError(`${text} cannot be compared: ${why}.`, remedy);
}

/** Two arms of a file, by their names. Throws `input` where one is not there, or both are the same. */
export function namedArms(record: RecordSubject, text: string, arms: ArmPair): TwoArms {
  const [base, head] = arms;
  if (base === head) {
    throw usageError(
      `--arms ${base},${head} names one arm twice, and an arm differs from itself in nothing.`,
      `Name two arms, or ${base} alone to hold it against its predecessor.`,
    );
  }
  const found = pickArms(record.path, record.readings, arms);
  if (found !== null) return found;
  const names = armNames(record.readings);
  throw noSuchArm(record, text, names.includes(base) ? head : base);
}

/** The two arms of a file where it has two and says which is the base; `null` where it has no two. */
export function ownArms({ path, readings }: RecordSubject, text: string): TwoArms | null {
  const found = findArms(path, readings);
  if (found.kind === 'single') return null;
  if (found.kind === 'two') return found.arms;
  const { names } = found;
  const [one = '', other = ''] = names;
  const command = `evalguard compare ${shellWord(text)}`;
  const pair = (arms: ArmPair) => `\`${command} --arms ${shellWord(arms.join(','))}\``;
  throw inputError(
    names.length === 2
      ? `${text} holds two arms, ${one} and ${other}, and does not say which is the base. What is called better hangs on it, so it is not guessed.`
      : `${text} holds ${names.length} arms (${listed(names)}), and two are compared at a time.`,
    `Name the base first: ${pair([one, other])}${names.length === 2 ? ` or ${pair([other, one])}` : ''}. To hold the whole result against its predecessor: \`${command} --predecessor\`.`,
  );
}

const SHOWN = 10;

function listed(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return [...names.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

function noSuchArm(record: RecordSubject, text: string, arm: string): EvalguardError {
  if (record.readings.length === 0) return unreadable(record, text);
  const names = armNames(record.readings);
  if (names.length === 0) {
    return inputError(
      `${text} holds no arm ${arm}: neither its rows nor its numbers name any arm.`,
      'Leave out --arms, or name a result whose rows say which "arm" they are of.',
    );
  }
  // A route is often named without its provider.
  const meant = nearest(arm, names) ?? names.find((name) => name.endsWith(`:${arm}`)) ?? null;
  return inputError(
    `${text} holds no arm ${arm}; it holds ${names.length === 1 ? `${names[0]} alone` : listed(names)}.`,
    meant === null ? 'Name one that it holds.' : `Did you mean ${meant}?`,
  );
}
