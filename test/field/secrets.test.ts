import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSecrets, findSecretsInText } from '../../src/core/record/secrets.ts';
import { describeField } from '../support/field.ts';
import { fileAt } from '../support/reading.ts';

describeField('keys in what people commit (C4)', (data) => {
  test('no file of the field is said to hold one, by its prefix, by its field or by its looks', () => {
    const entries = data === '' ? [] : readdirSync(data, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.bundle'))
      .map((entry) => join(entry.parentPath, entry.name));
    const found = paths.flatMap((path) => {
      const { document } = fileAt(path);
      const secrets =
        document === null ? findSecretsInText(readFileSync(path, 'latin1')) : findSecrets(document.value);
      return secrets.map((secret) => [path, secret]);
    });
    expect(paths.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });
});
