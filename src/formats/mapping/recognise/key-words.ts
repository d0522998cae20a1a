import { words } from '../../../core/text.ts';

/** The words of a key in lower case: `productAccuracyPercent`, `recall@10` and `pass_rate` alike. */
export function keyWords(key: string): readonly string[] {
  const apart = key
    .slice(0, LONGEST)
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .toLowerCase();
  return apart.split(/[^\p{L}\p{N}%]+/u).filter((word) => word !== '');
}

/** Longer keys are sentences. */
const LONGEST = 80;

/** The words of a key as one: `case_id` for `case_id`, `caseId` and `Case ID`. */
export function plainKey(key: string): string {
  return keyWords(key).join('_');
}

/** Whether one of a key's words is among these. */
export function hasWord(key: string, among: ReadonlySet<string>): boolean {
  return keyWords(key).some((word) => among.has(word));
}

/** What a word of a key says about the number that stands there. */
const KINDS = {
  /** How good something was: no setting is called so. */
  quality: words(
    `accuracy accurate acc recall precision f1 fscore score scores mrr ndcg dcg rate passrate pass passed failed exact em
     match matches bleu rouge chrf meteor auc auroc hit hits faithful faithfulness grounded groundedness relevance relevant
     relevancy correct correctness coverage completeness helpfulness similarity support supported success successes solved
     resolved win wins winrate agreement kappa hallucination hallucinations toxicity perplexity wer cer quality judge reward
     elo pearson spearman iou mae rmse brier ece fidelity consistency coherence fluency ok stealthiness reliability validity`,
  ),
  /** What it took. */
  cost: words('latency duration cost tokens seconds secs ms time elapsed usd runtime'),
  /** How many there were. */
  count: words(
    'n count counts total totals num number cases size questions queries tests samples documents tasks',
  ),
  /** A number over many rows, and no row's own. */
  aggregate: words(
    'rate avg average mean median total totals overall passed failed n count p50 p95 p99 std stddev',
  ),
  percent: words('pct percent percentage perc %'),
} as const;

type KeyKind = keyof typeof KINDS;

const BY_KIND = new Map<KeyKind, ReadonlySet<string>>(
  (Object.keys(KINDS) as KeyKind[]).map((kind) => [kind, new Set(KINDS[kind])]),
);

/** Words of settings and bounds: no number under such a name was measured. */
const SETTING = new Set(
  words(
    `min minimum max maximum threshold thresholds tolerance target targets goal budget weight weights limit limits cutoff
     margin expected expect required desired should gold retry retries learning sampling dropout decay temperature seed id ids index version ground`,
  ),
);

/** Rates that are no share of anything measured. */
const RATES = /(?:^|_)(?:sample|frame|bit|refresh|tax|interest|exchange|clock)_rate(?:_|$)/;

/** Whether one of a key's words is of a kind, and none makes a setting of it. */
export function keySays(key: string, kind: KeyKind): boolean {
  return hasWord(key, BY_KIND.get(kind)!) && !hasWord(key, SETTING) && !RATES.test(plainKey(key));
}

/** Objects that hold settings, bounds or the surroundings of a run, and nothing that was measured. */
const SURROUNDINGS = new Set(
  words(
    `config configuration settings setting params parameters args options threshold thresholds gate gates requirements weights
     limits criteria targets target hyperparameters env environment dependencies schema usage pricing prices defaults
     expected budget budgets tolerance tolerances`,
  ),
);

/** Whether a key leads away from what was measured. */
export function isSurroundings(key: string): boolean {
  return hasWord(key, SURROUNDINGS);
}

/** Objects that split a run's numbers by a part of its cases: none of them is the run. */
export function isSplit(key: string): boolean {
  const all = keyWords(key);
  return all[0] === 'per' || all.includes('by') || hasWord(key, SPLITS);
}

const SPLITS = new Set(words('breakdown breakdowns categories slices splits groups'));

/** Objects that hold what two arms differ in: neither an arm nor a run. */
export function isDifference(key: string): boolean {
  return hasWord(key, DIFFERENCES);
}

const DIFFERENCES = new Set(
  words('delta deltas diff diffs difference change changes improvement progression lift'),
);
