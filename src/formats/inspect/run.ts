import { sha256 } from '../../core/digest.ts';
import { type Dataset, EMPTY_JUDGE, type Reading } from '../../core/reading.ts';
import type { JsonObject } from '../../document/document.ts';
import { spelled, spelledJson } from '../../document/spelling.ts';
import { asBoolean, asCommit, asCount, asList, asObject, asText, memberAt } from '../field.ts';
import { listing, listLosses } from '../wording.ts';

/** What was evaluated, by role, the grader apart; `scripted` where the provider is inspect_ai's own mock. */
export function readModels(run: JsonObject): Pick<Reading, 'models' | 'mode' | 'losses'> {
  const model = asText(run, 'model') ?? '';
  const routes = new Map<string, string>(model === 'none/none' ? [] : [['model', routeOf(model)]]);
  for (const [role, value] of Object.entries(asObject(run, 'model_roles') ?? {})) {
    const name = modelName(value);
    if (role !== GRADER && name !== null) routes.set(role, routeOf(name));
  }
  const scripted = model.startsWith('mockllm/');
  return {
    models: routes,
    mode: scripted ? 'scripted' : null,
    losses: listLosses(
      !scripted && 'mode: the file states none',
      'models: who answered is not stated, the model that was asked is',
    ),
  };
}

const GRADER = 'grader';

/** The model of a role or an option: its name, or an object that holds it. */
function modelName(value: JsonObject[string] | undefined): string | null {
  return asText(value) ?? asText(value, 'model');
}

/** A model as inspect_ai writes it, `openai/azure/gpt-x`, as a route: its first part is the provider. */
function routeOf(model: string): string {
  const at = model.indexOf('/');
  return at <= 0 ? model : `${model.slice(0, at)}:${model.slice(at + 1)}`;
}

/**
 * The dataset, and as its version what else decides which cases were asked and how: the task, its arguments, and the part
 * that was asked, so that a run of three samples is never compared with a whole one.
 */
export function readDataset(run: JsonObject): Dataset {
  const dataset = asObject(run, 'dataset');
  const task = asText(run, 'task');
  const name = asText(dataset, 'name') ?? task;
  const cases = asCount(dataset, 'samples');
  const args = asObject(run, 'task_args') ?? {};
  const given = Object.entries(args).map(
    ([key, value]) => `${key}=${typeof value === 'number' ? spelled(args, key, value) : spelledJson(value)}`,
  );
  const part = readPart(run);
  const version = [
    ...(task === null || task === name ? [] : [`task ${task}`]),
    ...(given.length === 0 ? [] : [`args ${listing(given.sort())}`]),
    ...(part === null ? [] : [part]),
  ];
  return { name, version: version.length === 0 ? null : version.join('; '), fingerprint: null, cases };
}

/** Which part of the samples was asked; `null` where every one was, or nothing says otherwise. */
export function readPart(run: JsonObject): string | null {
  const dataset = asObject(run, 'dataset');
  const cases = asCount(dataset, 'samples');
  const ids = asList(dataset, 'sample_ids');
  const limit = memberAt(run, 'config', 'limit');
  const asked = ids?.length ?? asCount(limit);
  if (asked === null || cases === null || asked >= cases) return null;
  const which = ids === null ? '' : ` (${listing(ids.map((id) => String(id)))})`;
  return `${asked} of ${cases} samples${which}`;
}

/** The limits that the configuration states: it leaves out those that there were none of. */
export function readLimits(run: JsonObject): Reading['limits'] {
  const config = asObject(run, 'config');
  if (config === null) return null;
  return Object.fromEntries(
    Object.entries(config).filter(([key]) => key === 'limit' || key.endsWith('_limit')),
  );
}

/** The commit of the task's repository, abbreviated as the log has it. */
export function readCode(run: JsonObject): Pick<Reading, 'code' | 'losses'> {
  const revision = asObject(run, 'revision');
  const commit = asCommit(revision, 'commit');
  if (commit === null) return { code: null, losses: ['code: the file states no commit'] };
  return { code: { commit, tree: null, dirty: asBoolean(revision, 'dirty') }, losses: [] };
}

/** The version of inspect_ai that ran the log. */
export function toolVersion(run: JsonObject): string | null {
  return asText(run, 'packages', 'inspect_ai');
}

/** How many times each sample was run. */
export function epochsOf(run: JsonObject): number {
  return asCount(run, 'config', 'epochs') ?? 1;
}

/** inspect_ai's own scorers that ask a model; without one of their own or a grader's role they ask the evaluated one. */
const ASKS = /^(?:inspect_ai\/)?model_graded_/;

/**
 * The judge: the model of the role `grader`, else the one among a scorer's options, else, where a scorer asks a model all
 * the same, the evaluated model itself. `judged`: the scorers of which it is known that a model gives their scores.
 */
export function readJudge(
  root: JsonObject,
  mode: Reading['mode'],
): Pick<Reading, 'judge' | 'losses'> & { readonly judged: ReadonlySet<string> } {
  const run = asObject(root, 'eval');
  const scorers = scorersOf(root);
  const role = modelName(memberAt(run, 'model_roles', 'grader'));
  const named = scorers.flatMap(({ models }) => models);
  const asking = scorers.filter(({ name }) => ASKS.test(name));
  const judged = new Set(
    [...scorers.filter(({ models }) => models.length > 0), ...asking].map(({ name }) => name),
  );
  const self = asking.length > 0 ? asText(run, 'model') : null;
  const model = role ?? named[0] ?? self;
  if (model === null || mode === 'scripted') return { judge: null, judged, losses: [] };
  const others = new Set([...(role === null ? [] : [role]), ...named]);
  const templates = [...new Set(scorers.flatMap(({ template }) => template ?? []))];
  const [template] = templates;
  return {
    judge: {
      ...EMPTY_JUDGE,
      route: routeOf(model),
      prompt_sha256: template === undefined || templates.length > 1 ? null : sha256(template),
    },
    judged,
    losses: listLosses(
      'judge: who answered is not stated, the model that was asked is',
      others.size === 0 &&
        `judge: ${asking.map(({ name }) => name).join(', ')} names no grader, so that the evaluated model graded itself`,
      others.size > 1 && `judge: the log names ${others.size} graders, the first is shown`,
    ),
  };
}

interface Scorer {
  readonly name: string;
  readonly models: readonly string[];
  readonly template: string | null;
}

/** The scorers as the log's head lists them, else as its results do: old logs have no list. */
function scorersOf(root: JsonObject): readonly Scorer[] {
  const listed = asList(root, 'eval', 'scorers');
  const scores = asList(root, 'results', 'scores');
  const entries = listed ?? scores ?? [];
  return entries.flatMap((entry) => {
    const object = asObject(entry);
    const name = asText(object, 'scorer') ?? asText(object, 'name');
    const options = asObject(object, 'options') ?? asObject(object, 'params') ?? {};
    return name === null ? [] : [{ name, models: modelsIn(options), template: templateIn(options) }];
  });
}

/** `model`, or an option called after it (`grader_model`); several models grade by majority. */
function modelsIn(options: JsonObject): readonly string[] {
  return Object.entries(options).flatMap(([key, value]) => {
    if (key !== 'model' && !key.endsWith('_model')) return [];
    return (asList(value) ?? [value]).flatMap((each) => modelName(each) ?? []);
  });
}

function templateIn(options: JsonObject): string | null {
  const key = Object.keys(options).find((each) => each === 'template' || each.endsWith('_template'));
  return key === undefined ? null : asText(options[key]);
}
