import { words } from '../../core/text.ts';
import { plainName } from '../wording.ts';

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
