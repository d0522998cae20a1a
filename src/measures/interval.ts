/** A closed interval, low <= high. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The level of every interval and test unless said otherwise: 95 % confidence, 5 % false alarms. */
export const CONFIDENCE = 0.95;
export const ALPHA = 0.05;
