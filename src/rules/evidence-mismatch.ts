import { describeDefinition } from '../core/definition.ts';
import { formatApart, formatNumber } from '../core/quantity.ts';
import type { Reading } from '../core/reading.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { UNMEASURED } from '../core/verdict.ts';
import { formatPointer } from '../document/document.ts';
import { type Evidence, evidenceOf } from '../measures/evidence/recompute.ts';
import { reasonText } from '../measures/evidence/unmeasured.ts';
import { placeIn } from './shared/record.ts';
import { failedPasses, listNames, type RowName, rowName, spellRow, strangeRows } from './shared/rows.ts';
import type { RecordSubject } from './subject.ts';

interface RowFact extends RowName {
  readonly value: number | string | boolean | null;
  readonly evidence: number | string | null;
}

interface Data {
  /** A headline against its rows, one that is their percent or was cut off, a row against its own evidence, a pass in a row that failed, a null over measured rows. */
  readonly what: 'metric' | 'slip' | 'row' | 'failed-pass' | 'null';
  readonly name: string;
  readonly arm: string | null;
  readonly claimed: number | null;
  readonly recomputed: number | null;
  /** Why nothing can be recomputed; or by what the rows are contradicted. */
  readonly reason: string | null;
  readonly definition: string | null;
  readonly looks_like: string | null;
  readonly rows: readonly (RowFact & { readonly [key: string]: string | number | boolean | null })[];
  readonly count: number;
}

const LOOKS: Readonly<Record<string, string>> = {
  'unmeasured-as-zero': 'The claim comes out when every unmeasured row counts as 0.',
  'unmeasured-as-best': 'The claim comes out when every unmeasured row counts as a pass.',
  'rows-not-cases': 'The claim comes out when each row counts alike, and not each case.',
  'cases-not-rows': 'The claim comes out when each case counts alike, and not each row.',
  'best-of-samples':
    'The claim comes out when the best sample of each case counts: that is pass@k, not a share of first tries.',
  'cached-as-samples':
    'The claim comes out when rows that repeat a cached answer count as samples of their own.',
  'where-ignored': 'The claim comes out over all rows, without the condition of its definition.',
};

const SLIPS: Readonly<Record<string, string>> = {
  percent: 'The score is in percent: state the fraction.',
  truncated:
    'The decimals of the score were cut off: state it unrounded, or rounded to at least two decimals.',
};

const BY: Readonly<Record<string, string>> = {
  judgments: 'the judgments of the row come to',
  games: 'the two orders of the pair come to',
  measure: 'what the row holds comes to',
  error: 'the row ended in an error, so a judge had nothing to rule on',
  scale: 'that is not on the scale of the rubric, so nothing was measured',
};

export const evidenceMismatch = defineRule({
  id: 'evidence/mismatch',
  severity: 'error',
  title: 'A number is not what its rows come to.',
  why: 'A headline is worth its rows. Where the two differ, one of them was edited, or the definition is another than the one stated, and nobody can tell which number was measured.',
  advice:
    'Compute the aggregate from the rows by its definition, or state the definition by which it was computed. An error is a row without a score, never a 0 and never a pass.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    for (const reading of record.readings) {
      if (reading.status === 'unmeasured') continue;
      for (const evidence of evidenceOf(reading)) {
        const found = mismatch(reading, evidence);
        if (found !== null) yield { ...placeIn(record, evidence.claim?.pointer ?? null), ...found };
      }
      for (const found of rowMismatches(reading))
        yield { ...placeIn(record, found.pointer), severity: found.severity, data: found.data };
    }
  },
  message: (data) => {
    const { what, name, arm, claimed, recomputed, reason, definition, looks_like, rows, count } = data;
    const of = arm === null ? name : `${name} (${arm})`;
    const names = listNames(
      rows.map((row) => spellRow(row)),
      count,
    );
    switch (what) {
      case 'metric': {
        const [claim, own] =
          recomputed === null
            ? [formatNumber(claimed ?? 0), `${UNMEASURED}: ${reason}`]
            : formatApart(claimed ?? 0, recomputed);
        const looks = looks_like === null ? '' : ` ${LOOKS[looks_like]}`;
        const deciding =
          count === 0 ? '' : ` The rows that decide: ${listNames(rows.map(spellFact), count)}.`;
        return `${of} is claimed as ${claim}, and its rows come to ${own} (${definition}).${looks}${deciding}`;
      }
      case 'slip':
        return `${of} is claimed as ${formatNumber(claimed ?? 0)}, and its rows come to ${formatNumber(recomputed ?? 0)} (${definition}): ${reason === 'percent' ? 'the claim is in percent' : 'the decimals of the claim were cut off instead of rounded'}. What the rows come to counts.`;
      case 'null':
        return `${of} is ${UNMEASURED} by the file, and every one of its rows was measured: they come to ${formatNumber(recomputed ?? 0)} (${definition}). A null over measured rows can hide a bad number.`;
      case 'failed-pass':
        return `${name} is true in ${count === 1 ? 'a row' : `${count} rows`} that ended in an error of what was evaluated (${names}). The text of a failed call was graded like an answer, or the error is none.`;
      case 'row': {
        const [first, ...others] = rows;
        if (first === undefined) return `The score ${of} is not what its rows hold.`;
        const [stated, own] = spellBoth(first.value, first.evidence);
        const by = reason === null ? '' : BY[reason];
        const tail = reason === 'error' || reason === 'scale' ? '' : ` ${own}`;
        const more =
          count > 1 ? ` The same in ${count - 1} more: ${listNames(others.map(spellRow), count - 1)}.` : '';
        const slip = looks_like === null ? '' : ` ${SLIPS[looks_like]}`;
        return `The score ${of} of ${spellRow(first)} is stated as ${stated}, and ${by}${tail}.${slip}${more}`;
      }
    }
  },
  remedy: ({ what, recomputed, reason }) => {
    switch (what) {
      case 'slip':
        return reason === 'percent'
          ? `State the fraction, ${formatNumber(recomputed ?? 0)}; or define a metric whose unit is percent, and give its rows in percent too.`
          : `State ${formatNumber(recomputed ?? 0)} unrounded, or rounded to at least two decimals.`;
      case 'metric':
        return 'Correct the aggregate or the rows before this lands; if it was computed in another way, state that way under "metrics" (of your own JSON, under "definitions" of its mapping), and raise metrics_version where it changed.';
      case 'null':
        return 'State the number, or give the rows that were not measured their reason.';
      case 'failed-pass':
        return 'Leave the score out or set it to null where the row failed; mark the metric as judged, or as better low, if that is what it is.';
      case 'row':
        return 'Correct the score, or the evidence that stands beside it; a score that was not measured is null with a reason.';
    }
  },
});

