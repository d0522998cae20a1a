import type { Path } from '../../core/path.ts';
import type { Policy } from '../../policy/policy.ts';
import { isExempt, ledgerDirectory, seriesOf } from '../../policy/series.ts';
import { counted } from './notes.ts';
import type { Proposal } from './proposal.ts';
import type { Survey } from './survey.ts';

/** What a proposal would add to a policy that is there, in sentences: nothing where that guards and reads all of it. */
export function additionsTo(policy: Policy, proposal: Proposal, seen: Survey): readonly string[] {
  const { results, series, ledger } = proposal;
  const outside = results.filter((path) => ledgerDirectory(path, policy.ledger) === null);
  const inside = results.filter((path) => ledgerDirectory(path, policy.ledger) !== null);
  const free = inside.filter((path) => isExempt(path, policy.exempt));
  const entries = ledger.filter((entry) => !policy.ledger.includes(entry) && outside.length > 0);
  const claimed = new Set(policy.series.map(({ files }) => files));
  const missing = series.filter(
    ({ files, example }) =>
      !claimed.has(files) && seriesOf(example, policy) === null && seen.files.has(example),
  );
  return [
    ...(outside.length === 0
      ? []
      : [
          `ledger: ${entries.join(', ')} (${resultsText(outside)} outside the ledger, such as ${outside[0]})`,
        ]),
    ...(free.length === 0 ? [] : [`no exemption of ${free[0]} (${resultsText(free)} free to change)`]),
    ...missing.map(
      ({ id, files, count }) => `series ${id}: ${files} (${counted(count, 'file', 'files')} of no series)`,
    ),
  ];
}

function resultsText(paths: readonly Path[]): string {
  return counted(paths.length, 'result is', 'results are');
}
