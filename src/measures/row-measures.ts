import type { Row } from '../core/reading.ts';
import { isObject, type JsonValue } from '../document/document.ts';
import type { Measured } from './observation.ts';
import {
  hitAtK,
  leakage,
  type NdcgGain,
  ndcgAtK,
  precisionAtK,
  type Ranking,
  recallAtK,
  reciprocalRank,
} from './retrieval.ts';
import { type ExpectedCall, type ToolCall, toolCallMatch } from './tool-calls.ts';

/** A measure that gives a row's value from what the row holds: a share, in [0, 1]. */
interface RowFormula {
  /** Whether it needs a depth (`k`). */
  readonly depth: boolean;
  readonly better: 'higher' | 'lower';
  /** The value of a row; `null` where the row does not hold what the measure needs. */
  readonly of: (source: Row['source'], options: RowMeasureOptions) => Measured | null;
}

/** What a definition says of a measure; `null` where it says nothing. */
interface RowMeasureOptions {
  readonly k: number | null;
  readonly minGrade: number | null;
  readonly gain: NdcgGain | null;
}

/**
 * Every measure of a row, by the name that a definition has for it. A new one is a line here and its formula; the tests of
 * closed vocabularies name what else has to know of it.
 */
export const ROW_MEASURES = {
  recall_at_k: {
    depth: true,
    better: 'higher',
    of: ranked((ranking, { k, minGrade }) => recallAtK(ranking, k ?? 1, minGrade ?? undefined)),
  },
  precision_at_k: {
    depth: true,
    better: 'higher',
    of: ranked((ranking, { k, minGrade }) => precisionAtK(ranking, k ?? 1, minGrade ?? undefined)),
  },
  hit_at_k: {
    depth: true,
    better: 'higher',
    of: ranked((ranking, { k, minGrade }) => hitAtK(ranking, k ?? 1, minGrade ?? undefined)),
  },
  // It looks at the whole ranking unless a depth is said.
  mrr: {
    depth: false,
    better: 'higher',
    of: ranked((ranking, { k, minGrade }) => reciprocalRank(ranking, k ?? undefined, minGrade ?? undefined)),
  },
  ndcg_at_k: {
    depth: true,
    better: 'higher',
    of: ranked((ranking, { k, minGrade, gain }) =>
      ndcgAtK(ranking, k ?? 1, gain ?? undefined, minGrade ?? undefined),
    ),
  },
  leakage: { depth: false, better: 'lower', of: leaked },
  tool_call_match: { depth: false, better: 'higher', of: toolCalls },
} as const satisfies Readonly<Record<string, RowFormula>>;

export type RowMeasureName = keyof typeof ROW_MEASURES;

export function isRowMeasure(name: string): name is RowMeasureName {
  return Object.hasOwn(ROW_MEASURES, name);
}

/** A measure of a row with its options. */
export interface RowMeasure extends RowMeasureOptions {
  readonly name: RowMeasureName;
}

/** What a measure makes of a row; `null` where the row does not hold what the measure needs. */
export function fromMeasure({ source }: Row, { name, ...options }: RowMeasure): Measured | null {
  return ROW_MEASURES[name].of(source, options);
}

function ranked(measure: (ranking: Ranking, options: RowMeasureOptions) => Measured): RowFormula['of'] {
  return (source, options) => {
    const retrieved = texts(own(source, 'retrieved'));
    const relevant = grades(own(source, 'relevant'));
    return retrieved === null || relevant === null ? null : measure({ retrieved, relevant }, options);
  };
}

function leaked(source: Row['source']): Measured | null {
  const retrieved = texts(own(source, 'retrieved'));
  const selection = texts(own(source, 'selection'));
  return retrieved === null || selection === null
    ? null
    : leakage({ retrieved, selection: new Set(selection) });
}

function toolCalls(source: Row['source']): Measured | null {
  const expected = calls(own(source, 'expected_tool_calls'));
  const made = own(source, 'tool_calls');
  if (expected === null || made === undefined) return null;
  // The schema has vouched for the shape of a call.
  return toolCallMatch(expected as readonly ExpectedCall[], calls(made) as readonly ToolCall[] | null);
}

function calls(value: JsonValue | undefined): readonly unknown[] | null {
  if (!Array.isArray(value)) return null;
  return value.every((call) => typeof call === 'object' && call !== null && Object.hasOwn(call, 'name'))
    ? value
    : null;
}

function texts(value: JsonValue | undefined): readonly string[] | null {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;
}

function grades(value: JsonValue | undefined): ReadonlyMap<string, number> | null {
  if (!isObject(value)) return null;
  return new Map(
    Object.entries(value).flatMap(([id, grade]) => (typeof grade === 'number' ? [[id, grade] as const] : [])),
  );
}

function own(source: Row['source'], key: string): JsonValue | undefined {
  return Object.hasOwn(source, key) ? source[key] : undefined;
}
