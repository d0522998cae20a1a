import { describe, expect, it } from 'vitest';
import { resultUnknownFormat } from '../../src/rules/result-unknown-format.ts';
import type { RecordContent } from '../../src/rules/subject.ts';
import { aSeries, aThreshold } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

const series = aSeries();
const mapped = aSeries({ format: { mapping: { metrics: '/aggregate' } } });
const other: RecordContent = { kind: 'other' };
const retraction = { schema: 'evalguard.retraction/v1' };

describe('result/unknown-format', () => {
  it.each([
    ['a note for JSON that no series claims', { a: 1 }, {}, ['note']],
    ['an error for JSON that a series claims', { a: 1 }, { series }, ['error']],
    ['an error for another syntax that a series claims', '{}', { series, content: other }, ['error']],
    ['nothing for a table that only grows', {}, { series: aSeries({ grows: 'rows' }) }, []],
    [
      'an error for one with thresholds',
      {},
      { series: aSeries({ grows: 'rows', thresholds: [aThreshold()] }) },
      ['error'],
    ],
    ['nothing for a picture', '{}', { path: 'results/a.png', content: other }, []],
    ['nothing for a native result', aResult(), {}, []],
    ['nothing for a retraction', retraction, { series }, []],
    ['nothing for what a mapping read', { aggregate: {} }, { series: mapped }, []],
    ['nothing for what a mapping could not read: result/schema tells', {}, { series: mapped }, []],
    ['nothing for text that cannot be parsed', '{', { series }, []],
  ])('is %s', (_, content, parts, severities) => {
    const findings = findingsOf(resultUnknownFormat, aRecord(content, parts));
    expect(findings.map(({ severity }) => severity)).toEqual(severities);
    for (const { message, remedy } of findings) {
      expect(message).toMatch(/no reader knows its format/);
      expect(remedy).toMatch(/`format`/);
    }
  });
});
