import type { Reading } from '../core/reading.ts';
import type { Format, ResultFile } from './format.ts';
import { type Arm, readArms } from './promptfoo/arms.ts';
import { readClaims } from './promptfoo/claims.ts';
import { readJudge } from './promptfoo/judge.ts';
import { readLosses } from './promptfoo/losses.ts';
import { envelopeOf, KNOWN_VERSIONS, type Output, readOutput } from './promptfoo/output.ts';
import { readRows } from './promptfoo/rows.ts';
import { readRun } from './promptfoo/run.ts';

/** What `promptfoo eval -o` writes, as JSON or JSON Lines. A reading for each column: a provider with a prompt. */
export const promptfoo: Format = {
  id: 'promptfoo',
  title: 'promptfoo JSON (results.version 2 and 3) and JSON Lines',
  detect: (file) => envelopeOf(file) !== null || readOutput(file) !== null,
  refuse: (file) => unknownVersion(file),
  read(file) {
    const output = readOutput(file);
    if (output === null || unknownVersion(file) !== null) return [];
    const arms = readArms(output);
    if (arms.length === 0) return [readEmpty(output)];
    return arms.map((arm) => readArm(output, arm));
  },
};

function unknownVersion(file: ResultFile): string | null {
  const version = envelopeOf(file)?.version;
  if (version === undefined || KNOWN_VERSIONS.includes(version)) return null;
  return `its results.version is ${version}, and known are ${KNOWN_VERSIONS.join(' and ')}`;
}

function readEmpty(output: Output): Reading {
  return { ...readRun(output), rows: [], losses: ['rows: the file holds none'] };
}

function readArm(output: Output, arm: Arm): Reading {
  const { rows, notes } = readRows(output, arm);
  const { claims, definitions } = readClaims(rows, arm);
  const cases = new Map(rows.map(({ id, sample }) => [id, sample]));
  const lengths = new Set(cases.values());
  const run = readRun(output);
  return {
    ...run,
    arm: arm.name,
    dataset: { name: null, version: null, fingerprint: null, cases: cases.size },
    // As planned: where repeats were lost, what is there is no plan
    samples: run.samples ?? (lengths.size === 1 ? [...lengths][0]! : null),
    models: arm.provider === null ? new Map() : new Map([['agent', arm.provider]]),
    judge: readJudge(rows, notes),
    claims,
    definitions,
    rows,
    losses: readLosses(output, arm, rows, notes),
  };
}
