import { expect, it } from 'vitest';
import type { PortabilityProblem } from '../../src/core/path.ts';
import { ledgerUnportableName } from '../../src/rules/ledger-unportable-name.ts';
import { found, range } from '../support/range.ts';

const of = (misfit: PortabilityProblem | null, portable = false) =>
  found(ledgerUnportableName, {
    ...range([]),
    portable,
    names: [{ path: 'results/a:b/x.json', of: 'results/a:b', alike: [], misfit }],
  });

it('warns of a name that Windows cannot hold, and names the folder that has it (A4)', () => {
  expect(of(null)).toEqual([]);
  expect(of('character')).toEqual([
    expect.stringMatching(/^warning results\/a:b\/x\.json: The folder results\/a:b has a character/),
  ]);
  expect(of('device')[0]).toContain('a device on Windows');
  expect(of('ending')[0]).toContain('ends in a dot or a space');
  expect(of('bytes')[0]).toContain('not UTF-8');
});

it('is an error where the policy asks for portable names, and where no system can hold the name (A4)', () => {
  expect(of('character', true)[0]).toMatch(/^error /);
  expect(of('length')[0]).toMatch(/^error .*longer than any system/);
});
