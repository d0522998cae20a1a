import { sha256 } from '../../core/digest.ts';
import type { Judge, Reading } from '../../core/reading.ts';
import { asList, asObject, asText, type JsonObject, member } from '../field.ts';
import { modelName, routeOf } from './header.ts';

/** What graded a run, and which scorers ask it. */
export interface Graded {
  readonly judge: Judge | null;
  /** Scorers of which it is known that a model gives their scores. */
  readonly judged: ReadonlySet<string>;
  readonly losses: readonly string[];
}

/** inspect_ai's own scorers that ask a model; without one of their own or a grader's role they ask the evaluated one. */
const ASKS = /^(?:inspect_ai\/)?model_graded_/;

/**
 * The judge: the model of the role `grader`, else the one among a scorer's options, else, where a scorer asks a model all
 * the same, the evaluated model itself.
 */
export function readJudge(root: JsonObject, mode: Reading['mode']): Graded {
  const run = asObject(member(root, 'eval'));
  const scorers = scorersOf(root);
  const role = modelName(member(asObject(member(run, 'model_roles')), 'grader'));
  const named = scorers.flatMap(({ models }) => models);
  const asking = scorers.filter(({ name }) => ASKS.test(name));
  const judged = new Set(
    [...scorers.filter(({ models }) => models.length > 0), ...asking].map(({ name }) => name),
  );
  const self = asking.length > 0 ? asText(member(run, 'model')) : null;
  const model = role ?? named[0] ?? self;
  if (model === null || mode === 'scripted') return { judge: null, judged, losses: [] };
  const others = new Set([...(role === null ? [] : [role]), ...named]);
  const templates = [...new Set(scorers.flatMap(({ template }) => template ?? []))];
  const [template] = templates;
  return {
    judge: {
      route: routeOf(model),
      ruled: null,
      unreached: null,
      undisclosed: null,
      served: [],
      answered: null,
      checked_against: [],
      temperature: null,
      prompt_sha256: template === undefined || templates.length > 1 ? null : sha256(template),
    },
    judged,
    losses: [
      'judge: who answered is not stated, the model that was asked is',
      ...(others.size === 0
        ? [
            `judge: ${asking.map(({ name }) => name).join(', ')} names no grader, so that the evaluated model graded itself`,
          ]
        : []),
      ...(others.size > 1 ? [`judge: the log names ${others.size} graders, the first is shown`] : []),
    ],
  };
}

interface Scorer {
  readonly name: string;
  readonly models: readonly string[];
  readonly template: string | null;
}

/** The scorers as the log's head lists them, else as its results do: old logs have no list. */
function scorersOf(root: JsonObject): readonly Scorer[] {
  const listed = asList(member(asObject(member(root, 'eval')), 'scorers'));
  const scores = asList(member(asObject(member(root, 'results')), 'scores'));
  const entries = listed ?? scores ?? [];
  return entries.flatMap((entry) => {
    const object = asObject(entry);
    const name = asText(member(object, 'scorer')) ?? asText(member(object, 'name'));
    const options = asObject(member(object, 'options')) ?? asObject(member(object, 'params')) ?? {};
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
