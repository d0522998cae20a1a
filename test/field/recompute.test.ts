import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyRules } from '../../src/core/rule.ts';
import { evidenceOf } from '../../src/measures/evidence/recompute.ts';
import { recordRules, word } from '../../src/rules/registry.ts';
import { describeField } from '../support/field.ts';
import { fileAt, readingsOf } from '../support/reading.ts';
import { aRecord } from '../support/record.ts';

const FOLDERS = ['research-engine', 'quack', 'couchbase', 'duckhaven', 'promptfoo', 'evalite'];

describeField('numbers of the field, recomputed from the rows beside them', (data) => {
  // An excerpt has lost the rows that its headlines stand on.
  const whole = FOLDERS.flatMap((folder) =>
    data === ''
      ? []
      : readdirSync(join(data, folder))
          .filter((name) => /\.(?:jsonl?|csv)$/.test(name) && !name.includes('.excerpt.'))
          .map((name) => [folder, name] as const),
  );

  test.each(whole)('%s/%s adds up', (folder, name) => {
    const file = fileAt(join(data, folder, name));
    const readings = readingsOf(file);
    const differing = readings.flatMap((reading) =>
      evidenceOf(reading).flatMap(({ name: metric, claim, basis }) =>
        basis.kind === 'rows' && basis.deciding !== null ? [[metric, claim?.value, basis.value.value]] : [],
      ),
    );
    expect(differing).toEqual([]);
    const found = applyRules(recordRules, aRecord('{}', { path: `results/${name}`, readings }));
    const against = found.filter(
      ({ rule }) => rule.startsWith('evidence/') || rule.startsWith('judge/tally'),
    );
    expect(against.map((finding) => word(finding).message)).toEqual([]);
  });

  test('most of what these tools state can be recomputed', () => {
    const bases = whole.flatMap(([folder, name]) =>
      readingsOf(fileAt(join(data, folder, name))).flatMap((reading) =>
        evidenceOf(reading).map(({ basis }) => basis.kind),
      ),
    );
    const recomputed = bases.filter((kind) => kind === 'rows').length;
    expect(bases.length).toBeGreaterThan(100);
    expect(recomputed / bases.length).toBeGreaterThan(0.85);
  });
});
