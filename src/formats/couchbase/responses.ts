import { formatPointer } from '../../document/document.ts';
import { asList, asObject, asText, type JsonObject, member } from '../field.ts';
import { type ExpectedCalls, readExpected } from './calls.ts';

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

/** The answers of a file, and how many entries could not be read as one. */
export interface Responses {
  readonly responses: readonly Response[];
  readonly unread: number;
}

/** Reads every answer in the order of the file. */
export function readResponses(root: JsonObject): Responses {
  let unread = 0;
  const responses: Response[] = [];
  const put = (entry: Omit<Response, 'agent' | 'provider' | 'prompt'> | null, prompt: string | null) => {
    const agent = entry === null ? null : agentOf(entry.response);
    if (entry === null || prompt === null || agent === null) unread += 1;
    else responses.push({ ...entry, ...agent, prompt });
  };
  for (const [index, item] of (asList(member(root, 'prompt_results')) ?? []).entries()) {
    const prompt = asObject(item);
    const answers = asList(member(prompt, 'model_responses'));
    if (prompt === null || answers === null) {
      unread += 1;
      continue;
    }
    const expected = readExpected(prompt);
    for (const [at, answer] of answers.entries()) {
      const response = asObject(answer);
      const pointer = formatPointer(['prompt_results', index, 'model_responses', at]);
      const entry =
        response === null
          ? null
          : { kind: 'tool_calls' as const, pointer, response, expected, evaluation: null };
      put(entry, asText(member(prompt, 'prompt')));
    }
  }
  for (const [index, item] of (asList(member(root, 'result_evals')) ?? []).entries()) {
    const evaluation = asObject(item);
    const response = asObject(member(evaluation, 'model_response'));
    const pointer = formatPointer(['result_evals', index]);
    const entry =
      response === null ? null : { kind: 'result' as const, pointer, response, expected: null, evaluation };
    put(entry, asText(member(evaluation, 'prompt')));
  }
  return { responses, unread };
}

function agentOf(response: JsonObject): { readonly agent: string; readonly provider: string | null } | null {
  const model = asText(member(response, 'requested_model'));
  if (model === null) return null;
  const provider = asText(member(response, 'provider'))?.toLowerCase() ?? null;
  return { agent: routeOf(provider, model), provider };
}

/** A route from a provider as the file writes it ("OpenAI") and a model. */
export function routeOf(provider: string | null, model: string): string {
  return provider === null ? model : `${provider}:${model}`;
}
