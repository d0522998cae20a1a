import type { Doubt, Row } from '../../core/reading.ts';
import { formatPointer, type JsonObject, type JsonValue } from '../../document/document.ts';
import { spelledJson } from '../../document/spelling.ts';
import { type ToolCall, toolCallMatch } from '../../measures/tool-calls.ts';
import { asBoolean, asList, asNumber, asObject, asText, member } from '../field.ts';
import { bareRow, readScores, reasonedRow, withDoubts, withSamples } from '../row.ts';
import { STATES_NULL } from '../wording.ts';

/** One answer of a model: to a prompt whose calls are expected, or one whose result the judge ruled on. */
export interface Response {
  readonly kind: 'tool_calls' | 'result';
  readonly prompt: string;
  readonly pointer: string;
  /** The agent that was asked, `provider:model`. */
  readonly agent: string;
  readonly provider: string | null;
  readonly response: JsonObject;
  readonly expected: ExpectedCalls | null;
  /** The entry of `result_evals`; `null` for a tool-calling test. */
  readonly evaluation: JsonObject | null;
}

/** Every answer in the order of the file; `null` for an entry that cannot be read as one. */
export function readResponses(root: JsonObject): readonly (Response | null)[] {
  const asked = (asList(root, 'prompt_results') ?? []).flatMap((item, index) => {
    const prompt = asObject(item);
    const answers = asList(prompt, 'model_responses');
    if (prompt === null || answers === null) return [null];
    const expected = readExpected(prompt);
    return answers.map((answer, at) => {
      const pointer = formatPointer(['prompt_results', index, 'model_responses', at]);
      const entry = { kind: 'tool_calls' as const, pointer, expected, evaluation: null };
      return responseOf(entry, asText(prompt, 'prompt'), asObject(answer));
    });
  });
  const judged = (asList(root, 'result_evals') ?? []).map((item, index) => {
    const evaluation = asObject(item);
    const pointer = formatPointer(['result_evals', index]);
    const entry = { kind: 'result' as const, pointer, expected: null, evaluation };
    return responseOf(entry, asText(evaluation, 'prompt'), asObject(evaluation, 'model_response'));
  });
  return [...asked, ...judged];
}

function responseOf(
  entry: Pick<Response, 'kind' | 'pointer' | 'expected' | 'evaluation'>,
  prompt: string | null,
  response: JsonObject | null,
): Response | null {
  const model = asText(response, 'requested_model');
  if (response === null || !prompt || model === null) return null;
  const provider = asText(response, 'provider')?.toLowerCase() ?? null;
  return { ...entry, prompt, response, provider, agent: routeOf(provider, model) };
}

/** A route from a provider as the file writes it ("OpenAI") and a model. */
export function routeOf(provider: string | null, model: string): string {
  return provider === null ? model : `${provider}:${model}`;
}

/** The recorded accuracy, and the one that the calls in the file come to. */
export const ACCURACY = 'tool_calling_accuracy';

export const MATCH = 'tool_call_match';

/** The rows of one agent: repeats of a prompt are its samples, in the order of the file. */
export function readRows(responses: readonly Response[]): readonly Row[] {
  const texts = new Map<string, string[]>();
  const rows = responses.map((response) => {
    const { kind, pointer } = response;
    const row = {
      ...bareRow(idOf(response, texts), pointer, sourceOf(response)),
      category: kind,
      served: servedBy(response),
    };
    return kind === 'tool_calls' ? withCalls(row, response) : withVerdict(row, response);
  });
  return withSamples(rows);
}

/** A prompt is a case; where the same words stand with other expectations they are another one. */
function idOf({ kind, prompt, expected, evaluation }: Response, texts: Map<string, string[]>): string {
  const question = spelledJson([kind, expected?.calls ?? null, member(evaluation, 'expectation') ?? null]);
  const known = texts.get(prompt) ?? [];
  if (!known.includes(question)) texts.set(prompt, [...known, question]);
  const at = Math.max(known.indexOf(question), 0) + (known.includes(question) ? 0 : known.length);
  return at === 0 ? prompt : `${prompt} #${at + 1}`;
}

function servedBy({ provider, response }: Response): Row['served'] {
  const model = asText(response, 'responding_model');
  return new Map([['agent', model === null ? null : routeOf(provider, model)]]);
}

/** The response as the file has it, and both sides' calls in the words of RESULT.md, so that the match can be redone. */
function sourceOf({ kind, response, expected, evaluation }: Response): JsonObject {
  if (kind === 'result') return evaluation ?? response;
  const made = readMade(response);
  return {
    ...response,
    ...(expected === null ? {} : { expected_tool_calls: expected.calls }),
    ...(made === null ? {} : { tool_calls: made }),
  };
}

