/** A metric of the newest result, offered as a bar in a comment. */
export interface OfferedBar {
  readonly metric: string;
  readonly bound: 'min' | 'max';
  readonly value: number;
}

const NO_METRIC = /^(?:min|max)_|stderr|threshold|_ci_|version|seed/i;
const QUALITY =
  /rate|ratio|accuracy|(?:^|[._])acc(?:$|[._,])|recall|precision|f1|score|mrr|ndcg|pass|exact|faithful|support/i;
const LOWER_IS_BETTER =
  /latency|cost|error|false_|flip|leak|hallucinat|fail|regress|uncited|unsupported|toxic/i;

/** At most `most` metrics that a team may want to hold, shares of quality before counts. Only measured ones. */
export function offeredBars(
  metrics: readonly { readonly name: string; readonly value: number | null }[],
  most: number,
): readonly OfferedBar[] {
  const offered = metrics.flatMap(({ name, value }): OfferedBar[] =>
    value === null || NO_METRIC.test(name)
      ? []
      : [{ metric: name, bound: LOWER_IS_BETTER.test(name) ? 'max' : 'min', value }],
  );
  const first = offered.filter(({ metric }) => QUALITY.test(metric));
  return [...first, ...offered.filter((bar) => !first.includes(bar))].slice(0, most);
}
