import { spend } from '../../core/budget.ts';
import type { Judgment, Row } from '../../core/reading.ts';
import { shorten } from '../../core/text.ts';
import { counted } from '../../core/wording.ts';
import { isObject, type JsonObject, type JsonValue, valueAt } from '../../document/document.ts';
import { respelled } from '../../document/spelling.ts';
import type { RowMapping, RowPlace } from '../../policy/policy.ts';
import { failureOf } from '../failure.ts';
import { asList, asNumber, asObject, asText, textsIn } from '../field.ts';
import { bareRow, reasonedRow, withDoubts, withSamples } from '../row.ts';
import { listLosses, NO_NUMBER, STATES_NULL } from '../wording.ts';
import { errorText, passOf } from './outcome.ts';
import { isPattern, nameIn, placesOf, placeText, pointerAt, type Tokens, tokensOf } from './places.ts';
import { unreadMembers } from './unread.ts';
import { spellUsual, USUAL_NAMES, usualMapping } from './usual-names.ts';

/** The score that a row's pass or its checks give. */
export const PASSED = 'passed';

/** The score of the checks of a row that states a pass of its own. */
const CHECKS = 'checks';

/** An object that stands where rows do, with the key that it was found under. */
interface Entry {
  readonly row: JsonObject;
  readonly tokens: Tokens;
  readonly key: string | null;
  /** Whether several rows were found under the key, so that it names none of them alone. */
  readonly grouped: boolean;
}

/** The rows that a mapping names, or `null` where none stand there; and what of them is not read. */
interface MappedRows {
  readonly rows: readonly Row[] | null;
  /** How many objects stand there, read or not. */
  readonly count: number;
  readonly losses: readonly string[];
  /** The places of the lists and objects that were read. */
  readonly read: readonly Tokens[];
}

/** Reads the rows of a file, or of one arm of it, which stands at `base`. */
export function readRows(root: JsonValue, base: Tokens, rows: string | RowMapping): MappedRows {
  const at = typeof rows === 'string' ? rows : rows.at;
  const [pattern = []] = tokensOf(at);
  const { entries, read, others } = entriesAt(root, base, pattern);
  spend('steps', entries.length);
  if (read.length === 0) {
    const stands = valueAt(root, [...base, ...pattern]);
    const why =
      stands === undefined ? `nothing stands at ${at}` : `what stands at ${at} is no list and no object`;
    return { rows: null, count: 0, losses: [`rows: ${why}`], read };
  }
  const unread =
    others > 0 &&
    `rows: ${counted(others, 'entry', 'entries')} at ${placeText(at)} ${others === 1 ? 'is no object and is' : 'are no objects and are'} not read`;
  const mapping =
    typeof rows === 'string'
      ? usualMapping(
          at,
          entries.map(({ row }) => row),
        )
      : rows;
  if (mapping === null) {
    const none =
      'rows: they are counted; no usual name of a pass or a score stands in them, so say where it stands';
    return { rows: null, count: entries.length, losses: listLosses(unread, none), read };
  }
  const reader = new RowReader(mapping);
  const own = entries.flatMap((entry) => reader.rowsOf(entry));
  const usual = typeof rows === 'string' && `rows: read by the usual names: ${spellUsual(mapping)}`;
  const sampled = numbered(own);
  return {
    rows: sampled.rows,
    count: new Set(sampled.rows.map(({ id }) => id)).size,
    losses: listLosses(
      unread,
      usual,
      ...reader.losses(),
      ...sampled.losses,
      unreadMembers(
        mapping,
        entries.map(({ row }) => row),
      ),
    ),
    read,
  };
}

/** The objects where rows stand: those in a list, those of an object by their keys, or what a pattern finds. */
function entriesAt(root: JsonValue, base: Tokens, pattern: Tokens) {
  const scope = valueAt(root, base);
  const entries: Entry[] = [];
  const read: Tokens[] = [];
  let others = 0;
  const add = (value: JsonValue, tokens: Tokens, key: string | null, grouped: boolean) => {
    if (isObject(value)) entries.push({ row: value, tokens, key, grouped });
    else others += 1;
  };
  const addAll = (list: readonly JsonValue[], tokens: Tokens, key: string | null, grouped: boolean) => {
    for (const [index, item] of list.entries()) add(item, [...tokens, String(index)], key, grouped);
  };
  const places = scope === undefined ? [] : placesOf(scope, pattern);
  const matched = isPattern(pattern);
  for (const { value, tokens, key } of places) {
    const place = [...base, ...tokens];
    const list = asList(value);
    const object = asObject(value);
    if (list !== null) addAll(list, place, matched ? key : null, matched);
    else if (object === null) others += matched ? 1 : 0;
    else if (matched) add(object, place, key, false);
    else {
      for (const [name, inner] of Object.entries(object)) {
        const trials = asList(inner);
        if (trials === null) add(inner, [...place, name], name, false);
        else addAll(trials, [...place, name], name, false);
      }
    }
    if (list !== null || object !== null) read.push(place);
  }
  return { entries, read, others };
}

/** The places inside a row, each as tokens; of several the first that stands counts. */
type Places = readonly Tokens[];

