import { type JsonValue, resolvePointer } from '../../document/document.ts';
import type { JudgedMetric } from '../judged-metric.ts';
import { formatNumber, type Quantity } from '../quantity.ts';
import { nearest } from '../text.ts';
import type { Citation, CitationProblem, Target } from './citation.ts';
import { type CitedValue, type NumberStyle, readSpelling, says, spell } from './spelling.ts';

/** Whether a text says what its record says. */
export type Judgement =
  | { readonly kind: 'current' }
  | {
      readonly kind: 'stale';
      readonly says: string;
      readonly should: string;
      /** The value in full, with its counts; `null` where it was not measured. */
      readonly exact: string | null;
      /** The reason why it was not measured. */
      readonly reason: string | null;
    }
  | { readonly kind: 'broken'; readonly problem: CitationProblem };

/** Compares the text of a citation with the value that it cites. */
export function judgeCitation(citation: Citation, lookup: Lookup): Judgement {
  if ('problem' in citation.target) return { kind: 'broken', problem: citation.target.problem };
  if ('problem' in lookup) return { kind: 'broken', problem: lookup.problem };
  const style = styleOf(citation.text, citation.target);
  const should = spell(lookup.value, style);
  if (should === null) return { kind: 'broken', problem: { kind: 'no-counts' } };
  if (says(citation.text, lookup.value, style)) return { kind: 'current' };
  return { kind: 'stale', says: citation.text, should, ...details(lookup.value) };
}

function styleOf(text: string, { format, places }: Target): NumberStyle {
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

/** One arm of a record, with its metrics as they are judged. */
interface CitedArm {
  readonly arm: string | null;
  readonly metrics: readonly JudgedMetric[];
}

/** The content of a cited record, as far as citations can name it. */
export interface CitedContent {
  readonly arms: readonly CitedArm[];
  /** `undefined` where the file holds no document. */
  readonly value: JsonValue | undefined;
}

export type Lookup = { readonly value: CitedValue } | { readonly problem: CitationProblem };

/**
 * The value that a target names: a metric as it is judged (recomputed where rows are kept), or the JSON value at a
 * pointer. A pointer to where a metric is stated gives that metric.
 */
export function lookUp(target: Target, content: CitedContent): Lookup {
  return 'metric' in target.selector
    ? metricNamed(target.selector.metric, target.arm, content.arms)
    : valueAt(target.selector.pointer, content);
}

function metricNamed(name: string, arm: string | null, arms: readonly CitedArm[]): Lookup {
  const labels = arms.flatMap(({ arm: label }) => (label === null ? [] : [label])).sort();
  const chosen = arm === null ? arms : arms.filter(({ arm: label }) => label === arm);
  if (arm !== null && chosen.length === 0) return { problem: { kind: 'no-arm', known: labels } };
  const having = chosen.flatMap((one) => {
    const metric = one.metrics.find((candidate) => candidate.name === name);
    return metric === undefined ? [] : [{ label: one.arm, metric }];
  });
  const plain = having.find(({ label }) => label === null);
  if (having.length > 1 && plain === undefined) {
    return { problem: { kind: 'which-arm', known: having.map(({ label }) => label ?? '').sort() } };
  }
  const metric = (plain ?? having[0])?.metric;
  if (metric !== undefined) return { value: citedValue(metric) };
  const known = [...new Set(chosen.flatMap(({ metrics }) => metrics.map((one) => one.name)))].sort();
  return { problem: { kind: 'no-metric', nearest: nearest(name, known), known } };
}

function valueAt(pointer: string, { arms, value }: CitedContent): Lookup {
  const metric = arms.flatMap(({ metrics }) => metrics).find((one) => one.pointer === pointer);
  if (metric !== undefined) return { value: citedValue(metric) };
  const found = value === undefined ? undefined : resolvePointer(value, pointer);
  if (found === undefined) return { problem: { kind: 'no-pointer' } };
  if (found === null) return { value: { unmeasured: 'the record holds null there' } };
  if (typeof found !== 'number') return { problem: { kind: 'no-value', found: kindOf(found) } };
  return { value: { quantity: { value: found } } };
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'a text' : 'true or false';
}

function citedValue({ value, reason, ratio }: JudgedMetric): CitedValue {
  if (value === null || !Number.isFinite(value)) return { unmeasured: reason ?? 'no reason is stated' };
  if (ratio?.denominator === 0) return { unmeasured: 'no_cases: a rate over nothing' };
  return { quantity: { value, ratio } };
}
