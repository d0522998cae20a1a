import { formatPointer } from '../../document/document.ts';
import { asList, asObject, asText, type JsonObject, member } from '../field.ts';
import type { ResultFile } from '../format.ts';

/** One result of an eval and its place. */
export interface Entry {
  readonly source: JsonObject;
  readonly pointer: string;
}

/** An eval: a task with its data and scorers, or one variant of it. */
export interface Evaluation {
  /** The same for all variants of a task. */
  readonly task: string;
  readonly variant: string | null;
  readonly source: JsonObject;
  readonly pointer: string;
  readonly entries: readonly Entry[];
}

/** The two layouts: evals with results, and since evalite 1.0 suites with evals. */
const LAYOUTS = [
  ['evals', 'results'],
  ['suites', 'evals'],
] as const;

/** What an export says of its run; `null` where a file is none. */
export function runOf({ document }: ResultFile): JsonObject | null {
  const root = asObject(document?.value);
  const run = asObject(member(root, 'run'));
  const known =
    asText(member(run, 'runType')) !== null &&
    LAYOUTS.some(([outer]) => asList(member(root, outer)) !== null);
  return known ? run : null;
}

/** How many evals and results of an export are no objects, and so are not read. */
export function unreadIn({ document }: ResultFile): number {
  const root = asObject(document?.value);
  const layout = LAYOUTS.find(([outer]) => asList(member(root, outer)) !== null);
  if (layout === undefined) return 0;
  const [outer, inner] = layout;
  const evals = asList(member(root, outer)) ?? [];
  const results = evals.flatMap((item) => asList(member(asObject(item), inner)) ?? []);
  return [...evals, ...results].filter((item) => asObject(item) === null).length;
}

/** The evals of an export in the order of the file. */
export function readEvaluations({ document }: ResultFile): readonly Evaluation[] {
  const root = asObject(document?.value);
  const layout = LAYOUTS.find(([outer]) => asList(member(root, outer)) !== null);
  if (layout === undefined) return [];
  const [outer, inner] = layout;
  const evaluations = (asList(member(root, outer)) ?? []).flatMap((item, index): Evaluation[] => {
    const source = asObject(item);
    if (source === null) return [];
    const entries = (asList(member(source, inner)) ?? []).flatMap((result, at) => {
      const entry = asObject(result);
      return entry === null ? [] : [{ source: entry, pointer: formatPointer([outer, index, inner, at]) }];
    });
    const variant = asText(member(source, 'variantName'));
    const name = asText(member(source, 'name')) ?? 'unnamed';
    const task = variant === null ? name : (asText(member(source, 'variantGroup')) ?? name);
    return [{ task, variant, source, pointer: formatPointer([outer, index]), entries }];
  });
  return toldApart(evaluations);
}

/**
 * Evals of one name and variant have the file that defines them in their task's name, where the files' names differ, and
 * their place among each other where not: their cases are never taken for samples of one another.
 */
function toldApart(evaluations: readonly Evaluation[]): readonly Evaluation[] {
  const groups = new Map<string, Evaluation[]>();
  for (const evaluation of evaluations) {
    const key = JSON.stringify([evaluation.task, evaluation.variant]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [evaluation]);
    else group.push(evaluation);
  }
  const names = new Map<Evaluation, string>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const files = group.map(({ source }) => fileName(asText(member(source, 'filepath')) ?? ''));
    const named = new Set(files).size === files.length && !files.includes('');
    group.forEach((each, at) => {
      names.set(each, named ? `${each.task} (${files[at]})` : `${each.task} #${at + 1}`);
    });
  }
  return evaluations.map((each) => ({ ...each, task: names.get(each) ?? each.task }));
}

/** A path is absolute, of the machine that ran the eval: its end alone is the same everywhere. */
function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
