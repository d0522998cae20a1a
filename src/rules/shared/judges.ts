import { getOrMake, groupBy } from '../../core/maps.ts';
import type { Reading, Row } from '../../core/reading.ts';
import { canonicalRoute } from '../../core/route/canonical.ts';
import type { Route } from '../../core/route/route.ts';
import { formatPointer } from '../../document/document.ts';
import type { RecordSubject } from '../subject.ts';

/** The part of a record that names a route: asked for, answered by, or checked by the harness. */
export type RouteSource = 'judge' | 'models' | 'served' | 'judged_by' | 'checked_against';

/** A route that a reading names, at the first place that does. */
export interface NamedRoute {
  readonly text: string;
  readonly route: Route;
  readonly where: RouteSource;
  /** The role of the system under evaluation; `null` for the judge. */
  readonly role: string | null;
  readonly pointer: string | null;
  /** The number of places that name it. */
  readonly count: number;
}

/** The judges of a reading, and the models that they judged. */
export interface Judging {
  readonly reading: Reading;
  readonly judges: readonly NamedRoute[];
  readonly evaluated: readonly NamedRoute[];
}

const JUDGES: ReadonlySet<string> = new Set(
  ['judge', 'grader', 'scorer', 'evaluator', 'rater', 'autorater'].flatMap((name) => [name, `${name}s`]),
);

/** Whether a role grades the system rather than being part of it. A critic, reviewer or verifier is a part of it. */
export function isJudgeRole(role: string): boolean {
  const words = role.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
  return words.split(/[^a-z]+/).some((word) => JUDGES.has(word));
}

const known = new WeakMap<RecordSubject, readonly Judging[]>();

/**
 * The judges of each reading of a record, and whom they judged. A scripted run called no model, so there is nobody to
 * name. Several rules ask, and a record can have many rows, so the answer is kept as long as the record is.
 */
export function judgings(record: RecordSubject): readonly Judging[] {
  return getOrMake(known, record, () => {
    const routes = new Map<string, Route>();
    const routeOf = (text: string) =>
      getOrMake(routes, text, () => canonicalRoute(text, record.policy.judge));
    return record.readings
      .filter(({ mode }) => mode !== 'scripted')
      .map((reading) => judgingOf(record, reading, routeOf));
  });
}

type Mentioned = (
  text: string,
  where: RouteSource,
  role: string | null,
  pointer: () => string | null,
) => void;

function judgingOf(record: RecordSubject, reading: Reading, routeOf: (text: string) => Route): Judging {
  const mentions: (NamedRoute & { count: number })[] = [];
  const byText = new Map<string, (NamedRoute & { count: number })[]>();
  const mention: Mentioned = (text, where, role, pointer) => {
    const alike = byText.get(text) ?? [];
    const same = alike.find((other) => other.where === where && other.role === role);
    if (same !== undefined) {
      same.count += 1;
      return;
    }
    const added = { text, route: routeOf(text), where, role, pointer: pointer(), count: 1 };
    mentions.push(added);
    byText.set(text, [...alike, added]);
  };
  const { judge, models, rows, arm } = reading;
  const at = pointersOf(record);
  if (judge !== null) {
    if (judge.route !== null) mention(judge.route, 'judge', null, () => at.judge('route'));
    for (const [index, text] of judge.served.entries()) {
      mention(text, 'served', null, () => at.judge(arm ?? 'baseline', 'served', index));
    }
  }
  for (const [role, text] of models) {
    mention(text, 'models', isJudgeRole(role) ? null : role, () => at.model(role));
  }
  for (const text of judge?.checked_against ?? []) {
    mention(text, 'checked_against', 'checked_against', () => at.judge('checked_against'));
  }
  for (const row of rows ?? []) mentionsOf(row, at, mention);
  return {
    reading,
    judges: mentions.filter(({ role }) => role === null),
    evaluated: mentions.filter(({ role }) => role !== null),
  };
}

function mentionsOf(row: Row, at: JudgePointers, mention: Mentioned): void {
  for (const [index, { judged_by }] of row.judgments.entries()) {
    if (judged_by === null) continue;
    mention(judged_by, 'judged_by', null, () => at.row(row, 'judgments', index, 'judged_by'));
  }
  for (const [role, text] of row.served) {
    if (text === null) continue;
    mention(text, 'served', isJudgeRole(role) ? null : role, () => at.row(row, 'served', role));
  }
}

/** The JSON Pointers of judges, models and rows in a record's file, as far as its format tells. */
export interface JudgePointers {
  judge(...tokens: readonly (string | number)[]): string | null;
  model(role: string): string | null;
  row(row: Row, ...tokens: readonly (string | number)[]): string | null;
}

/** The places of a native result; of a mapped file those that the policy points at; of other formats the rows alone. */
export function pointersOf({ format, series }: RecordSubject): JudgePointers {
  const mapping = series !== null && 'mapping' in series.format ? series.format.mapping : null;
  if (format === 'native') {
    return {
      judge: (...tokens) => formatPointer(['judge', ...tokens]),
      model: (role) => formatPointer(['models', role]),
      row: (row, ...tokens) => row.pointer + formatPointer(tokens),
    };
  }
  return {
    judge: () => (format === 'mapping' ? placeOf(mapping?.judge) : null),
    model: (role) => {
      const models = format === 'mapping' ? mapping?.models : undefined;
      return placeOf(
        typeof models === 'object' ? new Map<string, unknown>(Object.entries(models)).get(role) : models,
      );
    },
    row: (row) => row.pointer,
  };
}

/** A place that a mapping names; `null` where it names none, or states the value itself. */
function placeOf(part: unknown): string | null {
  return typeof part === 'string' ? part : null;
}

/** The most findings of a rule in one record: enough to fix it by, whatever a stranger's file names. */
export const MOST_FINDINGS = 20;

/** Items that differ by what `key` says of them, each the first of its kind. */
export function distinct<Item>(items: readonly Item[], key: (item: Item) => unknown): readonly Item[] {
  return Array.from(groupBy(items, (item) => JSON.stringify(key(item))).values(), ([first]) => first);
}
