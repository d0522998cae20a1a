import { shortList } from '../../../core/text.ts';
import { count } from '../../../core/wording.ts';
import {
  formatPointer,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
} from '../../../document/document.ts';
import type { Mapping } from '../../../policy/policy.ts';
import { isWithin, placeText } from '../places.ts';
import { type FoundArms, findArms } from './find-arms.ts';
import { findDefinitions } from './find-definitions.ts';
import { findMetrics, isTelling, numbersAt, otherPlaces } from './find-metrics.ts';
import { findParts } from './find-parts.ts';
import { type FoundRows, findRows } from './find-rows.ts';

/** A mapping that fits files of one kind, and how it was found. */
export interface Recognised {
  readonly mapping: Mapping;
  /** What was taken for what, a sentence each. */
  readonly took: readonly string[];
  /** What a person should decide. */
  readonly unsure: readonly string[];
  /** Metrics that may be percentages: their values do not say. */
  readonly maybePercent: ReadonlyMap<string, number>;
}

interface RecognitionOptions {
  /** Only shapes that nobody would take for anything but results: unusual names of the headline's object are not. */
  readonly confident?: boolean;
}

/**
 * The mapping that fits all of these files of one kind; `null` where they do not look like results. Settings, schemas,
 * questions without scores and messages do not.
 */
export function recognise(
  values: readonly JsonValue[],
  { confident = false }: RecognitionOptions = {},
): Recognised | null {
  if (values.length === 0 || values.some(isForeign)) return null;
  const whole = layoutOf(values, confident);
  const found = findArms(values);
  const inside = found === null ? null : layoutOf(found.bases, confident);
  const arms = found !== null && inside !== null && areArms(found, inside, whole, values) ? found : null;
  const bases = arms?.bases ?? values;
  const layout = arms === null ? whole : inside;
  if (layout === null) return null;
  const { metrics, rows } = layout;
  const inArms = arms === null ? '' : `${arms.holder}/*`;
  const header = findParts(values, bases);
  const { definitions, ...followed } = findDefinitions(bases, metrics, rows);
  const mapping: Mapping = {
    ...(metrics === null ? {} : { metrics }),
    ...(Object.keys(definitions).length === 0 ? {} : { definitions }),
    ...(rows === null ? {} : { rows: { at: rows.at, ...rows.shape.members } }),
    ...(arms === null ? {} : { arms: inArms }),
    ...header.parts,
  };
  return {
    mapping,
    maybePercent: followed.maybePercent,
    took: [
      ...(arms === null ? [] : [`${inArms}: an arm each (${shortList(arms.names, NAMED)})`]),
      ...(metrics === null
        ? []
        : [
            `${placeText(inArms + metrics)}: metrics (${shortList([...numbersAt(bases, metrics).keys()], NAMED)})`,
          ]),
      ...(rows === null
        ? []
        : [`${placeText(inArms + rows.at)}: ${count(rows.number, 'row')}, ${rows.shape.took.join(', ')}`]),
      ...followed.took,
      ...header.took,
    ],
    unsure: [
      ...(arms?.unsure ?? []),
      ...(rows?.unsure ?? []),
      ...followed.unsure,
      ...header.unsure,
      ...(metrics === null
        ? []
        : otherPlaces(bases, metrics).map((place) => `${place} holds numbers too, and is not read.`)),
    ],
  };
}

interface Layout {
  readonly metrics: string | null;
  readonly rows: FoundRows | null;
}

/** Where metrics and rows stand in all of these; `null` where neither does. */
function layoutOf(bases: readonly JsonValue[], confident: boolean): Layout | null {
  const rows = findRows(bases);
  const metrics = findMetrics(bases, rows?.at ?? null, confident);
  return metrics === null && rows === null ? null : { metrics, rows };
}

/**
 * Whether all that was found without arms stands inside one of them, and the others have the same: then they are the runs,
 * not the file.
 */
function areArms(
  { holder, names }: FoundArms,
  each: Layout,
  whole: Layout | null,
  values: readonly JsonValue[],
): boolean {
  if (whole === null) return true;
  const { metrics, rows } = whole;
  const places = names.map((name) => holder + formatPointer([name]));
  const isInside = (pointer: string) => places.some((place) => isWithin(pointer, place));
  const isOwn = values.some((value) => isObject(value) && isTelling(value, false));
  return (
    !isOwn &&
    (metrics === null || metrics === '' || isInside(metrics)) &&
    (rows === null ||
      (isInside(rows.at) && each.rows !== null) ||
      (rows.at === holder && rows.shape.rank === 1))
  );
}

/** More names than this make a line that nobody reads. */
const NAMED = 6;

/** Members that mark a file of another kind, whatever numbers it holds. */
const FOREIGN: readonly (readonly string[])[] = [
  ['$schema', 'properties'],
  ['$schema', '$defs'],
  ['$schema', 'definitions'],
  ['openapi'],
  ['swagger'],
  ['asyncapi'],
  ['lockfileVersion'],
  ['compilerOptions'],
  ['@context'],
  ['nbformat'],
  ['name', 'version', 'dependencies'],
  ['name', 'version', 'devDependencies'],
  ['name', 'version', 'scripts'],
];

function isForeign(value: JsonValue): boolean {
  if (isList(value)) return value.length > 0 && value.every((each) => isObject(each) && isMessage(each));
  if (!isObject(value)) return true;
  const { type, schema } = value;
  return (
    type === 'FeatureCollection' ||
    type === 'Feature' ||
    (typeof schema === 'string' && schema.startsWith('evalguard.')) ||
    FOREIGN.some((keys) => keys.every((key) => Object.hasOwn(value, key)))
  );
}

function isMessage(value: JsonObject): boolean {
  return Object.hasOwn(value, 'role') && Object.hasOwn(value, 'content');
}
