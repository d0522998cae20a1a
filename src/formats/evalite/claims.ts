import type { Claim, Definition, Row } from '../../core/reading.ts';
import { aggregate } from '../../measures/aggregate.ts';
import { claimAt, computedClaim, scaleOf } from '../claim.ts';
import { asNumber, member } from '../field.ts';
import { countMeasured, observations } from '../row.ts';
import { sliceName } from '../slice.ts';
import type { Evaluation } from './output.ts';
import { AVERAGE, DURATION } from './rows.ts';

/**
 * The means of the rows, over all evals and for each, and beside them the averages that the export states: over the
 * scores, whatever result they are of, and 0 where there are none.
 */
export function readClaims(
  rows: readonly Row[],
  evaluations: readonly Evaluation[],
): { readonly claims: readonly Claim[]; readonly definitions: ReadonlyMap<string, Definition> } {
  const definitions = define(rows, evaluations);
  const byTask = new Map<string | null, Row[]>();
  for (const row of rows) {
    const mine = byTask.get(row.category);
    if (mine === undefined) byTask.set(row.category, [row]);
    else mine.push(row);
  }
  const of = (task: string) => byTask.get(task) ?? [];
  const own = [...definitions].map(([name, definition]) => {
    const where = definition['where'] as { readonly category: string } | undefined;
    return claimOf(name, definition, where === undefined ? rows : of(where.category));
  });
  const stated = evaluations.flatMap((each) => statedAverage(each, of(each.task)) ?? []);
  return { claims: [...own, ...stated], definitions };
}

function define(rows: readonly Row[], evaluations: readonly Evaluation[]): ReadonlyMap<string, Definition> {
  const tasks = new Set(evaluations.map(({ task }) => task));
  const average: Definition = { aggregate: 'mean', score: AVERAGE, direction: 'higher' };
  const scorers = new Set(rows.flatMap(({ scores }) => [...scores.keys()]));
  return new Map<string, Definition>([
    [AVERAGE, average],
    ...(tasks.size < 2 ? [] : [...tasks]).map((task): [string, Definition] => [
      sliceName(AVERAGE, 'eval', task),
      { ...average, where: { category: task } },
    ]),
    ...[...scorers]
      .filter((name) => name !== AVERAGE)
      .map((name): [string, Definition] => [
        name,
        name === DURATION
          ? { aggregate: 'mean', score: name, direction: 'lower', unit: 'ms' }
          : { aggregate: 'mean', score: name, direction: 'higher' },
      ]),
  ]);
}

function claimOf(name: string, definition: Definition, rows: readonly Row[]): Claim {
  const result = aggregate({ aggregate: 'mean' }, observations(rows, String(definition['score'])));
  const { measuredCases, expectedCases } = result.coverage;
  return computedClaim(name, result, {
    measured: measuredCases,
    expected: expectedCases,
    ...scaleOf(definition),
  });
}

function statedAverage({ task, source, pointer }: Evaluation, rows: readonly Row[]): Claim | null {
  const name = sliceName(`${AVERAGE}_as_stated`, 'eval', task);
  const path = pointer.slice(1).split('/');
  const stated = claimAt(source, 'averageScore', path, () => 'evidence_missing: the file states null', name);
  if (stated === null || countMeasured(rows, AVERAGE) > 0 || asNumber(member(source, 'averageScore')) !== 0)
    return stated;
  return { ...stated, value: null, reason: 'no_cases: evalite writes 0 where there are no scores' };
}
