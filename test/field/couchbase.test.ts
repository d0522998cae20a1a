import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeField } from '../support/field.ts';
import { claimOf, fileAt, readingsOf, readOne, scoresOf, valuesOf } from '../support/reading.ts';

describeField('Couchbase accuracy', (data) => {
  const file = (name: string) => fileAt(join(data, 'couchbase', `${name}.json`));
  const GENERATED = 'generated-release-v1.2.3';

  test('one reading for each model that was asked; the repeats of a prompt are samples', () => {
    const [mini, full] = readingsOf(file(GENERATED));
    expect([mini!.arm, full!.arm]).toEqual(['openai:gpt-4o-mini', 'openai:gpt-4o']);
    expect(mini!.models).toEqual(new Map([['agent', 'openai:gpt-4o-mini']]));
    const list = mini!.rows!.filter(({ id }) => id === 'List buckets');
    expect(list.map(({ sample, scores }) => [sample, scores.get('tool_calling_accuracy')])).toEqual([
      [1, 0.75],
      [2, 1],
    ]);
    expect(full!.rows!.map(scoresOf)).toMatchObject([{ tool_calling_accuracy: 0 }]);
    expect(mini!.code?.commit).toBe('233d141a98ae3ab6007124689c6cc01fd986118e');
    expect(mini!.run).toMatchObject({ date: '2026-07-22', generated_at: '2026-07-22T08:10:25.000Z' });
  });

  test('0, 0.75 and 1 are what the calls on both sides come to', () => {
    const rows = readingsOf(file(GENERATED)).flatMap((reading) => reading.rows!);
    const scored = rows.filter(({ category }) => category === 'tool_calls');
    expect(scored.map(({ id, scores }) => [id, scores.get('tool_calling_accuracy')])).toEqual([
      ['Get document airline_10', 1],
      ['List buckets', 0.75],
      ['List buckets', 1],
      ['Show scopes', 0.75],
      ['Delete airline_10', 0],
      ['Run a query', 0],
      ['Say hello', 1],
      ['Say bye', 0.75],
      ['Maybe list', 1],
      ['List buckets', 0],
    ]);
    for (const { id, scores } of scored) {
      expect([id, scores.get('tool_call_match')]).toEqual([id, scores.get('tool_calling_accuracy')]);
    }
    expect(scored.find(({ id }) => id === 'Delete airline_10')!.source).toMatchObject({
      expected_tool_calls: [
        { name: 'delete_document_by_id', arguments: { $match: 'any_value' }, optional: false },
      ],
      tool_calls: [],
    });
  });

  test('the mean is over prompts; the judge’s verdicts are metrics of their own', () => {
    const [mini] = readingsOf(file(GENERATED));
    expect(valuesOf(mini!)).toMatchObject({
      tool_calling_accuracy: 5.375 / 8,
      result_score: 0.7,
      result_passed: 0.5,
    });
    expect(claimOf(mini!, 'tool_calling_accuracy')).toMatchObject({ measured: 8, expected: 8 });
    expect(mini!.definitions.get('tool_calling_accuracy')).toMatchObject({ measure: 'tool_call_match' });
  });

  test('a null accuracy is unmeasured, and the judge’s score in the response is not taken for it', () => {
    const rows = readingsOf(file(GENERATED))[0]!.rows!.filter(({ category }) => category === 'result');
    expect(rows.map(scoresOf)).toMatchObject([
      { tool_calling_accuracy: null, result_score: 1, result_passed: true },
      { tool_calling_accuracy: 0.75, result_score: 0.4, result_passed: false },
    ]);
    expect(rows[0]!.unmeasured.get('tool_calling_accuracy')).toMatch(/^evidence_missing/);
  });

  test('judge and agent stand beside each other', () => {
    const [mini, full] = readingsOf(file(GENERATED));
    expect(mini!.judge).toMatchObject({ route: 'openai:gpt-4o', ruled: 2, unreached: 0 });
    expect(full!.models.get('agent')).toBe(mini!.judge!.route);
  });

  test('a matcher of which only the class is left is a loss, not a mismatch', () => {
    const reading = readOne(file('local-1784707818.excerpt'));
    expect(valuesOf(reading)).toMatchObject({ tool_calling_accuracy: 1 });
    expect(reading.rows!.map(scoresOf)).toMatchObject([
      { tool_calling_accuracy: 1, tool_call_match: null },
      { tool_calling_accuracy: 1, tool_call_match: null },
    ]);
    expect(reading.definitions.get('tool_calling_accuracy')).not.toHaveProperty('measure');
    expect(reading.losses).toContainEqual(expect.stringMatching(/^matchers: 9 .*CompositeMatcher/));
    expect(reading.losses.filter((loss) => loss.startsWith('tool_calling_accuracy'))).toEqual([]);
  });

  test('K111: the model that answered is kept beside the one that was asked', () => {
    const reading = readOne(file('local-1784707818.excerpt'));
    expect(reading.models).toEqual(new Map([['agent', 'openai:gpt-4o']]));
    expect(reading.rows![0]!.served).toEqual(new Map([['agent', 'openai:gpt-4o-2024-08-06']]));
  });
});
