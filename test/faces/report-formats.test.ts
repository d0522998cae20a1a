import { describe, expect, it } from 'vitest';
import { REPORT_FORMATS } from '../../src/faces/report-formats.ts';
import { reportWith } from '../support/report.ts';

describe('the formats of a report', () => {
  it.each([...REPORT_FORMATS])(
    '%s renders the same report to the same bytes, with a final newline where it says anything',
    async (_name, format) => {
      const options = { color: false, repository: null };
      const text = await format(reportWith({}), options);
      expect(text === '' || (text.endsWith('\n') && !text.endsWith('\n\n'))).toBe(true);
      expect(await format(reportWith({}), options)).toBe(text);
    },
  );

  it('K151 are known by their own names only', () => {
    expect(REPORT_FORMATS.get('constructor')).toBeUndefined();
    expect([...REPORT_FORMATS.keys()]).toEqual(['terminal', 'json', 'markdown', 'github', 'sarif', 'junit']);
  });
});
