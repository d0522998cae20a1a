import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formats } from '../../src/formats/registry.ts';
import { describeField } from '../support/field.ts';
import { fileAt } from '../support/reading.ts';

const OWN: readonly (readonly [string, RegExp, string])[] = [
  ['research-engine', /\.json$/, 'research-engine'],
  ['quack', /\.csv$/, 'quack'],
  ['couchbase', /\.json$/, 'couchbase'],
  ['duckhaven', /\.json$/, 'duckhaven'],
  ['lm-eval', /(?<!UNPARSABLE-5921154)\.jsonl?$/, 'lm-eval'],
  ['promptfoo', /\.jsonl?$/, 'promptfoo'],
  ['evalite', /\.json$/, 'evalite'],
  ['inspect', /\.(?:json|eval)$/, 'inspect'],
];

describeField('the readers among the files of the field', (data) => {
  const files = data === '' ? [] : (readdirSync(data, { recursive: true, withFileTypes: true }) as never[]);
  const paths = files
    .filter((entry: { isFile(): boolean }) => entry.isFile())
    .map((entry: { parentPath: string; name: string }) => join(entry.parentPath, entry.name))
    .sort();
  const detected = (path: string) =>
    formats.filter((format) => format.detect(fileAt(path))).map((format) => format.id);

  test('no two readers detect the same file', () => {
    expect(paths.length).toBeGreaterThan(90);
    expect(paths.filter((path) => detected(path).length > 1)).toEqual([]);
  });

  test.each(OWN)('every file of %s is detected by its own reader', (folder, ending, id) => {
    const mine = paths.filter((path) => path.startsWith(join(data, folder, '/')) && ending.test(path));
    expect(mine.length).toBeGreaterThan(0);
    for (const path of mine) expect([path, detected(path)]).toEqual([path, [id]]);
  });

  test('the readers of the modelled systems detect nothing else', () => {
    const folders = OWN.map(([folder]) => join(data, folder, '/'));
    const others = paths.filter((path) => !folders.some((folder) => path.startsWith(folder)));
    const ids = new Set<string>([...OWN.map(([, , id]) => id), 'workbook']);
    for (const path of others) expect([path, detected(path).filter((id) => ids.has(id))]).toEqual([path, []]);
  });
});
