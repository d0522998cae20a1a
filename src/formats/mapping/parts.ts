import { EMPTY_DATASET, EMPTY_JUDGE, type Reading, type StatedThreshold } from '../../core/reading.ts';
import { shorten, words } from '../../core/text.ts';
import {
  formatPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  valueAt,
} from '../../document/document.ts';
import { spelledJson } from '../../document/spelling.ts';
import type { Literal, Mapping } from '../../policy/policy.ts';
import { asDay, asInstant, asList, asObject, asText, instantOf, textMembers, versionAt } from '../field.ts';
import { readThreshold } from '../native/claims.ts';
import { readDataset } from '../native/native.ts';
import { pointerAt, type Tokens, tokensOf } from './places.ts';

/** Where a part of a file stands. */
interface PartPlace {
  readonly pointer: string;
  readonly root: JsonValue;
}

/** What reads each part of a run that a mapping can point to; `null` where it is not understood. */
export const PART_READERS = {
  status: (value) => (value === 'measured' || value === 'unmeasured' ? value : null),
  reason: (value) => asText(value),
  generated_at: (value) => asInstant(value) ?? unixTime(value),
  date: (value) => asDay(value),
  mode: readMode,
  metrics_version: (_, { pointer, root }) => {
    const tokens = parsePointer(pointer) ?? [];
    return versionAt(asObject(valueAt(root, tokens.slice(0, -1))), tokens.at(-1) ?? '');
  },
  // By its name alone, or as an object.
  dataset: (value) =>
    typeof value === 'string' ? { ...EMPTY_DATASET, name: value } : readDataset(asObject(value)),
  limits: (value) => asObject(value),
  models: readModels,
  // By its route alone, or as an object that has one.
  judge: (value) => {
    const route = asText(value, 'route') ?? modelOf(value);
    return route === null ? null : { ...EMPTY_JUDGE, route };
  },
  thresholds: readMappedThresholds,
} as const satisfies Readonly<
  Record<
    Exclude<keyof Mapping, 'metrics' | 'percent' | 'definitions' | 'rows' | 'arms' | 'part'>,
    (value: JsonValue, place: PartPlace) => unknown
  >
>;

type Part = keyof typeof PART_READERS;

/** The parts of a run as they were read; `null` where the file does not say. */
export type Parts = { readonly [Key in Part]: ReturnType<(typeof PART_READERS)[Key]> | null };

/** What was read of a part, and what was lost. */
interface ReadPart {
  readonly value: unknown;
  readonly loss: string | null;
}

const ABSENT: ReadPart = { value: null, loss: null };

/** The parts of a file, of which an arm may have its own; each is read once, however many arms there are. */
export class PartReader {
  readonly #root: JsonValue;
  readonly #mapping: Mapping;
  readonly #whole = new Map<Part, ReadPart>();
  /** The places that the mapping names. */
  readonly #named: readonly Tokens[];

  constructor(root: JsonValue, mapping: Mapping) {
    this.#root = root;
    this.#mapping = mapping;
    const named = [...(Object.keys(PART_READERS) as Part[]), 'part' as const].flatMap((part) => {
      const place = mapping[part];
      const all = typeof place === 'object' && !isLiteral(place) ? Object.values(place) : [place];
      return all.filter((each) => typeof each === 'string');
    });
    this.#named = tokensOf(named);
  }

  /** The pointers that the mapping names, from the arm at these tokens. */
  namedAt(base: Tokens): readonly string[] {
    return this.#named.map((tokens) => pointerAt(base, ...tokens));
  }

  /** The parts of the arm at these tokens, each from the arm where it stands there and from the file where not. */
  partsAt(base: Tokens): {
    readonly parts: Parts;
    readonly part: string | null;
    readonly losses: readonly string[];
  } {
    const losses: string[] = [];
    const values = (Object.keys(PART_READERS) as Part[]).map((part) => {
      const found = this.#find(part, base);
      if (found.loss !== null) losses.push(found.loss);
      return [part, found.value];
    });
    const { part } = this.#mapping;
    const filter = part === undefined ? null : this.#stands(part, base);
    return { parts: Object.fromEntries(values), part: filterText(part, filter?.value), losses };
  }

