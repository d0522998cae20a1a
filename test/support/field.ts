import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const candidates = [
  process.env['EVALGUARD_FIELD_DATA'],
  join(root, '../shared/data'),
  join(root, '../../shared/data'),
];

/** The folder of real result files, which are not part of the repository; null where it is absent. */
export const fieldData: string | null =
  candidates.find((folder) => folder !== undefined && existsSync(join(folder, 'INDEX.md'))) ?? null;

if (fieldData === null && process.env['EVALGUARD_REQUIRE_FIELD'] === '1') {
  throw new Error(
    'EVALGUARD_REQUIRE_FIELD is 1 but the field data is absent; set EVALGUARD_FIELD_DATA to its folder',
  );
}

/** `describe`, or a visible skip where the field data is absent. */
export function describeField(title: string, suite: (data: string) => void): void {
  const data = fieldData;
  if (data === null) {
    describe.skip(`${title} (field data absent: set EVALGUARD_FIELD_DATA)`, () => suite(''));
  } else describe(title, () => suite(data));
}
