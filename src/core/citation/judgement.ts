import { formatNumber, type Quantity } from '../quantity.ts';
import type { Citation, CitationProblem, Target } from './citation.ts';
import type { Lookup } from './lookup.ts';
import { type CitedValue, readSpelling, says, spell, type Wish } from './spelling.ts';

/** Whether a text says what its record says. */
export type Judgement =
  | { readonly kind: 'current' }
  | {
      readonly kind: 'stale';
      readonly says: string;
      readonly should: string;
      /** The value in full, with its counts; `null` where it was not measured. */
      readonly exact: string | null;
      /** Why it was not measured. */
      readonly reason: string | null;
    }
  | { readonly kind: 'broken'; readonly problem: CitationProblem };

/** Holds the text of a citation against the value that it cites. */
export function judgeCitation(citation: Citation, lookup: Lookup): Judgement {
  if ('problem' in citation.target) return { kind: 'broken', problem: citation.target.problem };
  if ('problem' in lookup) return { kind: 'broken', problem: lookup.problem };
  const wish = wishOf(citation.text, citation.target);
  const should = spell(lookup.value, wish);
  if (should === null) return { kind: 'broken', problem: { kind: 'no-counts' } };
  if (says(citation.text, lookup.value, wish)) return { kind: 'current' };
  return { kind: 'stale', says: citation.text, should, ...details(lookup.value) };
}

function wishOf(text: string, { format, places }: Target): Wish {
  return { format, places, spelling: readSpelling(text) };
}

function details(value: CitedValue): { readonly exact: string | null; readonly reason: string | null } {
  if ('unmeasured' in value) return { exact: null, reason: value.unmeasured };
  return { exact: inFull(value.quantity), reason: null };
}

function inFull({ value, ratio }: Quantity): string {
  const counts = ratio === undefined ? '' : ` (${ratio.numerator}/${ratio.denominator})`;
  return `${formatNumber(value)}${counts}`;
}

/** A page with every stale number replaced by what its record says; nothing else is touched. */
export function refreshed(
  text: string,
  judged: readonly { readonly citation: Citation; readonly judgement: Judgement }[],
): string {
  let result = '';
  let at = 0;
  for (const { citation, judgement } of [...judged].sort((a, b) => a.citation.start - b.citation.start)) {
    if (judgement.kind !== 'stale') continue;
    result += text.slice(at, citation.start) + judgement.should;
    at = citation.end;
  }
  return result + text.slice(at);
}
