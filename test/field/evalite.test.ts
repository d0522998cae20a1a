import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeField } from '../support/field.ts';
import { claimOf, fileAt, readingsOf, valuesOf } from '../support/reading.ts';

describeField('evalite export', (data) => {
  const readings = () => readingsOf(fileAt(join(data, 'evalite', 'evalite-export.from-type.json')));

  test('an average of .75 over two results', () => {
    const [plain] = readings();
    expect(valuesOf(plain!)).toMatchObject({
      average_score: 0.75,
      Levenshtein: 0.75,
      'average_score_as_stated[eval=Capitals]': 0.75,
    });
    expect(plain!.run.date).toBe('2025-11-11');
  });

  test('an average of 0 over no scores is unmeasured', () => {
    const [, variant] = readings();
    expect(variant!.arm).toBe('gpt-4o-mini');
    expect(claimOf(variant!, 'average_score_as_stated[eval=models]').value).toBeNull();
    expect(claimOf(variant!, 'average_score')).toMatchObject({ value: null, measured: 0, expected: 1 });
    expect(variant!.rows![0]!.error!.kind).toBe('target_error');
  });
});
