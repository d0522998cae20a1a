import { describe, expect, it } from 'vitest';
import { fileLfsPointer } from '../../src/rules/file-lfs-pointer.ts';
import { aSeries } from '../support/policies.ts';
import { aRecord, findingsOf } from '../support/record.ts';

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`;

describe('file/lfs-pointer', () => {
  it.each([
    ['an error where a series claims the file', { series: aSeries() }, ['error']],
    ['a note where nobody reads the JSON', {}, ['note']],
    ['nothing where it is no JSON by name', { path: 'results/plot.png' }, []],
  ])('is %s', (_, parts, severities) => {
    const findings = findingsOf(fileLfsPointer, aRecord(pointer, parts));
    expect(findings.map(({ severity }) => severity)).toEqual(severities);
    for (const { message, remedy } of findings) {
      expect(message).toMatch(/Git LFS pointer, not the result itself/);
      expect(remedy).toMatch(/git lfs untrack/);
    }
  });

  it('passes a result that mentions LFS', () => {
    expect(findingsOf(fileLfsPointer, aRecord({ note: pointer }, { series: aSeries() }))).toEqual([]);
  });
});
