import { describe, expect, it } from 'vitest';
import { Budget, BudgetError, spend } from '../../src/core/budget.ts';

function caught(run: () => void): BudgetError {
  try {
    run();
  } catch (error) {
    if (error instanceof BudgetError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('the budget of a check (B2)', () => {
  it('ends the work on one file before the limit is passed, and lets the next be looked at', () => {
    const budget = new Budget();
    budget.open('a.csv');
    budget.spend('nodes', 4_000_000);
    const error = caught(() => budget.spend('nodes', 1));
    expect(error.over).toBe('file');
    expect(error.message).toBe(
      'a.csv was not judged: it takes 4,000,001 cells or lines, and one file may take 4,000,000.',
    );
    budget.open('b.csv');
    budget.spend('nodes', 4_000_000);
  });

  it('does not charge the check for what was refused', () => {
    const budget = new Budget();
    for (let file = 0; file < 1000; file++) {
      budget.open(`f${file}`);
      expect(caught(() => budget.spend('steps', 10 ** 12)).over).toBe('file');
    }
  });

  it('ends the whole check where many files come to too much together, and names the file', () => {
    const budget = new Budget();
    const spendAll = () => {
      for (let file = 0; file < 100; file++) {
        budget.open(`f${file}`);
        budget.spend('steps', 5_000_000);
      }
    };
    const error = caught(spendAll);
    expect(error.over).toBe('check');
    expect(error.message).toBe(
      'The check ended at f60: all files together take more than 300,000,000 steps of work (rows times metrics). What comes after it was not looked at.',
    );
  });

  it('says once that the check ended, whatever comes after', () => {
    const budget = new Budget();
    budget.open('a');
    const first = caught(() => budget.spend('bytes', 2 ** 35));
    budget.open('b');
    expect(caught(() => budget.spend('rows', 1))).toBe(first);
    expect(first.path).toBe('a');
  });

  it('is drawn from by work that does not know it, and by no other', () => {
    const [one, other] = [new Budget(), new Budget()];
    one.open('one');
    other.open('other');
    const inner = () => caught(() => other.drawnBy(() => spend('rows', 2_000_000))).path;
    expect(one.drawnBy(() => [inner(), caught(() => spend('rows', 2_000_000)).path])).toEqual([
      'other',
      'one',
    ]);
    // Without a budget nothing is counted, also after work that failed.
    spend('rows', 10 ** 12);
  });

  it('looks at the clock last: where the time is over, the check ends at the file that is open', () => {
    let over = false;
    const budget = new Budget(() => over);
    budget.open('a.json');
    budget.spend('bytes', 1);
    over = true;
    const error = caught(() => budget.spend('bytes', 1));
    expect(error).toMatchObject({ over: 'check', code: 'incomplete' });
    expect(error.remedy).toContain('--deadline');
  });

  it('bounds the bytes of a check and not those of a file, whose size the policy sets', () => {
    const budget = new Budget();
    budget.open('a.json');
    budget.spend('bytes', 2 ** 33);
    expect(caught(() => budget.spend('bytes', 2 ** 34)).over).toBe('check');
  });
});
