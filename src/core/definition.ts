/** What an aggregate is like, whatever metric it is of. */
interface Aggregate {
  /** What it is taken over; cases where the definition may also say rows. */
  readonly over: 'cases' | 'rows' | 'samples' | 'pairs';
  /** Whether it lies between 0 and 1 by its definition. */
  readonly share: boolean;
  /** Whether more is better, unless its metric says otherwise; an amount alone does not say. */
  readonly upward: boolean;
  /** Of its samples, how many a case needs to pass; `null` where nothing passes or fails. */
  readonly passes: 'all' | 'any' | null;
}

/** Every aggregate that a definition can name (docs/result.md). */
export const AGGREGATES = {
  mean: { over: 'cases', share: false, upward: false, passes: null },
  rate: { over: 'cases', share: true, upward: true, passes: 'all' },
  sum: { over: 'rows', share: false, upward: false, passes: null },
  count: { over: 'rows', share: false, upward: false, passes: null },
  min: { over: 'rows', share: false, upward: false, passes: null },
  max: { over: 'rows', share: false, upward: false, passes: null },
  median: { over: 'rows', share: false, upward: false, passes: null },
  percentile: { over: 'rows', share: false, upward: false, passes: null },
  ratio: { over: 'rows', share: false, upward: true, passes: null },
  pass_hat_k: { over: 'samples', share: true, upward: true, passes: 'all' },
  pass_at_k: { over: 'samples', share: true, upward: true, passes: 'any' },
  win_rate: { over: 'pairs', share: true, upward: true, passes: null },
  flip_rate: { over: 'pairs', share: true, upward: false, passes: null },
} as const satisfies Readonly<Record<string, Aggregate>>;

export type AggregateName = keyof typeof AGGREGATES;

/** What the name of an aggregate stands for; `null` where there is none of that name. */
export function aggregateNamed(name: string | undefined): Aggregate | null {
  return name !== undefined && isAggregate(name) ? AGGREGATES[name] : null;
}

export function isAggregate(name: string): name is AggregateName {
  return Object.hasOwn(AGGREGATES, name);
}
