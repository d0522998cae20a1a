import type { JsonValue } from '../../document/document.ts';
import { asBoolean, asList, asObject, asText, type JsonObject, member } from '../field.ts';

/** A matcher as Python's `str` prints it, of which only the class is left. */
const PRINTED = /^<(\w+)>$/;

/** The classes that have no operands, so that their names say all. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['AnyValueMatcher', 'any_value'],
  ['AnyMatcher', 'any_value'],
  ['StringMatcher', 'string'],
  ['NumberMatcher', 'number'],
  ['NullMatcher', 'null'],
  ['UndefinedMatcher', 'absent'],
  ['EmptyObjectOrUndefinedMatcher', 'empty_object_or_absent'],
]);

/** The calls that a prompt expects, in the words of RESULT.md, and the matchers whose operands the file lost. */
export interface ExpectedCalls {
  readonly calls: readonly JsonObject[];
  readonly lost: readonly string[];
}

/** Reads `expected_tool_calls`; `null` where the prompt has no such list, or a call in it lacks a part. */
export function readExpected(prompt: JsonObject): ExpectedCalls | null {
  const list = asList(member(prompt, 'expected_tool_calls'));
  if (list === null) return null;
  const lost: string[] = [];
  const calls = list.flatMap((item) => {
    const call = asObject(item);
    const name = asText(member(call, 'tool_name'));
    if (name === null) return [];
    const parameters = member(call, 'parameters');
    if (parameters === undefined) return [];
    const optional = asBoolean(member(call, 'optional')) ?? false;
    return [{ name, arguments: unprint(parameters, lost), optional }];
  });
  return calls.length === list.length ? { calls, lost } : null;
}

/** Reads the calls that a model made; `null` where the response holds no whole trace of them. */
export function readMade(response: JsonObject): readonly JsonObject[] | null {
  const list = asList(member(response, 'llm_tool_calls'));
  if (list === null) return null;
  const calls = list.flatMap((item) => {
    const call = asObject(item);
    const name = asText(member(call, 'tool_name'));
    const parameters = member(call, 'parameters');
    return name === null || parameters === undefined ? [] : [{ name, arguments: parameters }];
  });
  return calls.length === list.length ? calls : null;
}

/** Puts the matcher back that a printed class name stands for; one that lost its operands is named and matches nothing. */
function unprint(value: JsonValue, lost: string[]): JsonValue {
  const printed = typeof value === 'string' ? PRINTED.exec(value)?.[1] : undefined;
  if (printed !== undefined) {
    const plain = PLAIN.get(printed);
    if (plain === undefined) lost.push(printed);
    return { $match: plain ?? printed };
  }
  const items = asList(value);
  if (items !== null) return items.map((item) => unprint(item, lost));
  const object = asObject(value);
  if (object === null) return value;
  return Object.fromEntries(Object.entries(object).map(([key, each]) => [key, unprint(each, lost)]));
}
