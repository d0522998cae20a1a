import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCheck } from '../../support/cli.ts';
import { fastImport } from '../../support/fast-import.ts';
import { TestRepository } from '../../support/repository.ts';

/** Records that differ from each other but for their paths: plain texts, so that write-once alone decides. */
const paths = ['a.txt', 'b.txt', 'B.log', 'sub/a.txt', 'sub/deep/c.txt', 'odd name.txt', 'é.txt'].map(
  (name) => `results/${name}`,
);
const tree = fc.dictionary(fc.constantFrom(...paths), fc.constantFrom('one\n', 'two\n', 'three\n'), {
  minKeys: 1,
  noNullPrototype: true,
});
const pairs = fc.sample(fc.tuple(tree, tree), { numRuns: 120, seed: 20260928 });
// Equal trees and pure additions are rare at random, and half of the law.
const grown = fc
  .sample(fc.tuple(tree, tree), { numRuns: 40, seed: 7 })
  .map(([base, more]) => [base, { ...more, ...base }]);

describe('write-once is set inclusion', () => {
  let repository: TestRepository;
  beforeAll(() => {
    repository = TestRepository.create();
    fastImport(
      repository,
      [...pairs, ...grown].flatMap(([base = {}, head = {}], index) => [
        { branch: `base-${index}`, files: { ...base, 'README.md': 'base\n' } },
        {
          branch: `head-${index}`,
          from: `base-${index}`,
          files: { ...head, 'README.md': `head ${index}\n` },
        },
      ]),
    );
  });
  afterAll(() => repository.dispose());

  it('for random pairs of trees, check fails exactly when some base record is absent or different in head', async () => {
    const outcomes = { kept: 0, broken: 0 };
    for (const [index, [base = {}, head = {}]] of [...pairs, ...grown].entries()) {
      const kept = Object.entries(base).every(([path, content]) => head[path] === content);
      const { code, report } = await runCheck(repository.dir, [
        '--base',
        `base-${index}`,
        '--head',
        `head-${index}`,
      ]);
      const harmed = report.findings
        .filter(({ rule }) => /^ledger\/(?:modified|deleted|renamed)$/.test(rule))
        .map(({ rule, path, data }) => (rule === 'ledger/renamed' ? data['from'] : path))
        .sort();
      const expected = Object.keys(base).filter((path) => head[path] !== base[path]);
      expect([base, head, code, harmed]).toEqual([base, head, kept ? 0 : 1, expected.sort()]);
      outcomes[kept ? 'kept' : 'broken'] += 1;
    }
    expect(Math.min(outcomes.kept, outcomes.broken)).toBeGreaterThan(20);
  });
});
