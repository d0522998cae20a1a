import type { Doubt, Row } from '../../core/reading.ts';
import { spelledJson } from '../../document/spelling.ts';
import { type ToolCall, toolCallMatch } from '../../measures/tool-calls.ts';
import { asBoolean, asNumber, asObject, asText, type JsonObject, member } from '../field.ts';
import { bareRow, readScores, reasonedRow, withDoubts } from '../row.ts';
import { readMade } from './calls.ts';
import { type Response, routeOf } from './responses.ts';

/** The recorded accuracy, and the one that the calls in the file come to. */
export const ACCURACY = 'tool_calling_accuracy';
export const MATCH = 'tool_call_match';

/** The rows of one agent: repeats of a prompt are its samples, in the order of the file. */
export function readRows(responses: readonly Response[]): readonly Row[] {
  const asked = new Map<string, number>();
  const texts = new Map<string, string[]>();
  return responses.map((response) => {
    const id = idOf(response, texts);
    const sample = (asked.get(id) ?? 0) + 1;
    asked.set(id, sample);
    const { kind, pointer } = response;
    const row = {
      ...bareRow(id, pointer, sourceOf(response)),
      sample,
      category: kind,
      served: servedBy(response),
    };
    return kind === 'tool_calls' ? withCalls(row, response) : withVerdict(row, response);
  });
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
  const model = asText(member(response, 'responding_model'));
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
  const why = () => 'evidence_missing: the file states null';
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
  const name = asText(member(call, 'name')) ?? '';
  const optional = asBoolean(member(call, 'optional')) ?? false;
  return Object.hasOwn(call, 'arguments')
    ? { name, optional, arguments: call['arguments'] }
    : { name, optional };
}

function tokensOf(response: JsonObject): readonly [string, number][] {
  const total = asNumber(member(asObject(member(response, 'tokens_used')), 'total_tokens'));
  return total === null ? [] : [['total_tokens', total]];
}

/**
 * An evaluation of a result. The accuracy inside its `model_response` is the judge's score written over, so only the
 * evaluation's own is read.
 */
function withVerdict(row: Row, { response, evaluation }: Response): Row {
  const source = evaluation ?? {};
  const verdict = asObject(member(source, 'verdict'));
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
  const time = readScores(response, ['llm_response_time_ms'], () => 'evidence_missing: the file states null');
  const value = ruled.scores.get('score') ?? null;
  const passed = ruled.scores.get('passed') ?? null;
  const judged: Row = {
    ...row,
    scores: new Map([...scores, ...time.scores, ...tokensOf(response)]),
    unmeasured: new Map([...unmeasured, ...time.unmeasured]),
    judgments: [
      {
        score: 'result_score',
        item: asText(member(source, 'expectation')),
        value,
        // The file names the judge that was asked, not the model that answered.
        judged_by: null,
        order: null,
      },
    ],
    ...withDoubts(opposed(value, passed)),
  };
  return reasonedRow(judged, member(verdict, 'reasoning'), ['result_score', 'result_passed']);
}

/** A verdict that passed with no point of its score, or failed with all of them. */
function opposed(value: unknown, passed: unknown): readonly Doubt[] {
  const lowest = value === 0 && passed === true;
  if (!lowest && !(value === 1 && passed === false)) return [];
  return [
    { score: 'result_passed', by: 'field', because: `the same verdict has the score ${value}` },
    { score: 'result_score', by: 'field', because: `the same verdict has passed ${passed}` },
  ];
}
