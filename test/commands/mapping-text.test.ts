import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { mappingLines } from '../../src/commands/mapping-text.ts';

it('a mapping is written as YAML that says the same, a part on a line where it fits', () => {
  const mapping = {
    metrics: '',
    date: '/the day',
    models: '/on',
    dataset: '/data~1set',
    thresholds: `/${'x'.repeat(100)}`,
  };
  const lines = mappingLines(mapping, 6);
  expect(lines.slice(0, 3)).toEqual(['      metrics: ""', '      date: "/the day"', '      models: /on']);
  expect(parse(lines.join('\n'))).toEqual(mapping);
});