function mismatch(
  { arm }: Reading,
  { name, claim, definition, basis }: Evidence,
): Pick<RuleMatch<Data>, 'data' | 'severity'> | null {
  if (claim === null || definition === null || basis.kind === 'claim') return null;
  const { value, deciding, measured, expected } = basis;
  const shared = { name, arm, definition: describeDefinition(name, definition), claimed: claim.value };
  if (claim.value === null) {
    const whole = measured === expected && measured > 0 && value.value !== null;
    const withheld = claim.reason?.startsWith('inconclusive') === true;
    if (!whole || withheld) return null;
    const nothing = { reason: claim.reason, looks_like: null, rows: [], count: 0 };
    return { severity: 'warning', data: { what: 'null', ...shared, recomputed: value.value, ...nothing } };
  }
  const slip = basis.agreement?.kind ?? 'differs';
  if (value.value !== null && (slip === 'percent' || slip === 'truncated')) {
    const nothing = { looks_like: null, rows: [], count: 0 };
    const data = { what: 'slip' as const, ...shared, recomputed: value.value, reason: slip, ...nothing };
    return { severity: 'warning', data };
  }
  // A number over nothing has a finding of its own.
  const without = expected === 0 && (claim.measured ?? claim.expected ?? 0) > 0;
  if (deciding === null || (value.value === null && measured === 0 && !without)) return null;
  return {
    data: {
      what: 'metric',
      ...shared,
      recomputed: value.value,
      reason: value.value === null ? reasonText(value) : null,
      looks_like: deciding.looksLike,
      rows: deciding.rows.map(({ row, value: own, reason }) => ({
        ...rowName(row),
        value: own,
        evidence: reason,
      })),
      count: deciding.count,
    },
  };
}

function* rowMismatches(reading: Reading) {
  const { arm } = reading;
  const nothing = { arm, claimed: null, recomputed: null, definition: null, looks_like: null };
  for (const { score, by, slip, found, count } of strangeRows(reading)) {
    const rows = found.map(({ row, stated, evidence }) => ({ ...rowName(row), value: stated, evidence }));
    const data: Data = { what: 'row', name: score, ...nothing, reason: by, looks_like: slip, rows, count };
    const severity = slip === null ? ('error' as const) : ('warning' as const);
    yield { pointer: found[0]!.row.pointer + formatPointer(['scores', score]), severity, data };
  }
  for (const { score, found, count } of failedPasses(reading)) {
    const rows = found.map((row) => ({ ...rowName(row), value: true, evidence: row.error?.kind ?? null }));
    const data: Data = { what: 'failed-pass', name: score, ...nothing, reason: null, rows, count };
    yield {
      pointer: found[0]!.pointer + formatPointer(['scores', score]),
      severity: 'warning' as const,
      data,
    };
  }
}

function spellFact(row: RowFact): string {
  return `${spellRow(row)} ${row.value === null ? (row.evidence ?? 'unmeasured') : spell(row.value)}`;
}

function spellBoth(stated: RowFact['value'], evidence: RowFact['evidence']): readonly [string, string] {
  const number = typeof stated === 'boolean' ? Number(stated) : stated;
  if (typeof number !== 'number' || typeof evidence !== 'number') return [spell(stated), spell(evidence)];
  const [left, right] = formatApart(number, evidence);
  return [typeof stated === 'boolean' ? String(stated) : left, right];
}

function spell(value: RowFact['value']): string {
  if (value === null) return UNMEASURED;
  return typeof value === 'number' ? formatNumber(value) : String(value);
}