  #find(part: Part, base: Tokens): ReadPart {
    const place: Mapping[Part] = this.#mapping[part];
    if (place === undefined) return ABSENT;
    if (typeof place === 'string') {
      const own = base.length === 0 ? null : this.#stands(place, base, false);
      if (own !== null && own.value !== null) return this.#readAt(part, place, own);
    }
    const whole = this.#whole.get(part) ?? this.#readWhole(part, place, base);
    // One place of several can stand in the arm.
    if (typeof place === 'string' || isLiteral(place) || base.length === 0) this.#whole.set(part, whole);
    return whole;
  }

  #readWhole(part: Part, place: NonNullable<Mapping[Part]>, base: Tokens): ReadPart {
    if (typeof place === 'string') {
      const found = this.#stands(place, []);
      return found === null
        ? { ...ABSENT, loss: `${part}: nothing stands at ${place}` }
        : this.#readAt(part, place, found);
    }
    if (isLiteral(place)) {
      const value = PART_READERS[part](place.is, { pointer: '/is', root: place as unknown as JsonObject });
      return {
        value,
        loss: value === null ? `${part}: the value that the policy states is not understood` : null,
      };
    }
    return this.#roles(place as Readonly<Record<string, string | Literal>>, base);
  }

  #readAt(
    part: Part,
    place: string,
    { value, pointer }: { readonly value: JsonValue; readonly pointer: string },
  ): ReadPart {
    const read = value === null ? null : PART_READERS[part](value, { pointer, root: this.#root });
    const why = value === null ? `${place} is null` : `what stands at ${place} is not understood`;
    return { value: read, loss: read === null ? `${part}: ${why}` : null };
  }

  /** Models by role, each at a place of its own. */
  #roles(places: Readonly<Record<string, string | Literal>>, base: Tokens): ReadPart {
    const models = new Map<string, string>();
    const lost: string[] = [];
    for (const [role, place] of Object.entries(places)) {
      const model = modelOf(typeof place === 'string' ? this.#stands(place, base)?.value : place.is);
      if (model !== null) models.set(role, model);
      else lost.push(typeof place === 'string' ? `${role} at ${place}` : role);
    }
    return {
      value: models,
      loss: lost.length === 0 ? null : `models: no name of a model stands for ${lost.join(', ')}`,
    };
  }

  /** What stands at a pointer below the base; else, unless only that counts, from the root of the file. */
  #stands(place: string, base: Tokens, orRoot = true) {
    const tokens = parsePointer(place) ?? [];
    for (const from of orRoot && base.length > 0 ? [base, []] : [base]) {
      const value = valueAt(this.#root, [...from, ...tokens]);
      if (value !== undefined && (value !== null || from.length === 0))
        return { value, pointer: formatPointer([...from, ...tokens]) };
    }
    return null;
  }
}

function isLiteral(place: unknown): place is Literal {
  return isObject(place) && Object.hasOwn(place, 'is');
}

/** A Unix time in seconds or in milliseconds. Both are of this century: a smaller number is a count or a date in digits. */
function unixTime(value: JsonValue): string | null {
  if (typeof value !== 'number' || value < 1e9 || value >= 1e14) return null;
  return value < 1e11 ? instantOf(value) : instantOf(value / 1000);
}

/** A word, or a boolean under a key that says which of the two it affirms (`/fake`, `/llm/scripted`). */
function readMode(value: JsonValue, { pointer }: PartPlace): Reading['mode'] {
  if (typeof value !== 'boolean') return modeOf(asText(value));
  const affirmed = modeOf(parsePointer(pointer)?.at(-1) ?? null);
  if (value || affirmed === null) return affirmed;
  return affirmed === 'real' ? 'scripted' : 'real';
}

function modeOf(word: string | null): Reading['mode'] {
  if (word === 'real') return 'real';
  return word === 'fake' || word === 'scripted' ? 'scripted' : null;
}

/** Who makes or serves a model, and how it is called, as objects of one model write it. */
const VENDORS = words('vendor provider organization');
const NAMES = words('name id model model_name model_id');

/** The route of one model: a text, or an object of its vendor and its name; `null` where it is neither. */
function modelOf(value: JsonValue | undefined): string | null {
  const text = asText(value);
  if (text !== null) return text === '' ? null : text;
  const first = (keys: readonly string[]) => keys.map((key) => asText(value, key)).find(Boolean);
  const [vendor, name] = [first(VENDORS), first(NAMES)];
  if (name === undefined) return null;
  return vendor === undefined ? name : `${vendor}:${name}`;
}

/** Routes by role; a lone text, an object of one model and a list of one are the one model there was. */
function readModels(value: JsonValue): ReadonlyMap<string, string> | null {
  const list = asList(value);
  const one = modelOf(list?.length === 1 ? list[0] : value);
  if (one !== null) return new Map([['model', one]]);
  const object = asObject(value);
  const models = new Map(textMembers(object));
  for (const [role, inner] of Object.entries(object ?? {})) {
    const model = isObject(inner) ? modelOf(inner) : null;
    if (model !== null) models.set(role, model);
  }
  return models.size === 0 ? null : models;
}

/** Which part of the suite a filter leaves; `null` where nothing filters. */
function filterText(pointer: string | undefined, value: JsonValue | undefined): string | null {
  const empty = value === undefined || value === null || value === false || value === '';
  if (pointer === undefined || empty || asList(value)?.length === 0) return null;
  const name = parsePointer(pointer)?.at(-1) ?? 'part';
  return `${name} ${shorten(typeof value === 'string' ? value : spelledJson(value), 80)}`;
}

/** Thresholds stated as `{ metric: { min, max, verdict } }`; anything else is not understood. */
function readMappedThresholds(value: JsonValue, { pointer }: PartPlace): readonly StatedThreshold[] | null {
  const object = asObject(value);
  if (object === null) return null;
  const read = Object.entries(object).map(([metric, threshold]) =>
    readThreshold(metric, asObject(threshold), pointer + formatPointer([metric])),
  );
  return read.every((threshold) => threshold !== null) ? read : null;
}
