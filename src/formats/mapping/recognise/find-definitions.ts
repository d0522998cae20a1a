import { words } from '../../../core/text.ts';
import {
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  resolvePointer,
} from '../../../document/document.ts';
import type { MetricMapping } from '../../../policy/policy.ts';
import { passOf } from '../outcome.ts';
import { PASSED } from '../rows.ts';
import { totalNamed } from '../usual-names.ts';
import { mayBePercent, numbersAt, numbersIn } from './find-metrics.ts';
import type { FoundRows } from './find-rows.ts';
import { hasWord, keySays, keyWords } from './key-words.ts';

/** What is known of metrics but for where they stand. */
interface FoundDefinitions {
  readonly definitions: Readonly<Record<string, MetricMapping>>;
  readonly took: readonly string[];
  readonly unsure: readonly string[];
  readonly maybePercent: ReadonlyMap<string, number>;
}

/**
 * Which metrics follow from the rows, and which are percentages. A metric follows from a score where all files agree that
 * it is the score's mean; a percentage is one by its name, or since it is a hundred times that mean.
 */
export function findDefinitions(
  bases: readonly JsonValue[],
  metrics: string | null,
  rows: FoundRows | null,
): FoundDefinitions {
  const definitions = new Map<string, MetricMapping>();
  const took: string[] = [];
  const unsure: string[] = [];
  const maybePercent = new Map<string, number>();
  const means = rows === null || rows.shape.repeats ? new Map<string, Means>() : meansOf(bases, rows);
  for (const [name, { key, values }] of metrics === null ? [] : numbersAt(bases, metrics)) {
    const equals = (score: string, scale: number) =>
      means.has(score) && follows(bases, metrics!, name, means.get(score)!, scale);
    const total = totalNamed(name);
    const scores = total === null ? scoresLike(name, means) : [];
    const isLarge = values.some((value) => value > 1);
    const isPercent = isLarge && keySays(key, 'percent');
    const score = scores.find((each) => equals(each, 1));
    const hundred = isLarge ? scores.find((each) => equals(each, 100)) : undefined;
    if (score !== undefined && !isPercent) {
      definitions.set(name, { mean: score });
      took.push(`${name}: the mean of the rows' ${score}, which it equals`);
      continue;
    }
    if (hundred !== undefined) {
      definitions.set(name, { mean: hundred, percent: true });
      took.push(`${name}: a percentage, and the mean of the rows' ${hundred}, which it equals`);
      continue;
    }
    if (isLarge && total === 'rate' && equals(PASSED, 100)) {
      definitions.set(name, { percent: true });
      took.push(`${name}: a percentage, since the rows come to a hundredth of it`);
      continue;
    }
    const [likely] = scores;
    if (likely !== undefined && keySays(key, 'quality'))
      unsure.push(
        `${name} is not the mean of the rows' ${likely}, as its name suggests: it is read as stated.`,
      );
    if (isPercent) {
      definitions.set(name, { percent: true });
      took.push(`${name}: a percentage, by its name`);
    } else if (keySays(key, 'percent') && values[0] !== undefined) {
      maybePercent.set(name, values[0]);
      unsure.push(
        `${name} is called a percentage, and is ${values[0]}: it is read as it stands. Where that is a percentage, say \`percent: true\`.`,
      );
    } else if (mayBePercent(key, values)) {
      const large = values.find((value) => value > 1)!;
      maybePercent.set(name, large);
      unsure.push(`${name} is ${large}: where that is a percentage, say \`percent: true\`.`);
    }
  }
  return { definitions: Object.fromEntries(definitions), took, unsure, maybePercent };
}

/** The mean of a score in each of the files, `null` where no row of it has one. */
type Means = readonly (number | null)[];

/** Words of a metric's name that say how it was made of a score, not of which. */
const HOW = new Set(words('avg average mean overall rate pct percent percentage aggregate final'));
const MEANS = new Set(words('avg average mean'));
const PASS_WORDS = new Set(words('pass passed success accuracy acc correct score'));

/** The scores that a metric may be the mean of, by its name. */
function scoresLike(key: string, means: ReadonlyMap<string, unknown>): readonly string[] {
  // What a run took or holds is mostly the sum, also where one row makes it the mean.
  if (!hasWord(key, MEANS) && (keySays(key, 'cost') || keySays(key, 'count'))) return [];
  const scored = (name: string) => keyWords(name).filter((word) => !HOW.has(word));
  const own = scored(key);
  const telling = own.join(' ');
  return [...means.keys()].filter(
    (score) =>
      (telling !== '' && scored(score).join(' ') === telling) ||
      (score === PASSED && !key.includes('.') && own.length > 0 && own.every((word) => PASS_WORDS.has(word))),
  );
}

/** The means of the scores, and of what passed. */
function meansOf(bases: readonly JsonValue[], { at, shape }: FoundRows): ReadonlyMap<string, Means> {
  const { pass } = shape.members;
  const places = new Map([...shape.scores].map(([name, pointer]) => [name, [pointer]]));
  if (pass !== undefined) places.set(PASSED, [pass].flat());
  const rows = bases.map((base) => rowsOf(resolvePointer(base, at)));
  return new Map([...places].map(([name, pointers]) => [name, rows.map((own) => meanOf(own, pointers))]));
}

function rowsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return (isList(value) ? value : isObject(value) ? Object.values(value) : []).filter(isObject);
}

function meanOf(rows: readonly JsonObject[], pointers: readonly string[]): number | null {
  let sum = 0;
  let measured = 0;
  for (const row of rows) {
    const value = pointers
      .map((pointer) => resolvePointer(row, pointer))
      .find((each) => each !== undefined && each !== null);
    const number = typeof value === 'number' ? value : passOf(value);
    if (typeof number === 'string') continue;
    sum += Number(number);
    measured += 1;
  }
  return measured === 0 ? null : sum / measured;
}

/** Whether a metric equals a mean in every file that has both, to the digits that it is written with. */
function follows(
  bases: readonly JsonValue[],
  metrics: string,
  name: string,
  means: Means,
  scale: number,
): boolean {
  let compared = 0;
  for (const [at, base] of bases.entries()) {
    const object = resolvePointer(base, metrics);
    const stated = isObject(object) ? numbersIn(object).find((number) => number.name === name)?.value : null;
    const mean = means[at] ?? null;
    if (stated === null || stated === undefined || mean === null) continue;
    const places = /\.(\d+)$/.exec(String(stated))?.[1]?.length ?? 0;
    if (Math.abs(stated - mean * scale) > 0.5 * 10 ** -Math.min(places, 9) + 1e-9) return false;
    compared += 1;
  }
  return compared > 0;
}
