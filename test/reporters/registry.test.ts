import { describe, expect, it } from 'vitest';
import { REPORTERS } from '../../src/reporters/registry.ts';
import { reportWith } from '../support/report.ts';

describe('REPORTERS', () => {
  it.each([...REPORTERS])(
    '%s renders the same report to the same bytes, with a final newline',
    (_name, reporter) => {
      const text = reporter(reportWith({}), { color: false });
      expect(text.endsWith('\n') && !text.endsWith('\n\n')).toBe(true);
      expect(reporter(reportWith({}), { color: false })).toBe(text);
    },
  );

  it('K151 knows formats by their own names only', () => {
    expect(REPORTERS.get('constructor')).toBeUndefined();
    expect([...REPORTERS.keys()]).toEqual(['terminal', 'json', 'markdown', 'github']);
  });
});
