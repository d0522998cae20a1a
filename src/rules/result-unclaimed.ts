import { baseName, directoryName, type Path } from '../core/path.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import type { Policy } from '../policy/policy.ts';
import { canFailCheck, isOfFolder, seriesOf } from '../policy/series.ts';
import { inOrder } from './shared/record.ts';
import type { RecordSubject, ResultsSubject } from './subject.ts';

interface Data {
  /** The reader that knows the result, or `mapping`. */
  readonly format: string;
  /** An enforced series whose files lie in the same folder. */
  readonly enforced: { readonly series: string; readonly files: string } | null;
  /** The series of the proposed policy that claims it. */
  readonly next: string | null;
  /** In a check of the whole ledger, the results of the folder that the finding stands for; `null` for an added one. */
  readonly landed: number | null;
}

export const resultUnclaimed = defineRule({
  id: 'result/unclaimed',
  severity: 'warning',
  title: 'No series claims a result, so no threshold is applied to it.',
  why: 'The policy judges results by series. A result whose name no series claims passes whatever it says. Where an enforced series has its files in the same folder, that is an error: another name would be the way around its thresholds.',
  advice:
    'Name the result so that its series claims it (`evalguard record --from SERIES` does so), or add a series for it at the end of the policy. The change that adds the series may hold the result too: it is judged from the next change on. Raw output beside the record that was made from it is no finding, nor is a result that is retracted. In a check of the whole ledger the results of a folder are one note.',
  *check({ added, present, landed, proposed, retracted }: ResultsSubject): Iterable<RuleMatch<Data>> {
    const claimed = [...added, ...present].filter(({ series }) => series !== null);
    const sources = new Set(claimed.map(({ source }) => source));
    const evaluated = new Set(claimed.flatMap(evaluationOf));
    const folders = new Map<Path, number>();
    const found: RuleMatch<Data>[] = [];
    for (const record of inOrder(added)) {
      const { path, unclaimed, nearSeries } = record;
      // A name that differs by case alone is an error of `result/name`.
      if (unclaimed === null || nearSeries !== null || retracted.has(path)) continue;
      if (sources.has(unclaimed.sha256)) continue;
      if (unclaimed.format === LM_EVAL && samplesOf(path).some((one) => evaluated.has(one))) continue;
      const folder = directoryName(path);
      const before = folders.get(folder) ?? 0;
      folders.set(folder, before + 1);
      if (landed && before > 0) continue;
      const next = proposed === null ? null : claimedNext(path, record.policy, proposed);
      const enforced = enforcedNear(record);
      const severity = landed || next !== null ? 'note' : enforced === null ? 'warning' : 'error';
      found.push({ path, severity, data: { format: unclaimed.format, enforced, next, landed: null } });
    }
    for (const one of found) {
      const count = folders.get(directoryName(one.path ?? '')) ?? 1;
      yield landed ? { ...one, data: { ...one.data, landed: count } } : one;
    }
  },
  message: ({ format, enforced, next, landed }) => {
    const what =
      landed === null || landed === 1
        ? `No series claims this result (${format}): no threshold was applied, nothing was compared.`
        : `No series claims ${landed} results of this folder: no threshold was applied to them, nothing was compared. This is the first of them (${format}).`;
    if (next !== null) {
      return `${what} The series "${next}" of the proposed policy claims it: it is judged from the next change on.`;
    }
    return enforced === null
      ? what
      : `${what} The series "${enforced.series}" (${enforced.files}) is enforced in this folder, and another name must not be a way around it.`;
  },
  remedy: ({ enforced, next, landed }) => {
    if (landed !== null)
      return 'Add a series for such results after the others in evalguard.yaml, or retract what should not count.';
    if (next !== null)
      return 'Nothing has to be done. To have it judged before it lands, land the policy in a change of its own first.';
    const rename =
      enforced === null
        ? 'Name it as one of the series in evalguard.yaml asks'
        : `If it is a result of "${enforced.series}", name it so that ${enforced.files} matches`;
    return `${rename} (\`evalguard record --from SERIES\` does so). Else add a series for it after the others in evalguard.yaml, or keep it outside the ledger.`;
  },
});

/** The series that will claim the path once the proposed policy counts: one that stands already, or one added after those. */
function claimedNext(path: Path, policy: Policy, proposed: Policy): string | null {
  const claims = seriesOf(path, proposed);
  if (claims === null) return null;
  const stand = new Set(policy.series.map(({ id }) => id));
  const after = proposed.series.slice(proposed.series.indexOf(claims));
  return stand.has(claims.id) || !after.some(({ id }) => stand.has(id)) ? claims.id : null;
}

function enforcedNear({ path, policy }: RecordSubject): Data['enforced'] {
  const series = policy.series.find((one) => canFailCheck(one) && isOfFolder(one, path, policy));
  return series === undefined ? null : { series: series.id, files: series.files };
}

const LM_EVAL = 'lm-eval';

/** The evaluation that a result of lm-eval is of; its samples lie beside it: `results_<time>.json`, `samples_<task>_<time>.jsonl`. */
function evaluationOf({ path, format }: RecordSubject): readonly string[] {
  const time = format === LM_EVAL ? /^results_([^_]+)\.json$/.exec(baseName(path))?.[1] : undefined;
  return time === undefined ? [] : [`${directoryName(path)}/${time}`];
}

function samplesOf(path: Path): readonly string[] {
  const time = /^samples_.+_([^_]+)\.jsonl$/.exec(baseName(path))?.[1];
  return time === undefined ? [] : [`${directoryName(path)}/${time}`];
}