function withCalls(row: Row, { response, expected }: Response): Row {
  const why = () => STATES_NULL;
  const read = readScores(response, [ACCURACY, 'llm_response_time_ms'], why);
  const made = readMade(response);
  const match = toolCallMatch((expected?.calls ?? []).map(toCall), made === null ? null : made.map(toCall));
  const redone = expected === null ? null : match.value;
  const lost =
    match.value === null ? `${match.reason}: ${match.detail}` : 'evidence_missing: no calls are expected';
  return {
    ...row,
    scores: new Map([...read.scores, ...tokensOf(response), [MATCH, redone]]),
    unmeasured: new Map([...read.unmeasured, ...(redone === null ? [[MATCH, lost] as const] : [])]),
  };
}

function toCall(call: JsonObject): ToolCall & { readonly optional: boolean } {
  const name = asText(call, 'name') ?? '';
  const optional = asBoolean(call, 'optional') ?? false;
  return Object.hasOwn(call, 'arguments')
    ? { name, optional, arguments: call['arguments'] }
    : { name, optional };
}

function tokensOf(response: JsonObject): readonly [string, number][] {
  const total = asNumber(response, 'tokens_used', 'total_tokens');
  return total === null ? [] : [['total_tokens', total]];
}

/**
 * An evaluation of a result. The accuracy inside its `model_response` is the judge's score written over, so only the
 * evaluation's own is read.
 */
function withVerdict(row: Row, { response, evaluation }: Response): Row {
  const source = evaluation ?? {};
  const verdict = asObject(source, 'verdict');
  const own = readScores(source, [ACCURACY], () => 'evidence_missing: the evaluation states none');
  const ruled = readScores(verdict ?? {}, ['score', 'passed'], () => 'judge_missing');
  const rename = (name: string) => (name === 'score' ? 'result_score' : 'result_passed');
  const scores = new Map([
    ...own.scores,
    ...[...ruled.scores].map(([name, value]) => [rename(name), value] as const),
  ]);
  const unmeasured = new Map([
    ...own.unmeasured,
    ...[...ruled.unmeasured].map(([name, reason]) => [rename(name), reason] as const),
  ]);
  for (const name of ['result_score', 'result_passed']) {
    if (verdict !== null || scores.has(name)) continue;
    scores.set(name, null);
    unmeasured.set(name, 'judge_missing: the evaluation has no verdict');
  }
  const time = readScores(response, ['llm_response_time_ms'], () => STATES_NULL);
  const value = ruled.scores.get('score') ?? null;
  const passed = ruled.scores.get('passed') ?? null;
  const judged: Row = {
    ...row,
    scores: new Map([...scores, ...time.scores, ...tokensOf(response)]),
    unmeasured: new Map([...unmeasured, ...time.unmeasured]),
    judgments: [
      {
        score: 'result_score',
        item: asText(source, 'expectation'),
        value,
        // The file names the judge that was asked, not the model that answered.
        judged_by: null,
        order: null,
      },
    ],
    ...withDoubts(verdictDoubts(value, passed)),
  };
  return reasonedRow(judged, member(verdict, 'reasoning'), ['result_score', 'result_passed']);
}

/** A verdict that passed with no point of its score, or failed with all of them. */
function verdictDoubts(value: unknown, passed: unknown): readonly Doubt[] {
  const lowest = value === 0 && passed === true;
  if (!lowest && !(value === 1 && passed === false)) return [];
  return [
    { score: 'result_passed', by: 'field', because: `the same verdict has the score ${value}` },
    { score: 'result_score', by: 'field', because: `the same verdict has passed ${passed}` },
  ];
}

/** The calls that a prompt expects, in the words of RESULT.md, and the matchers whose operands the file lost. */
interface ExpectedCalls {
  readonly calls: readonly JsonObject[];
  readonly lost: readonly string[];
}

/** Reads `expected_tool_calls`; `null` where the prompt has no such list, or a call in it lacks a part. */
function readExpected(prompt: JsonObject): ExpectedCalls | null {
  const list = asList(prompt, 'expected_tool_calls');
  if (list === null) return null;
  const lost: string[] = [];
  const calls = list.flatMap((item) => {
    const call = asObject(item);
    const name = asText(call, 'tool_name');
    if (name === null) return [];
    const parameters = member(call, 'parameters');
    if (parameters === undefined) return [];
    const optional = asBoolean(call, 'optional') ?? false;
    return [{ name, arguments: unprint(parameters, lost), optional }];
  });
  return calls.length === list.length ? { calls, lost } : null;
}

/** Reads the calls that a model made; `null` where the response holds no whole trace of them. */
function readMade(response: JsonObject): readonly JsonObject[] | null {
  const list = asList(response, 'llm_tool_calls');
  if (list === null) return null;
  const calls = list.flatMap((item) => {
    const call = asObject(item);
    const name = asText(call, 'tool_name');
    const parameters = member(call, 'parameters');
    return name === null || parameters === undefined ? [] : [{ name, arguments: parameters }];
  });
  return calls.length === list.length ? calls : null;
}

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
