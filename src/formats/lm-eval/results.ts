import { EMPTY_READING, type Reading } from '../../core/reading.ts';
import { slug } from '../../core/record/identity.ts';
import type { Document } from '../../document/document.ts';
import { asNumber, asObject, asText, type JsonObject, member } from '../field.ts';
import { instantOf } from '../instant.ts';
import { utcDay } from '../mapping/parts.ts';
import { notFiniteIn, notFiniteLosses } from '../not-finite.ts';
import { readCounts } from './counts.ts';
import { partOf, readDataset, samplesOf, versionsOf } from './dataset.ts';
import { readMetrics } from './metrics.ts';
import { readModel } from './model.ts';

/** Whether an object is what the harness writes under `results_<time>.json`, before or since version 0.4. */
export function isResults(root: JsonObject | null): root is JsonObject {
  const results = asObject(member(root, 'results'));
  const config = asObject(member(root, 'config'));
  return (
    results !== null &&
    Object.values(results).every((entry) => asObject(entry) !== null) &&
    asObject(member(root, 'versions')) !== null &&
    config !== null &&
    Object.hasOwn(config, 'model') &&
    Object.hasOwn(config, 'model_args')
  );
}

/** Reads aggregated results: one metric a task, metric and filter. The file keeps no rows, so all of them are claims. */
export function readResults(root: JsonObject, document: Document | null): Reading {
  const config = asObject(member(root, 'config')) ?? {};
  const notFinite = notFiniteIn(document);
  const counts = readCounts(root);
  const { claims, definitions, tasks, losses } = readMetrics(root, counts, notFinite);
  const model = readModel(config);
  const date = asNumber(member(root, 'date'));
  const generated_at = date === null ? null : instantOf(date);
  const [only, ...others] = tasks;
  return {
    ...EMPTY_READING,
    format: 'lm-eval',
    status: claims.length === 0 ? 'unmeasured' : 'measured',
    reason: claims.length === 0 ? 'no_cases: the file states no metric of any task' : null,
    run: {
      ...EMPTY_READING.run,
      suite: only === undefined || others.length > 0 ? null : slug(only),
      date: utcDay(generated_at),
      generated_at,
    },
    tool_version: harness(root),
    part: partOf(root, tasks, counts),
    metrics_version: versionsOf(root, tasks),
    dataset: readDataset(root, tasks, counts),
    samples: samplesOf(root, tasks),
    limits: Object.hasOwn(config, 'limit') ? { limit: config['limit'] ?? null } : null,
    models: model.route === null ? new Map() : new Map([['model', model.route]]),
    claims,
    definitions,
    losses: [
      'rows: the file keeps none, so its numbers are claims; where they were logged, they stand in samples_<task>_<time>.jsonl',
      'mode, code: the file states none',
      'scales: the file states none, and 0 to 100 may stand beside 0 to 1',
      ...(generated_at === null ? ['date: the file states none'] : []),
      ...(harness(root) === null ? ['harness: the file states no version of it'] : []),
      ...model.losses,
      ...losses,
      ...notFiniteLosses(notFinite),
    ],
  };
}

/** The version of the harness, with the commit that it was run in where it says one. */
function harness(root: JsonObject): string | null {
  const version = asText(member(root, 'lm_eval_version'));
  const commit = asText(member(root, 'git_hash'));
  const parts = [version, commit === null ? null : `git ${commit}`].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}
