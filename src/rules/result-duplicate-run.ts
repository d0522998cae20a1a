import { nameFits } from '../core/name-pattern.ts';
import { baseName, type Path } from '../core/path.ts';
import type { RunIdentity } from '../core/reading.ts';
import { defineRule } from '../core/rule.ts';
import { inOrder, namePatternOf } from './shared/record.ts';
import type { RecordSubject, ResultsSubject } from './subject.ts';

interface Run {
  readonly key: string;
  readonly words: string;
}

export const resultDuplicateRun = defineRule({
  id: 'result/duplicate-run',
  severity: 'error',
  title: 'Two results say that they are of the same run.',
  why: 'A run has one outcome. With two, whoever cites it can pick the better one, and the ledger says yes to both.',
  advice:
    'Give a repeated run its own number. If one of the two is a correction, give it a new number and add a retraction of the other.',
  *check({ added, present }: ResultsSubject) {
    const first = new Map<string, Path>();
    const note = (record: RecordSubject, { key }: Run) => {
      if (!first.has(key)) first.set(key, record.path);
    };
    for (const record of inOrder(present)) for (const run of runsOf(record)) note(record, run);
    for (const record of inOrder(added)) {
      const runs = runsOf(record);
      const twin = runs.find(({ key }) => (first.get(key) ?? record.path) !== record.path);
      const other = twin === undefined ? undefined : first.get(twin.key);
      if (twin !== undefined && other !== undefined) {
        yield { path: record.path, data: { other, run: twin.words } };
      }
      for (const run of runs) note(record, run);
    }
  },
  message: ({ other, run }) =>
    `This result is of ${run}, and so is ${other}. A run has one outcome; with two on file, either can be cited.`,
  remedy: () =>
    'If it is another run, give it the next run number, in the content and in the name. If it replaces the other, do the same and add a retraction of the other.',
});

/** The runs that a record is of: what its content says, and what its name says where the name says it all. */
function runsOf(record: RecordSubject): readonly Run[] {
  const stated = record.readings.flatMap(({ run }) =>
    [run.suite, run.date, run.run].includes(null) ? [] : [statedRun(run)],
  );
  const pattern = namePatternOf(record);
  const name = baseName(record.path);
  const whole =
    pattern !== null && ['suite', 'date', 'run'].every((field) => pattern.source.includes(`{${field}}`));
  if (!whole || !nameFits(pattern, name, null)) return stated;
  return [...stated, { key: JSON.stringify([pattern.source, name]), words: `the run "${name}"` }];
}

function statedRun({ suite, date, routing, variant, run }: RunIdentity): Run {
  const words = [suite, date, routing, variant, `run ${run}`].filter((word) => word !== null);
  return { key: JSON.stringify([suite, date, routing, variant, run]), words: words.join(' ') };
}