/** What a row keeps under the names of a native one. */
const EVIDENCE = ['input', 'expected', 'output'] as const;

class RowReader {
  readonly #places: Readonly<Record<Exclude<keyof RowMapping, 'at' | 'scores' | 'checks'>, Places>>;
  readonly #scores: readonly (readonly [name: string, places: Places])[] | null;
  readonly #scoresAt: Places;
  readonly #checks: { readonly at: Places; readonly pass: Places; readonly item: Places } | null;
  readonly #pass: string | null;
  #unnamed = 0;
  #failed = 0;

  constructor(mapping: RowMapping) {
    const { scores, checks } = mapping;
    const at = (place: RowPlace | undefined) => tokensOf(place);
    this.#places = {
      ...{ id: at(mapping.id), pass: at(mapping.pass), trials: at(mapping.trials), error: at(mapping.error) },
      ...{ reason: at(mapping.reason), category: at(mapping.category), arm: at(mapping.arm) },
      ...{ provenance: at(mapping.provenance), sample: at(mapping.sample), judge: at(mapping.judge) },
      ...{ input: at(mapping.input), expected: at(mapping.expected), output: at(mapping.output) },
    };
    this.#scoresAt = typeof scores === 'string' ? at(scores) : [];
    this.#scores =
      typeof scores === 'object' ? Object.entries(scores).map(([name, place]) => [name, at(place)]) : null;
    this.#checks =
      checks === undefined
        ? null
        : {
            at: at(checks.at),
            pass: at(checks.pass ?? USUAL_NAMES.pass),
            item: at(checks.item ?? USUAL_NAMES.item),
          };
    this.#pass = mapping.pass === undefined ? null : [mapping.pass].flat().join(' or ');
  }

  /** The row of an entry, or one for each of its trials. */
  rowsOf(entry: Entry): readonly Row[] {
    const id = this.#idOf(entry);
    const found = firstAt([entry.row], this.#places.trials);
    const trials = (asList(found?.value) ?? []).flatMap((trial, index) =>
      isObject(trial) ? [{ trial, tokens: [...entry.tokens, ...(found?.tokens ?? []), String(index)] }] : [],
    );
    if (trials.length === 0) return [this.#rowOf(id, [entry.row], entry.tokens)];
    return trials.map(({ trial, tokens }) => this.#rowOf(id, [trial, entry.row], tokens));
  }

  losses(): readonly string[] {
    return listLosses(
      this.#unnamed > 0 &&
        `rows: ${this.#unnamed} have no id, and are named by their place; a row that moves is then another case`,
      this.#failed > 0 &&
        `rows: ${this.#failed} ended in an error and count as failures, as the file states; a null there would be unmeasured`,
    );
  }

  #idOf({ row, tokens, key, grouped }: Entry): string {
    const own = nameAmong(
      [row],
      this.#places.id.length > 0 ? this.#places.id : key === null || grouped ? [['id']] : [],
    );
    if (this.#places.id.length > 0 && own !== null) return own;
    if (key !== null) return grouped && own !== null ? `${key}/${own}` : key;
    if (own !== null) return own;
    this.#unnamed += 1;
    return `row ${tokens.at(-1)}`;
  }

  /** `from`: the trial, where there is one, then the row. */
  #rowOf(id: string, from: readonly JsonObject[], tokens: Tokens): Row {
    const places = this.#places;
    const [source = {}] = from;
    const name = (at: Places) => nameAmong(from, at);
    const failed = errorText(firstAt(from, places.error)?.value);
    const reason = reasonText(firstAt(from, places.reason)?.value);
    const judge = name(places.judge);
    const { judgments: all, score: checked } = this.#judgments(from, judge);
    // A check without a verdict can be the one that failed: without it the others are no share of all.
    const silent = all.filter(({ value }) => value === null).length;
    const judgments = silent === 0 ? all : [];
    const { scores, unmeasured } = this.#scoresOf(from, failed, reason);
    if (checked !== null && judgments.length === 0 && !scores.has(checked)) {
      scores.set(checked, null);
      const missing =
        silent === 0 ? 'no checks stand in the row' : `${silent} of ${all.length} checks state no verdict`;
      unmeasured.set(checked, failed === null ? `evidence_missing: ${missing}` : failureOf(failed));
    }
    if (failed !== null && scores.get(PASSED) === false) this.#failed += 1;
    const row: Row = {
      ...bareRow(id, pointerAt(tokens), this.#sourceOf(source, from)),
      arm: name(places.arm),
      sample: asNumber(firstAt(from, places.sample)?.value) ?? Number.NaN,
      category: name(places.category),
      provenance: name(places.provenance),
      error: failed === null ? null : { kind: failureOf(failed), message: failed },
      scores,
      unmeasured,
      judgments,
      served: judge === null || judgments.length > 0 ? new Map() : new Map([['judge', judge]]),
      ...withDoubts(doubtsOf(scores.get(PASSED), judgments)),
    };
    return reasonedRow(reasonedRow(row, failed), reason);
  }

  #scoresOf(from: readonly JsonObject[], failed: string | null, reason: string | null) {
    const scores = new Map<string, number | boolean | null>();
    const unmeasured = new Map<string, string>();
    const why = (otherwise: string) => {
      if (failed !== null) return failureOf(failed);
      return reason === null ? otherwise : `evidence_missing: ${shorten(reason, 200)}`;
    };
    const put = (name: string, stated: JsonValue | undefined) => {
      const value = typeof stated === 'boolean' ? stated : asNumber(stated);
      scores.set(name, value);
      if (value === null) unmeasured.set(name, stated === null ? why(STATES_NULL) : NO_NUMBER);
    };
    for (const [name, places] of this.#scores ?? []) {
      const found = firstAt(from, places);
      if (found !== null) put(name, found.value);
    }
    const found = firstAt(from, this.#scoresAt);
    const object = asObject(found?.value);
    if (object !== null) {
      for (const [name, value] of Object.entries(object))
        if (value === null || typeof value === 'boolean' || typeof value === 'number') put(name, value);
    } else if (found !== null) put(found.tokens.at(-1) ?? 'score', found.value);
    if (this.#pass === null) return { scores, unmeasured };
    const stated = firstAt(from, this.#places.pass)?.value;
    const passed = passOf(stated);
    if (typeof passed === 'boolean') scores.set(PASSED, passed);
    else {
      scores.set(PASSED, null);
      const absent = stated === undefined ? `evidence_missing: nothing stands at ${this.#pass}` : passed;
      unmeasured.set(PASSED, stated === undefined || stated === null ? why(absent) : passed);
    }
    return { scores, unmeasured };
  }

  /** The checks of a row as rulings, and the score that they are of. */
  #judgments(from: readonly JsonObject[], judge: string | null) {
    if (this.#checks === null) return { judgments: [], score: null };
    const { at, pass, item } = this.#checks;
    const score = this.#pass === null ? PASSED : CHECKS;
    const list = asList(firstAt(from, at)?.value) ?? [];
    const judgments = list.map((check): Judgment => {
      const source = asObject(check);
      const passed = passOf(source === null ? check : firstAt([source], pass)?.value);
      return {
        score,
        item: source === null ? null : nameAmong([source], item),
        value: typeof passed === 'boolean' ? passed : null,
        judged_by: judge,
        order: null,
      };
    });
    return { judgments, score };
  }

  /** The row as it stands, with what a mapping says is its input and output under the names that evidence has. */
  #sourceOf(source: JsonObject, from: readonly JsonObject[]): JsonObject {
    const named = EVIDENCE.flatMap((name) => {
      const found = firstAt(from, this.#places[name]);
      return found === null ? [] : [[name, found.value] as const];
    });
    return named.length === 0 ? source : respelled({ ...source, ...Object.fromEntries(named) }, source);
  }
}

/** What a row says of itself and its checks say otherwise: all of them failed in a row that passed, or the reverse. */
function doubtsOf(
  passed: Row['scores'] extends ReadonlyMap<string, infer V> ? V | undefined : never,
  judgments: readonly Judgment[],
) {
  const values = judgments.flatMap(({ score, value }) => (score === CHECKS && value !== null ? [value] : []));
  if (typeof passed !== 'boolean' || values.length === 0 || values.some((value) => value === passed))
    return [];
  const because = `every check of the row ${passed ? 'failed' : 'passed'}`;
  return [{ score: PASSED, by: 'field' as const, because }];
}

/** A reason in words, or the first few of several; `null` where there is none. */
function reasonText(value: JsonValue | undefined): string | null {
  return (asText(value) ?? textsIn(value).slice(0, 5).join('; ')) || null;
}

/** What stands first, in the trial before the row; `null` where nothing does. A null counts only where nothing else stands. */
function firstAt(from: readonly JsonObject[], places: Places) {
  let none: { readonly value: JsonValue; readonly tokens: Tokens } | null = null;
  for (const source of from) {
    for (const tokens of places) {
      const value = valueAt(source, tokens);
      if (value === undefined) continue;
      if (value !== null) return { value, tokens };
      none ??= { value, tokens };
    }
  }
  return none;
}

function nameAmong(from: readonly JsonObject[], places: Places): string | null {
  for (const source of from) {
    for (const tokens of places) {
      const name = nameIn(source, tokens);
      if (name !== null) return name;
    }
  }
  return null;
}

/** The rows with the samples that they state, where each states a whole number; else each further row of a case is its next. */
function numbered(rows: readonly Row[]): {
  readonly rows: readonly Row[];
  readonly losses: readonly string[];
} {
  const stated = rows.filter(({ sample }) => Number.isSafeInteger(sample) && sample >= 0).length;
  if (stated < rows.length || rows.length === 0) {
    const some =
      stated > 0 &&
      `rows: ${rows.length - stated} state no number of a sample, so the rows of a case are counted`;
    return { rows: withSamples(rows), losses: listLosses(some) };
  }
  const first = rows.some(({ sample }) => sample === 0) ? 1 : 0;
  return { rows: first === 0 ? rows : rows.map((row) => ({ ...row, sample: row.sample + 1 })), losses: [] };
}
