import { describe, expect, it } from 'vitest';
import { fileDuplicateKey } from '../../src/rules/file-duplicate-key.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, findingsOf } from '../support/record.ts';

const twice = '{\n  "score": 0.4,\n  "score": 0.9\n}';
const series = aSeries();

describe('file/duplicate-key', () => {
  it('K073: names both places', () => {
    const [finding, ...others] = findingsOf(fileDuplicateKey, aRecord(twice, { series }));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'error', line: 3, column: 3, pointer: '/score' });
    expect(finding?.message).toContain('first at line 2, column 3 and again at line 3, column 3');
  });

  it.each([
    [
      'an error in a file that calls itself native',
      '{"schema": "evalguard.x/v1", "a": 1, "a": 1}',
      {},
      ['error'],
    ],
    ['a note in JSON that nobody reads', twice, {}, ['note']],
    ['nothing in a file that is no JSON by name', twice, { path: 'results/notes.txt' }, []],
    ['nothing where objects share a key', '[{"a": 1}, {"a": 2}]', { series }, []],
  ])('is %s', (_, text, parts, severities) => {
    const findings = findingsOf(fileDuplicateKey, aRecord(text, parts));
    expect(findings.map(({ severity }) => severity)).toEqual(severities);
  });
});
