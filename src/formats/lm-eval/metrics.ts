import { groupBy } from '../../core/maps.ts';
import type { Claim, Definition } from '../../core/reading.ts';
import { formatPointer, type JsonObject, type JsonValue } from '../../document/document.ts';
import { claimAt } from '../claim.ts';
import { asCount, asList, asNumber, asObject, asText, memberAt, objectsIn } from '../field.ts';
import { listLosses, type NotFinite, reasonOfNull, STATES_NULL, sliceName } from '../wording.ts';

/** One number of a task: its key in the file, and that of its standard error. */
interface Stated {
  readonly metric: string;
  /** `null` in files from before 0.4, which name none. */
  readonly filter: string | null;
  readonly key: string;
  readonly errorKey: string;
}

const ERROR = '_stderr';

/** Reads every metric of every task and group, these sorted, under its full name: `exact_match,strict-match[task=gsm8k]`. */
export function readMetrics(root: JsonObject, countsOf: CountsOf, notFinite: NotFinite) {
  const filtered = namesFilters(root);
  const claims: Claim[] = [];
  const definitions = new Map<string, Definition>();
  const losses: string[] = [];
  const errorless: string[] = [];
  const byName: string[] = [];
  const entries = entriesOf(root);
  for (const { block, task, entry } of entries) {
    const stated = metricsOf(entry, filtered);
    const why = (key: string) => reasonOfNull(notFinite, formatPointer([block, task, key]), STATES_NULL);
    for (const each of stated) {
      const name = metricName(each.key, task);
      const error = asNumber(entry, each.errorKey);
      if (error === null) errorless.push(name);
      const { effective, original } = countsOf(task);
      const claim = claimAt(entry, each.key, [block, task], () => why(each.key), name);
      if (claim === null) continue;
      if (statedDirection(root, task, each.metric) === undefined) byName.push(each.metric);
      claims.push({
        ...(effective === 0
          ? { ...claim, value: null, reason: 'no_cases: no item of the task was asked' }
          : claim),
        measured: effective,
        expected: original,
        standard_error: error,
        direction: directionOf(root, task, each.metric),
      });
      if (aggregationOf(root, task, each.metric) === 'mean') definitions.set(name, { aggregate: 'mean' });
    }
    losses.push(...severalFilters(task, stated));
  }
  return {
    claims,
    definitions,
    tasks: entries.map(({ task }) => task).sort(),
    losses: [...losses, ...lossesOf(claims, definitions, errorless), ...directionLosses(byName)],
  };
}

/** The name of a metric: the file's own key, and the task where one is known. */
export function metricName(key: string, task: string | null): string {
  return task === null ? key : sliceName(key, 'task', task);
}

/** Since 0.4 a key is `metric,filter`; such files have parts that older ones lack. */
function namesFilters(root: JsonObject): boolean {
  return (
    ['lm_eval_version', 'configs', 'n-shot'].some((key) => Object.hasOwn(root, key)) ||
    entriesOf(root).some(({ entry }) => Object.keys(entry).some((key) => key.includes(',')))
  );
}

/** What `results` holds, and groups that stand under `groups` alone. */
function entriesOf(root: JsonObject): readonly { block: string; task: string; entry: JsonObject }[] {
  const seen = new Set<string>();
  return ['results', 'groups'].flatMap((block) =>
    Object.entries(asObject(root, block) ?? {}).flatMap(([task, value]) => {
      const entry = asObject(value);
      if (entry === null || seen.has(task)) return [];
      seen.add(task);
      return [{ block, task, entry }];
    }),
  );
}

/** The metrics of one entry. What is called a standard error is never one. */
function metricsOf(entry: JsonObject, filtered: boolean): readonly Stated[] {
  return Object.keys(entry).flatMap((key): Stated[] => {
    const comma = key.lastIndexOf(',');
    if (filtered !== comma > 0 || key === 'alias') return [];
    const [metric, filter] = filtered ? [key.slice(0, comma), key.slice(comma + 1)] : [key, null];
    if (metric.endsWith(ERROR)) return [];
    const errorKey = filter === null ? `${metric}${ERROR}` : `${metric}${ERROR},${filter}`;
    return [{ metric, filter, key, errorKey }];
  });
}

