/** A measured number; where it is a ratio of two counts, those too, so that it can be compared exactly. */
export interface Quantity {
    readonly value: number;
    readonly ratio?: {
        readonly numerator: number;
        readonly denominator: number;
    } | undefined;
}
/**
 * Compares a measured quantity with a bound: negative below, 0 equal, positive above. Ratios of counts compare as
 * rationals; other numbers after rounding both to 12 significant digits, and so do ratios with a bound of many digits, since
 * 0.8333333333333334 means 5 of 6. Display rounding plays no part.
 * Throws a RangeError where either is not finite: an order with NaN would pass every bound.
 */
export declare function compareToBound(quantity: Quantity, bound: number): number;
/** A number as people read it: 4 significant digits, more where rounding would make it look whole. */
export declare function formatNumber(value: number): string;
/**
 * A number printed with enough digits that it is seen on the side of every bound where it was found. Where it counts
 * as equal to a bound, it is spelt like it. A number that is not whole never looks whole. Bounds print as `String` has
 * them: as they were written.
 */
export declare function formatBeside(measured: number | Quantity, ...bounds: readonly number[]): string;
/** Two numbers printed with as few digits as show which is the greater; alike only where they are equal. */
export declare function formatApart(a: number, b: number): readonly [string, string];
