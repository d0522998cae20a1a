import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { detectFormat } from '../../src/formats/registry.ts';
import { describeField } from '../support/field.ts';
import { fileAt } from '../support/reading.ts';

describeField('rows that contradict themselves (A10)', (data) => {
  test('no file of the field has one', () => {
    const entries = data === '' ? [] : readdirSync(data, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    let rows = 0;
    const doubted = paths.flatMap((path) => {
      const file = fileAt(path);
      return (detectFormat(file)?.read(file) ?? []).flatMap((reading) => {
        rows += reading.rows?.length ?? 0;
        return (reading.rows ?? []).flatMap(({ id, doubts }) =>
          (doubts ?? []).map((doubt) => [path, id, doubt]),
        );
      });
    });
    expect(rows).toBeGreaterThan(100);
    expect(doubted).toEqual([]);
  });
});
