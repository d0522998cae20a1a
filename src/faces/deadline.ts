import { Budget } from '../core/budget.ts';

/** The clock is a last resort: the work of a check is counted, and the counts end it long before on most machines. */
export const DEADLINE_SECONDS = 600;

/** The budget of a check that ends so many seconds from now, whatever its counts say. */
export function budgetUntil(seconds: number, clock: () => Date = () => new Date()): Budget {
  const end = clock().getTime() + seconds * 1000;
  return new Budget(() => clock().getTime() > end);
}
