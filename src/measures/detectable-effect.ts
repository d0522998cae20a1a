import { counted } from '../core/wording.ts';
import { binomialMass, lowerTail, normalQuantile, tQuantile } from './distributions.ts';
import { ALPHA, standardError } from './intervals.ts';
import { type Measured, measured, unmeasured } from './observation.ts';
import { mcnemar } from './significance.ts';

/** The chance with which the effect would be found. */
const POWER = 0.8;
/** Above this many cases the normal approximation serves. */
const EXACT_CASES = 2_000;
const STEPS = 40;

/**
 * The smallest true mean difference that a paired two-sided test of these per-case differences would find with 80 %
 * power: (t(1 - alpha/2) + t(power)) x s / sqrt(n), with n - 1 degrees of freedom (Chow, Shao and Wang, "Sample Size
 * Calculations in Clinical Research", section 3.1, with t for z so that few cases do not flatter it). In the unit of
 * the differences. Null with fewer than two cases or where all are equal: no spread can be told from them.
 */
export function detectableMean(differences: readonly number[], alpha = ALPHA, power = POWER): Measured {
  const error = standardError(differences);
  if (error.value === null) return error;
  if (error.value === 0)
    return unmeasured('inconclusive', 'all differences are equal, so their spread is unknown');
  const df = differences.length - 1;
  return measured((tQuantile(1 - alpha / 2, df) + tQuantile(power, df)) * error.value);
}

/**
 * The smallest true difference of two pass rates over the same n cases that the exact McNemar test would find with 80 %
 * power, in (0, 1], when the share of cases that change either way is `discordant` (or the difference itself, where that
 * is more). Up to 2,000 cases by the unconditional exact power (Duffy, "Asymptotic and Exact Power for the McNemar
 * Test", 1984), beyond by the normal approximation of Connor, "Sample Size for Testing Differences in Proportions for
 * the Paired-Sample Design", 1987. Null (`too_few_samples`) where not even a change of every case would be found.
 * @throws RangeError where n is no count or `discordant` is outside [0, 1].
 */
export function detectableRate(n: number, discordant: number, alpha = ALPHA, power = POWER): Measured {
  if (!(Number.isSafeInteger(n) && n >= 0 && discordant >= 0 && discordant <= 1)) {
    throw new RangeError(`${n} cases with a share of ${discordant} that change`);
  }
  const powerAt = n > EXACT_CASES ? null : exactPower(n, alpha);
  const found = (difference: number): boolean => {
    const changing = Math.max(discordant, difference);
    return powerAt === null
      ? n >= connorSize(changing, difference, alpha, power)
      : powerAt(changing, difference) >= power;
  };
  if (!found(1))
    return unmeasured(
      'too_few_samples',
      `${counted(n, 'case is', 'cases are')} too few to find any difference`,
    );
  let low = 0;
  let high = 1;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (found(middle)) high = middle;
    else low = middle;
  }
  return measured(high);
}

/** The power of the exact test in the direction of the difference, over how many of n cases change. */
function exactPower(n: number, alpha: number): (changing: number, difference: number) => number {
  const critical = criticalCounts(n, alpha);
  return (changing, difference) => {
    const worse = (changing - difference) / (2 * changing);
    let power = 0;
    for (let m = 0; m <= n; m++) {
      const most = critical[m]!;
      if (most < 0) continue;
      const weight = binomialMass(m, n, changing);
      if (weight > 1e-12) power += weight * tailUpTo(most, m, worse);
    }
    return power;
  };
}

/** For each number of changes the largest smaller count that is still significant; -1 where none is. */
function criticalCounts(n: number, alpha: number): readonly number[] {
  const critical: number[] = [];
  let most = -1;
  for (let m = 0; m <= n; m++) {
    // One change more moves the critical count by one at most.
    if (2 * (most + 1) < m && mcnemar(most + 1, m - most - 1) <= alpha) most += 1;
    critical.push(most);
  }
  return critical;
}

function tailUpTo(x: number, n: number, p: number): number {
  if (p === 0) return 1;
  return x <= n * p ? lowerTail(x, n, p) : 1 - lowerTail(n - x - 1, n, 1 - p);
}

function connorSize(changing: number, difference: number, alpha: number, power: number): number {
  const z = normalQuantile(1 - alpha / 2) * Math.sqrt(changing);
  const spread = normalQuantile(power) * Math.sqrt(Math.max(0, changing - difference ** 2));
  return ((z + spread) / difference) ** 2;
}
