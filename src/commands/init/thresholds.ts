import { groupBy } from '../../core/maps.ts';

/** A threshold that the policy shows in a comment: a metric of the newest result, and a bound that it meets. */
interface SuggestedThreshold {
  readonly metric: string;
  readonly bound: 'min' | 'max';
  readonly value: number;
}

/** A metric of the newest result. `direction`: which way is better, where the file says it. */
export interface NewestMetric {
  readonly name: string;
  readonly value: number | null;
  readonly direction?: 'higher' | 'lower' | null;
}

/** Words of names that no bound is proposed for: counts, ids, settings of the run. */
const NONE =
  /^(?:n|k|p|num|count|counts|total|totals|cases|samples|rows|tests|items|size|id|ids|idx|index|seed|version|run|runs|epoch|epochs|step|steps|threshold|thresholds|year|timestamp|created|limit|max|min|ci|lower|upper|rank|passed|failed|failures|errored|skipped|correct|incorrect|wins|losses|ties|date)$/;
/** Words of what should be small, the unit at the end above all. */
const SMALL =
  /^(?:latency|latencies|cost|costs|price|usd|dollars|cents|duration|time|elapsed|runtime|seconds|secs?|ms|millis|milliseconds|minutes|mins|s|tokens?|bytes|mb|memory|errors?|error|std|stdev|stddev|stderr|se|variance|perplexity|ppl|loss|wer|cer|brier|ece|mae|mse|rmse|distance)$/;
/** Words that turn a share into one that should be small. */
const BAD =
  /^(?:fail|failed|failure|failures|error|errors|errored|false|flip|flips|leak|leaked|leaks|leakage|hallucinat\w*|regress\w*|regression|uncited|unsupported|inconclusive|unanswered|abstain\w*|skip\w*|invent\w*|fabricat\w*|toxic\w*|bias|biased|refus\w*|timeout|timeouts|crash|miss|missed|missing|invalid|violation\w*|contradict\w*|harm\w*|attack|jailbreak|asr|incorrect|wrong|loss)$/;
/** Words of what should be large: a rate or a share alone is of nobody knows what. */
const LARGE =
  /^(?:accuracy|acc|recall|precision|f1|f|score|scores|mrr|ndcg|map|pass|passed|passrate|exact|em|faithful\w*|support|supported|auc|auroc|bleu|rouge\w*|meteor|hit|hits|success\w*|resolved|solved|win|winrate|kappa|agreement|coverage|completion|complete\w*|grounded\w*|relevan\w*|correct|correctness|quality|similarity|helpful\w*|compliance|pass\d*)$/;
/** Words by which less of a bad thing is more of a good one: `error_recovery_rate`, `cost_savings`. */
const TURNED =
  /^(?:recover\w*|handl\w*|free|detect\w*|caught|block\w*|avoid\w*|resist\w*|robust\w*|saved|savings?|reduc\w*|efficien\w*|horizon|budget|left|remaining)$/;
/** Names of how two results differ, or of how much is done in a time. */
const NEITHER =
  /(?:^|[^a-z])(?:delta|diff|difference|change|gain|throughput|per_(?:s|secs?|seconds?|min|minutes?|hour|day))(?![a-z])/;

/** Which bound a metric may have, by its name; `null` where the name does not tell. */
export function sideOf(name: string): 'min' | 'max' | null {
  const plain = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  if (NEITHER.test(plain)) return null;
  const words = plain
    .replace(/pass[@^]k?\d*/g, 'pass')
    .split(/[^a-z0-9]+/)
    .map((word) => (NONE.test(word) ? word : word.replace(/(?<=[a-z]{2})\d+$/, '')))
    .filter(
      (word) =>
        word !== '' &&
        !/^(?:\d+|p\d+|avg|average|mean|median|overall|macro|micro|weighted|at|per|of|the|pct|percent|in)$/.test(
          word,
        ),
    );
  const last = words.at(-1) ?? '';
  if (SMALL.test(last)) return 'max';
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  const [small, large, bad] = [has(SMALL), has(LARGE), has(BAD)];
  if ((small || bad) && has(TURNED)) return null;
  if (/^(?:rate|ratio|share)$/.test(last)) return bad ? 'max' : large && !small ? 'min' : null;
  if (words.some((word) => NONE.test(word))) return null;
  if (bad && !large) return 'max';
  if (large && !bad && !small) return 'min';
  return small && !large ? 'max' : null;
}

/** The bound of two digits next to a value that the value meets: 0.7137 is `min: 0.71`, and 812.4 `max: 820`. */
export function roundedBound(value: number, bound: 'min' | 'max'): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const places = 1 - Math.floor(Math.log10(Math.abs(value)));
  const scale = 10 ** Math.abs(places);
  const scaled = places >= 0 ? value * scale : value / scale;
  const near = Math.round(scaled);
  // A value that has no more digits stays as it is, whatever the product of doubles comes to.
  const whole =
    Math.abs(scaled - near) < 1e-9 ? near : bound === 'min' ? Math.floor(scaled) : Math.ceil(scaled);
  const rounded = Number((places >= 0 ? whole / scale : whole * scale).toPrecision(12));
  const meets = bound === 'min' ? rounded <= value : rounded >= value;
  return meets ? rounded : value;
}

/** At most `most` thresholds that a team may want, shares of quality first. Only measured metrics of a known side have one. */
export function suggestedThresholds(
  metrics: readonly NewestMetric[],
  most: number,
): readonly SuggestedThreshold[] {
  const offered = metrics.flatMap(({ name, value, direction }): SuggestedThreshold[] => {
    const side = direction === 'higher' ? 'min' : direction === 'lower' ? 'max' : sideOf(name);
    // An error of 0, or a rate of 0, is no level to hold.
    if (value === null || side === null || (side === 'min' && value <= 0)) return [];
    return [{ metric: name, bound: side, value: roundedBound(value, side) }];
  });
  // Of several arms each meets the bound.
  const loosest = [...groupBy(offered, ({ metric }) => metric).values()].map((same) =>
    same.reduce((a, b) => ((a.bound === 'min' ? a.value <= b.value : a.value >= b.value) ? a : b)),
  );
  return [
    ...loosest.filter(({ bound }) => bound === 'min'),
    ...loosest.filter(({ bound }) => bound === 'max'),
  ].slice(0, most);
}
