import type { JsonValue } from '../../document/document.ts';
import { asObject, type JsonObject, member } from '../field.ts';

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
export function directionOf(root: JsonObject, task: string, metric: string): 'higher' | 'lower' | null {
  const better = stated(root, task, metric);
  if (typeof better === 'boolean') return better ? 'higher' : 'lower';
  return better === undefined ? directionByName(metric) : null;
}

/** Whether results say anything of which way is better; a stated null is that none is. */
export function statesDirection(root: JsonObject, task: string, metric: string): boolean {
  return stated(root, task, metric) !== undefined;
}

function stated(root: JsonObject, task: string, metric: string): JsonValue | undefined {
  return member(asObject(member(asObject(member(root, 'higher_is_better')), task)), metric);
}
