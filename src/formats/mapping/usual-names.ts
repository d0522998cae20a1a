import { words } from '../../core/text.ts';
import { isObject, type JsonObject, type JsonValue } from '../../document/document.ts';
import type { RowMapping } from '../../policy/policy.ts';
import { asList } from '../field.ts';
import { plainName } from '../wording.ts';
import { passOf } from './outcome.ts';

/** Where the members of a row stand in most files, the most telling first: JSON Pointers inside the row. */
export const USUAL_NAMES = {
  id: words(
    '/id /case_id /caseId /test_id /testId /task_id /taskId /eval_id /evalId /example_id /question_id /instance_id /sample_id /case /test /task /name /title',
  ),
  pass: words(
    '/passed /pass /is_passed /success /succeeded /correct /is_correct /isCorrect /resolved /ok /result /status /outcome /verdict',
  ),
  scores: words('/scores /metrics'),
  score: words('/score'),
  trials: words('/trials /attempts /samples /runs'),
  checks: words('/checks /assertions /assertion_results /expectations /criteria'),
  item: words('/text /assertion /expectation /criterion /check /name /description /id'),
  error: words('/error /errors /exception /error_message /errorMessage'),
  reason: words('/reason /reasoning /rationale /explanation'),
  category: words('/category /group /tag'),
  provenance: words('/provenance'),
  arm: words('/arm /model /model_id /config /variant'),
  sample: words('/sample /attempt /trial /epoch /run_index'),
  input: words('/input /question /prompt /query'),
  expected: words('/expected /expected_output /expectedOutput /reference /gold /target'),
  output: words('/output /actual /response /prediction /answer'),
} as const;

export type UsualName = keyof typeof USUAL_NAMES;

/** Names that are only taken where a person sees what they were taken for. */
const LESS_USUAL: Partial<Readonly<Record<UsualName, readonly string[]>>> = {
  id: words('/query_id /scenario_id /item_id /prompt_id /key /slug /uid /uuid /scenario'),
  pass: words('/passing /is_success /successful /is_resolved /solved /pass_fail'),
  trials: words('/repeats /repetitions'),
  item: words('/label'),
  category: words(
    '/type /domain /suite /topic /difficulty /kind /class /corpus_class /failure_mode /question_type',
  ),
  arm: words('/mode /system /provider /strategy /setting /condition /method'),
  sample: words('/run /repeat /iteration /trial_index /sample_index /seed'),
  input: words('/claim /user_query /user_input /instruction'),
};

/** The place of each plain name among those of a member, less usual ones last. */
export const RANKS = new Map(
  (Object.keys(USUAL_NAMES) as UsualName[]).map((name) => [
    name,
    new Map(
      [...USUAL_NAMES[name], ...(LESS_USUAL[name] ?? [])].map((pointer, rank) => [
        plainName(pointer.slice(1)),
        rank,
      ]),
    ),
  ]),
);

/** What totals of rows are called, in lower case and without `_`, `-` and spaces. */
const TOTALS: Readonly<Record<'total' | 'passed' | 'failed' | 'rate', readonly string[]>> = {
  total: words(
    'total totalcount totalcases totaltests totaltasks totalquestions casestotal teststotal numtotal numcases numtests ntotal ncases ntests casecount testcount',
  ),
  passed: words(
    'passed passcount passedcount numpassed npassed passedcases passedtests casespassed testspassed totalpassed correct numcorrect ncorrect correctcount totalcorrect successes successcount succeeded resolved numresolved',
  ),
  failed: words(
    'failed failcount failedcount failurecount numfailed nfailed failedcases failedtests casesfailed testsfailed totalfailed incorrect numincorrect incorrectcount failures',
  ),
  rate: words(
    'passrate passedrate passratio accuracy acc successrate correctrate resolverate resolvedrate solverate',
  ),
};

const BY_TOTAL = new Map(
  (Object.keys(TOTALS) as (keyof typeof TOTALS)[]).flatMap((kind) =>
    TOTALS[kind].map((name) => [name, kind] as const),
  ),
);

/** Which total of the rows a metric of this name is; `null` where it is none. */
export function totalNamed(metric: string): keyof typeof TOTALS | null {
  return metric.length > 40 ? null : (BY_TOTAL.get(plainName(metric)) ?? null);
}

/** Rows that are looked at for usual names: a file is written by one program. */
const LOOKED_AT = 1000;

/** The members of rows by their usual names; `null` where no row has a pass or a score by any of them. */
export function usualMapping(at: string, all: readonly JsonObject[]): RowMapping | null {
  const rows = all.slice(0, LOOKED_AT);
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  const stating = (
    places: readonly string[],
    of: readonly JsonObject[],
    states: (value: JsonValue) => boolean,
  ) =>
    places.find((place) => {
      const key = place.slice(1);
      const stated = of.flatMap((row) => (Object.hasOwn(row, key) && row[key] !== null ? [row[key]!] : []));
      return stated.length > 0 && stated.filter(states).length * 2 > stated.length;
    });
  const find = (name: keyof typeof USUAL_NAMES, states: (value: JsonValue) => boolean, of = rows) =>
    stating(
      of === rows ? USUAL_NAMES[name].filter((place) => keys.has(place.slice(1))) : USUAL_NAMES[name],
      of,
      states,
    );
  const isName = (value: JsonValue) => typeof value === 'string' || typeof value === 'number';
  const isPass = (value: JsonValue) => typeof passOf(value) === 'boolean';
  const isNumber = (value: JsonValue) => typeof value === 'number' || typeof value === 'boolean';
  const holdsObjects = (value: JsonValue) => asList(value)?.some(isObject) === true;
  const trials = find('trials', holdsObjects);
  const inside =
    trials === undefined ? [] : rows.flatMap((row) => asList(row, trials.slice(1))?.filter(isObject) ?? []);
  const either = (name: keyof typeof USUAL_NAMES, states: (value: JsonValue) => boolean) =>
    (inside.length > 0 ? find(name, states, inside.slice(0, LOOKED_AT)) : undefined) ?? find(name, states);
  const score = either('score', isNumber);
  const scores =
    either('scores', (value) => isObject(value) && Object.values(value).some(isNumber)) ??
    (score === undefined ? undefined : { score });
  const checks = either('checks', holdsObjects);
  const pass = either('pass', isPass);
  if (scores === undefined && checks === undefined && pass === undefined) return null;
  const anything = (value: JsonValue) => value !== null;
  const arm = find('arm', isName);
  const arms = new Set(arm === undefined ? [] : rows.map((row) => String(row[arm.slice(1)])));
  const found = {
    id: find('id', isName),
    pass,
    scores,
    trials,
    checks: checks === undefined ? undefined : { at: checks },
    error: either('error', anything),
    reason: either('reason', (value) => typeof value === 'string'),
    category: find('category', isName),
    provenance: find('provenance', isName),
    arm: arms.size > 1 ? arm : undefined,
    sample: either('sample', (value) => typeof value === 'number'),
    input: find('input', anything),
    expected: find('expected', anything),
    output: either('output', anything),
  };
  return { at, ...Object.fromEntries(Object.entries(found).filter(([, place]) => place !== undefined)) };
}

/** What stands under usual names, in words. */
export function spellUsual({ at: _, ...members }: RowMapping): string {
  return Object.entries(members)
    .map(([name, place]) => `${name} ${typeof place === 'string' ? place : Object.values(place)[0]}`)
    .join(', ');
}
