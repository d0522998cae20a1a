import { defineRule, type RuleMatch } from '../core/rule.ts';
import { gridOf } from '../measures/evidence/grid.ts';
import { placeIn, wasConverted } from './shared/record.ts';
import { listNames } from './shared/rows.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  /** Samples or arms that a case lacks; sample numbers left out; cases without a row; more cases than the dataset has. */
  readonly problem: 'holes' | 'gaps' | 'cases-missing' | 'cases-unknown';
  readonly arm: string | null;
  readonly names: readonly string[];
  readonly count: number;
  readonly planned: number;
  /** Whether the rows are as a tool wrote them, so that nobody adds one by hand. */
  readonly ofTool: boolean;
}

export const resultGrid = defineRule({
  id: 'result/grid',
  severity: 'warning',
  title:
    'Rows are missing from the grid of cases, samples and arms, or there are more cases than the dataset has.',
  why: 'A case that was left out leaves every average, and nobody sees it go. Where exclusions are not recorded, a partial result looks whole.',
  advice:
    'Keep a row for each planned sample of each case, with an "error" or a reason where it was not measured; a case that was left out on purpose is "not_applicable".',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    const ofTool = record.native === null || wasConverted(record);
    for (const reading of record.readings) {
      if (reading.status === 'unmeasured') continue;
      for (const { problem, names, count, planned } of gridOf(reading)) {
        const place =
          record.native === null ? null : reading.arm === 'candidate' ? '/candidate/results' : '/results';
        yield {
          ...placeIn(record, place),
          // A case that was tried again is honest: what came before is only not in the file
          ...(problem === 'gaps' ? { severity: 'note' as const } : {}),
          data: { problem, arm: reading.arm, names, count, planned, ofTool },
        };
      }
    }
  },
  message: ({ problem, names, count, planned }) => {
    const list = names.length === 0 ? '' : `: ${listNames(names, count)}`;
    switch (problem) {
      case 'holes':
        return `${count} planned ${count === 1 ? 'row is' : 'rows are'} missing${list}. What is not there leaves every average unseen.`;
      case 'gaps':
        return `The sample numbers of ${count === 1 ? 'a case leave' : `${count} cases leave`} some out${list}. The samples before were not kept, as where a case was tried again until it passed, and they are in no average.`;
      case 'cases-missing':
        return `${count} of ${planned} cases ${count === 1 ? 'has' : 'have'} no row${list}. What is not there leaves every average unseen.`;
      case 'cases-unknown':
        return `The rows are of ${count} cases, and the dataset has ${planned}. Some were counted that do not belong to it, or its count is of another version.`;
    }
  },
  remedy: ({ problem, ofTool }) => {
    if (problem === 'gaps')
      return 'Keep a row for each sample that ran, with its "error" where it failed; number what was planned from 1 without gaps. Nothing has to be done for it to land.';
    return ofTool
      ? 'Run the tool over every planned case, and add that as a new run; a run over a part, as by a limit, holds for that part alone, and nothing has to be done for it to land.'
      : 'Add a row for each, with "error" or "unmeasured" where nothing came of it; or correct "method.samples", "cases" or "dataset.cases", if the plan was another.';
  },
});
