import {
  type Definition,
  EMPTY_DATASET,
  EMPTY_READING,
  type Judge,
  type Reading,
  type Row,
} from '../../core/reading.ts';
import { count } from '../../core/wording.ts';
import type { JsonObject } from '../../document/document.ts';
import { claimFromRows, inCategory } from '../claim.ts';
import { asCommit, asList, asNumber, asObject, asText, instantOf, runAt } from '../field.ts';
import type { Format, ResultFile } from '../format.ts';
import { countCases, namedJudge } from '../row.ts';
import { listLosses, NO_ROWS } from '../wording.ts';
import { ACCURACY, MATCH, type Response, readResponses, readRows, routeOf } from './responses.ts';

/** The accuracy runs of Couchbase's MCP server: tool calls scored, and results judged. A reading an agent. */
export const couchbase: Format = {
  id: 'couchbase',
  title: 'Couchbase MCP accuracy JSON',
  detect: (file) => rootOf(file) !== null,
  read(file) {
    const root = rootOf(file);
    if (root === null) return [];
    const entries = readResponses(root);
    const responses = entries.filter((entry) => entry !== null);
    const unread = entries.length - responses.length;
    const agents = [...new Set(responses.map(({ agent }) => agent))];
    const losses = listLosses(
      unread > 0 && `rows: ${unread} entries hold no response that can be read`,
      asText(root, 'commit_sha') !== null &&
        asCommit(root, 'commit_sha') === null &&
        'code: commit_sha is no commit id',
    );
    if (agents.length === 0) return [{ ...readRun(root), rows: [], losses: [...losses, NO_ROWS] }];
    return agents.map((agent) => {
      const mine = responses.filter((response) => response.agent === agent);
      return readAgent(root, agent, mine, agents.length > 1 ? agent : null, losses);
    });
  },
};

function rootOf({ document }: ResultFile): JsonObject | null {
  const root = asObject(document?.value);
  const known =
    asText(root, 'run_id') !== null &&
    Object.hasOwn(root ?? {}, 'commit_sha') &&
    asList(root, 'prompt_results') !== null;
  return known ? root : null;
}

function readRun(root: JsonObject): Reading {
  const created = asNumber(root, 'created_on');
  const generated_at = created === null ? null : instantOf(created);
  const commit = asCommit(root, 'commit_sha');
  return {
    ...EMPTY_READING,
    format: 'couchbase',
    run: runAt(generated_at),
    code: commit === null ? null : { commit, tree: null, dirty: null },
  };
}

function readAgent(
  root: JsonObject,
  agent: string,
  responses: readonly Response[],
  arm: string | null,
  unread: readonly string[],
): Reading {
  const rows = readRows(responses);
  const lost = responses.flatMap(({ expected }) => expected?.lost ?? []);
  const definitions = define(rows, lost.length > 0);
  const judge = readJudge(responses);
  return {
    ...readRun(root),
    arm,
    dataset: { ...EMPTY_DATASET, cases: countCases(rows).cases },
    models: new Map([['agent', agent]]),
    judge,
    claims: [...definitions].map(([name, definition]) =>
      claimFromRows(name, definition, inCategory(rows, definition)),
    ),
    definitions,
    rows,
    losses: [...unread, ...readLosses(rows, lost, judgesOf(responses))],
  };
}

/**
 * The file states no headline: these are the means of its rows. Where both sides of every call are there, accuracy is
 * recomputed from them rather than read.
 */
function define(rows: readonly Row[], lossy: boolean): ReadonlyMap<string, Definition> {
  const mean = (score: string, more: Readonly<Record<string, Definition[string]>>): Definition => ({
    aggregate: 'mean',
    score,
    ...more,
  });
  const recomputed = lossy ? {} : { measure: MATCH };
  const judged = { where: { category: 'result' }, judged: true, direction: 'higher' };
  const all: readonly (readonly [string, Definition])[] = [
    [ACCURACY, mean(ACCURACY, { ...recomputed, where: { category: 'tool_calls' }, direction: 'higher' })],
    ['result_score', mean('result_score', judged)],
    ['result_passed', { ...mean('result_passed', judged), aggregate: 'rate' }],
    ['llm_response_time_ms', mean('llm_response_time_ms', { direction: 'lower', unit: 'ms' })],
  ];
  return new Map(all.filter(([, definition]) => inCategory(rows, definition).length > 0));
}

/** The judge that the verdicts name. The tool asks it through the agent's own provider. */
function readJudge(responses: readonly Response[]): Judge | null {
  const evaluations = responses.filter(({ kind }) => kind === 'result');
  const route = judgesOf(responses)[0];
  if (route === undefined) return null;
  const ruled = evaluations.filter(({ evaluation }) => asNumber(evaluation, 'verdict', 'score') !== null);
  return namedJudge(route, ruled.length, evaluations.length);
}

/** The judges that the verdicts name, as routes, each once. */
function judgesOf(responses: readonly Response[]): readonly string[] {
  const routes = responses.flatMap(({ provider, evaluation }) => {
    const model = asText(evaluation, 'verdict', 'judge_model');
    return model === null ? [] : [routeOf(provider, model)];
  });
  return [...new Set(routes)];
}

function readLosses(
  rows: readonly Row[],
  lost: readonly string[],
  judges: readonly string[],
): readonly string[] {
  const named = [...new Set(lost)].sort().join(', ');
  const differs = rows.filter(({ scores }) => {
    const [stated, redone] = [scores.get(ACCURACY), scores.get(MATCH)];
    return typeof stated === 'number' && typeof redone === 'number' && stated !== redone;
  });
  return listLosses(
    'limits, metrics_version and mode: the file states none',
    'headlines: the file states none; they are the means of its rows',
    named !== '' &&
      `matchers: ${lost.length} were written as a class name (${named}), without what they match`,
    ...differs.map(({ id, pointer }) => `${ACCURACY}: ${id} (${pointer}) is not what its calls come to`),
    judges.length > 0 &&
      'judge: its provider is not stated, the agent’s is taken; who answered is not stated',
    judges.length > 1 && `judge: the verdicts name ${count(judges.length, 'judge')}, the first is shown`,
  );
}
