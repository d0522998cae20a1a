import type { Row } from '../../core/reading.ts';
import { asNumber, asObject, type JsonObject, member } from '../field.ts';
import { bareRow, withDoubts } from '../row.ts';
import type { Arm } from './arms.ts';
import { caseIdOf, testOf } from './cases.ts';
import { doubtsOf } from './doubts.ts';
import { gradersOf } from './judge.ts';
import type { Note } from './note.ts';
import { outcomeOf } from './outcome.ts';
import type { Entry, Output } from './output.ts';
import { judgedScore, rulingDoubts, rulingsOf } from './rulings.ts';
import { isCached, scoresOf } from './scores.ts';

/** The rows of an arm in the order of the file; the repeats of a case are its samples. */
export function readRows(
  output: Output,
  arm: Arm,
): { readonly rows: readonly Row[]; readonly notes: readonly Note[] } {
  const names = new Set(
    arm.entries.flatMap(({ source }) => Object.keys(asObject(member(source, 'namedScores')) ?? {})),
  );
  const counts = new Map<string, number>();
  const notes = arm.entries.map((entry) => {
    const note = readEntry(entry, output, [...names]);
    const sample = (counts.get(note.row.id) ?? 0) + 1;
    counts.set(note.row.id, sample);
    return { ...note, row: { ...note.row, sample } };
  });
  return { rows: notes.map(({ row }) => row), notes };
}

function readEntry({ source, pointer }: Entry, output: Output, names: readonly string[]): Note {
  const test = testOf(source, output.tests);
  const outcome = outcomeOf(source, test);
  const id = caseIdOf(source, test);
  const judgments = rulingsOf(outcome, test);
  const scored = [...scoresOf(source, test, outcome, names), judgedScore(judgments, outcome)];
  const row: Row = {
    ...bareRow(id ?? placeOf(source, pointer), pointer, evidenceOf(source)),
    error: outcome.error,
    scores: new Map(scored.map(({ name, value }) => [name, value])),
    unmeasured: new Map(scored.flatMap(({ name, why }) => (why === null ? [] : [[name, why] as const]))),
    judgments,
    ...withDoubts([...doubtsOf(source, test, outcome), ...rulingDoubts(outcome, judgments)]),
  };
  return {
    row,
    outcome,
    graders: gradersOf(test, outcome, output.root),
    placed: id === null,
    unpriced: member(source, 'cost') === 0 && !isCached(source) && outcome.error === null,
    noNumber: scored.flatMap(({ noNumber }) => (noNumber === undefined ? [] : [`${pointer}${noNumber}`])),
  };
}

/** A test of which the row says nothing else is known by its index. */
function placeOf(source: JsonObject, pointer: string): string {
  return `test ${asNumber(member(source, 'testIdx')) ?? pointer}`;
}

/** The row as the file has it, with its evidence in the words of a native result. An output keeps its type. */
function evidenceOf(source: JsonObject): JsonObject {
  const output = member(asObject(member(source, 'response')), 'output');
  const vars = member(source, 'vars');
  return {
    ...source,
    ...(vars === undefined ? {} : { input: vars }),
    ...(output === undefined ? {} : { output }),
    ...(isCached(source) ? { cached: true } : {}),
  };
}