/** How the task's configuration says that a metric is aggregated; a function of its own is written as code. */
function aggregationOf(root: JsonObject, task: string, metric: string): string | null {
  const listed = objectsIn(root, 'configs', task, 'metric_list');
  const found = listed.find((each) => asText(each, 'metric') === metric);
  return asText(found ?? null, 'aggregation');
}

function severalFilters(task: string, stated: readonly Stated[]): readonly string[] {
  const named = stated.filter(({ filter }) => filter !== null);
  return [...groupBy(named, ({ metric }) => metric)].flatMap(([metric, mine]) => {
    if (mine.length < 2) return [];
    const names = mine.map(({ filter }) => filter).join(', ');
    return [
      `headline: ${metric} of ${task} stands under ${mine.length} filters (${names}), and none is picked`,
    ];
  });
}

function lossesOf(
  claims: readonly Claim[],
  definitions: ReadonlyMap<string, Definition>,
  errorless: readonly string[],
): readonly string[] {
  const of = (count: number) => `${count} of ${claims.length} metrics`;
  const undefinedOnes = claims.filter(({ name }) => !definitions.has(name)).length;
  const uncounted = claims.filter(({ measured }) => measured === null).length;
  const undirected = claims.filter(({ direction }) => direction === null).length;
  return listLosses(
    errorless.length > 0 && `standard errors: ${of(errorless.length)} have none that is a number`,
    undefinedOnes > 0 && `definitions: how ${of(undefinedOnes)} follow from their items is not stated`,
    uncounted > 0 && `n: over how many items ${of(uncounted)} are is not stated`,
    undirected > 0 && `direction: which way is better of ${of(undirected)} is not stated`,
  );
}

/** How many items of a task were asked, and how many it has; `null` is what the file does not say. */
interface Counts {
  readonly effective: number | null;
  readonly original: number | null;
}

const UNKNOWN: Counts = { effective: null, original: null };

/** The items of a task, or of a group: the sum over its tasks, where the file counts every one of them. */
export type CountsOf = (task: string) => Counts;

/** Reads `n-samples`, which counts tasks and no groups. */
export function readCounts(root: JsonObject): CountsOf {
  const stated = asObject(root, 'n-samples');
  const subtasks = asObject(root, 'group_subtasks');
  const countsOf = (task: string, above: readonly string[]): Counts => {
    const own = asObject(stated, task);
    if (own !== null) return { effective: asCount(own, 'effective'), original: asCount(own, 'original') };
    const below = (asList(subtasks, task) ?? []).map((name) => asText(name));
    // a group that holds itself would never end
    if (below.length === 0 || above.includes(task)) return UNKNOWN;
    const parts = below.map((name) => (name === null ? UNKNOWN : countsOf(name, [...above, task])));
    return { effective: sum(parts, 'effective'), original: sum(parts, 'original') };
  };
  return (task) => countsOf(task, []);
}

function sum(parts: readonly Counts[], key: keyof Counts): number | null {
  return parts.reduce<number | null>((total, part) => {
    const more = part[key];
    return total === null || more === null ? null : total + more;
  }, 0);
}

/** Shares of right answers, by the harness's own definition: more is better whatever the task. */
const RIGHT_ANSWERS: ReadonlySet<string> = new Set(['acc', 'acc_norm', 'exact_match']);

/** Which way is better of a metric of which the file says nothing; `null` where its name alone does not tell. */
export function directionByName(metric: string): 'higher' | null {
  return RIGHT_ANSWERS.has(metric) ? 'higher' : null;
}

/** What was taken by its name is told. */
export function directionLosses(metrics: readonly string[]): readonly string[] {
  const taken = [...new Set(metrics)].filter((metric) => directionByName(metric) !== null).sort();
  if (taken.length === 0) return [];
  return [
    `direction: not stated of ${taken.join(', ')}, and taken as higher by the harness’s own definition`,
  ];
}

/** Which way is better as results state it by task and metric, else by the metric's name. */
function directionOf(root: JsonObject, task: string, metric: string): 'higher' | 'lower' | null {
  const better = statedDirection(root, task, metric);
  if (typeof better === 'boolean') return better ? 'higher' : 'lower';
  return better === undefined ? directionByName(metric) : null;
}

/** What results say of which way is better; a stated null is that none is. */
function statedDirection(root: JsonObject, task: string, metric: string): JsonValue | undefined {
  return memberAt(root, 'higher_is_better', task, metric);
}
