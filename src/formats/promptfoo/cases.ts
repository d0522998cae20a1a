import type { JsonValue } from '../../document/document.ts';
import { respelled, spelled, spelledJson } from '../../document/spelling.ts';
import { caseName, stableText } from '../case-name.ts';
import { asList, asNumber, asObject, asText, filterMembers, type JsonObject, member } from '../field.ts';

/** The tests of the table by their variables; `null` where several differ in something else. */
export function testsByVars(tests: readonly JsonObject[]): ReadonlyMap<string, JsonObject | null> {
  const found = new Map<string, JsonObject | null>();
  for (const test of tests) {
    const vars = stableText(member(test, 'vars') ?? null);
    const same = found.get(vars);
    const differs = same === null || (same !== undefined && stableText(same) !== stableText(test));
    found.set(vars, differs ? null : test);
  }
  return found;
}

/** The test that a row ran, or `null` where neither the row nor the table of version 2 has it. */
export function testOf(row: JsonObject, tests: ReadonlyMap<string, JsonObject | null>): JsonObject | null {
  const own = asObject(member(row, 'testCase'));
  if (own !== null && Object.keys(own).length > 0) return own;
  return tests.size === 0 ? own : (tests.get(stableText(member(row, 'vars') ?? null)) ?? own);
}

/** Options of a test that change what is asked. */
const ASKING = ['prefix', 'suffix'] as const;

/**
 * The id of a case: a name for people, and a digest of what is asked and asserted. How a test is run and graded
 * (other options, metadata, the grading provider) and its index, which changes with each repeat, are no part of it. `null`
 * where the row says nothing of its test but the index.
 */
export function caseIdOf(row: JsonObject, test: JsonObject | null): string | null {
  const vars = asObject(member(test, 'vars')) ?? asObject(member(row, 'vars'));
  const description = asText(member(test, 'description'));
  const assert = asList(member(test, 'assert'));
  const identity: JsonObject = {
    ...(description === null ? {} : { description }),
    vars: filterMembers(vars ?? {}, (name) => !isOfTheRun(name)),
    ...(assert === null ? {} : { assert: assert.map(withoutGrader) }),
    threshold: asNumber(member(test, 'threshold')),
    ...asked(test),
  };
  if (vars === null && description === null && (assert ?? []).length === 0) return null;
  return caseName(wordsOf(description, asObject(identity['vars'] ?? null)), identity);
}

/** What stands around the prompt of this test alone, and the answer that is graded in place of a provider's. */
function asked(test: JsonObject | null): JsonObject {
  const options = asObject(member(test, 'options'));
  const around = ASKING.flatMap((key) => {
    const text = asText(member(options, key));
    return text === null || text === '' ? [] : [[key, text] as const];
  });
  const given = member(test, 'providerOutput') ?? null;
  return { ...Object.fromEntries(around), ...(given === null ? {} : { given }) };
}

/** Variables that promptfoo sets for each step of a run. */
function isOfTheRun(name: string): boolean {
  return name.startsWith('__') || name === '_conversation' || name === 'sessionId';
}

const GRADER = new Set(['provider', 'rubricPrompt']);

function withoutGrader(assertion: JsonValue): JsonValue {
  const object = asObject(assertion);
  if (object === null) return assertion;
  const kept = filterMembers(object, (key) => !GRADER.has(key));
  const inner = asList(member(object, 'assert'));
  return inner === null ? kept : respelled({ ...kept, assert: inner.map(withoutGrader) }, object);
}

function wordsOf(description: string | null, vars: JsonObject | null): string {
  const told = Object.entries(vars ?? {}).map(
    ([name, value]) =>
      `${name}=${typeof value === 'string' ? value : typeof value === 'number' ? spelled(vars ?? {}, name, value) : spelledJson(value)}`,
  );
  return description || told.join(' ') || 'test';
}
