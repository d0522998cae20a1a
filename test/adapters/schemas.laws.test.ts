import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SchemaName } from '../../src/adapters/schemas.ts';
import { isDate, isTime } from '../../src/core/calendar.ts';
import { formatPointer, type JsonValue } from '../../src/document/document.ts';
import {
  edited,
  FULL,
  type Json,
  type JsonObject,
  NAMES,
  POLICIES,
  paths,
  REPORT,
  RETRACTION,
  schemaText,
  VALID,
} from '../support/schema-documents.ts';
import { trials } from '../support/trial.ts';
import { validateNow } from '../support/validate.ts';

/** The policy of docs/policy.md that holds something at a path. */
function policyWith(...path: readonly string[]): JsonObject {
  const found = POLICIES.find((policy) => paths(policy).some((each) => each.join('/') === path.join('/')));
  if (found === undefined) throw new Error(`no policy of docs/policy.md has ${path.join('/')}`);
  return found;
}

const closed: readonly (readonly [SchemaName, JsonObject, readonly (string | number)[]])[] = [
  ...[
    [],
    ['judge'],
    ['judge', 'baseline'],
    ['code'],
    ['dataset'],
    ['rubric'],
    ['rubric', 'criteria', 'tone'],
  ].map((path) => ['result', FULL, path] as const),
  ...[
    ['metrics', 'pass^2'],
    ['metrics', 'pass^2', 'pass_if', 'relevancy'],
    ['thresholds', 'citation_support_rate'],
  ].map((path) => ['result', FULL, path] as const),
  ...[
    ['cases', 'refund'],
    ['cases', 'refund', 'threshold'],
    ['candidate'],
    ['candidate', 'prompts', 'planner'],
    ['source'],
  ].map((path) => ['result', FULL, path] as const),
  ...[
    ['results', 0],
    ['results', 0, 'judgments', 0],
    ['results', 1, 'tool_calls', 0],
    ['results', 4, 'error'],
  ].map((path) => ['result', FULL, path] as const),
  ...[['results', 1, 'expected_tool_calls', 0], ['aggregate_by']].map(
    (path) => ['result', FULL, path] as const,
  ),
  ...[[], ['of']].map((path) => ['retraction', RETRACTION, path] as const),
  ...[
    [],
    ['judge'],
    ['require', 'retrieval'],
    ['series', 'eval'],
    ['series', 'eval', 'thresholds', 'leakage'],
  ].map((path) => ['policy', policyWith('series', 'eval'), path] as const),
  ...[
    ['series', 'assistant', 'hard_fail', 0],
    ['series', 'assistant', 'inconclusive_when', 'flip_rate'],
  ].map((path) => ['policy', policyWith('series', 'assistant'), path] as const),
  ['policy', policyWith('series', 'nightly', 'format', 'metrics'), ['series', 'nightly', 'format']],
  ...[
    [],
    ['range'],
    ['counts'],
    ['changes', 0],
    ['results', 0],
    ['results', 0, 'run'],
    ['results', 0, 'metrics', 0],
  ].map((path) => ['report', REPORT, path] as const),
  ...[
    ['results', 0, 'judge'],
    ['thresholds', 0],
    ['comparisons', 0],
    ['comparisons', 0, 'metrics', 0],
  ].map((path) => ['report', REPORT, path] as const),
  ...[
    ['comparisons', 0, 'reasons', 0],
    ['comparisons', 0, 'head'],
    ['findings', 0],
    ['incomplete', 0],
  ].map((path) => ['report', REPORT, path] as const),
];

const KNOWN = new Set(
  NAMES.flatMap((name) => [...schemaText(name).matchAll(/"([^"]+)":/g)].map((match) => match[1]!)),
);

describe('laws', () => {
  const oracle = new Ajv2020({
    ...{ strict: true, strictRequired: false, allowUnionTypes: true, logger: false },
    formats: { date: isDate, 'date-time': isTime },
  });
  const independent = Object.fromEntries(
    NAMES.map((name) => [name, oracle.compile(JSON.parse(schemaText(name)))]),
  ) as unknown as Record<SchemaName, (value: unknown) => boolean>;

  it('any JSON at all gets an answer, and the one that ajv gives', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.jsonValue(), (name, value) => {
        expect(validateNow(name, value as JsonValue).length === 0).toBe(independent[name](value));
      }),
    );
  });

  it('a document with any of its values replaced gets the answer of ajv, at the place or beside it', () => {
    const places = VALID.flatMap(([name, document]) =>
      paths(document).map((path) => ({ name, document, path })),
    );
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom<Json>(0, -1, 1.5, '', null, {}, [], true, 'mean'),
    );
    fc.assert(
      fc.property(fc.constantFrom(...places), value, ({ name, document, path }, replacement) => {
        const changed = edited(document, path, replacement as Json);
        const faults = validateNow(name, changed);
        expect(faults.length === 0).toBe(independent[name](changed));
      }),
      { numRuns: trials(2_000) },
    );
  });

  it('a document that lacks any of its keys gets the answer of ajv, and at most one missing key for it', () => {
    for (const [name, document] of VALID) {
      for (const path of paths(document)) {
        if (typeof path.at(-1) === 'number') continue;
        const changed = edited(document, path, undefined);
        const faults = validateNow(name, changed);
        expect(faults.length === 0).toBe(independent[name](changed));
        expect(faults.length).toBeLessThanOrEqual(1);
      }
    }
  });

  it('a random key at a closed place is exactly one unknown key there', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...closed),
        fc.string(),
        fc.jsonValue(),
        ([name, document, path], key, value) => {
          const at = path.reduce<Json>((here, step) => (here as JsonObject)[step]!, document) as JsonObject;
          const pointer = formatPointer([...path, key]);
          fc.pre(!Object.hasOwn(at, key) && !KNOWN.has(key));
          const faults = validateNow(name, edited(document, [...path, key], value as Json));
          if (key === '__proto__') return; // an assignment, no key
          expect(faults).toMatchObject([{ pointer, problem: 'unknown-key', key }]);
        },
      ),
      { numRuns: trials(1_000) },
    );
  });

  it('nothing that is validated is changed, and a valid document is valid again', () => {
    for (const [name, document] of VALID) {
      const frozen = deepFrozen(structuredClone(document));
      expect(validateNow(name, frozen)).toEqual([]);
      expect(validateNow(name, frozen)).toEqual([]);
      expect(frozen).toEqual(document);
    }
    const wrong = deepFrozen({ ...structuredClone(FULL), date: 5, colour: null });
    expect(validateNow('result', wrong)).toEqual(validateNow('result', wrong));
  });
});

function deepFrozen<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const child of Object.values(value)) deepFrozen(child);
  return Object.freeze(value);
}
