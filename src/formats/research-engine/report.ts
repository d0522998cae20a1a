import {
  type Claim,
  type Definition,
  EMPTY_JUDGE,
  type Judge,
  type Judgment,
  type Reading,
  type Row,
} from '../../core/reading.ts';
import { count, counted } from '../../core/wording.ts';
import type { JsonObject } from '../../document/document.ts';
import { claimAt, scaleOf, whyUnmeasured } from '../claim.ts';
import {
  asBoolean,
  asCount,
  asList,
  asObject,
  asText,
  member,
  objectsIn,
  textMembers,
  textsIn,
} from '../field.ts';
import { countMeasured, readScores } from '../row.ts';
import {
  NO_REASON,
  PLACES,
  type ReleaseCriterion,
  type ResultShape,
  readCriteria,
  readRows,
  readRun,
  rowsMissing,
} from './shape.ts';

const SUPPORT = 'citation_support_rate';

const completed = { completed: true };

const DEFINITIONS: ReadonlyMap<string, Definition> = new Map<string, Definition>([
  ['completion_rate', { aggregate: 'rate', score: 'completed', direction: 'higher' }],
  ['avg_source_count', { aggregate: 'mean', score: 'source_count', where: completed }],
  ['avg_uncited_claims', average('uncited_claim_count', 'lower')],
  ['avg_resolution_rate', average('resolution_rate', 'higher')],
  ['avg_cost_usd', { ...average('cost_usd', 'lower'), unit: 'USD' }],
  ['avg_latency_s', { ...average('latency_s', 'lower'), unit: 's' }],
  // Over all rows, also those that failed: a run in which one report of ten was judged has measured a tenth.
  [SUPPORT, { aggregate: 'mean', score: SUPPORT, judged: true, direction: 'higher' }],
]);

const RELEASE_CRITERIA: readonly ReleaseCriterion[] = [
  {
    bound: 'min',
    threshold: 'min_completion_rate',
    verdict: 'completion_rate_ok',
    metric: 'completion_rate',
  },
  { bound: 'min', threshold: 'min_citation_support', verdict: 'citation_support_ok', metric: SUPPORT },
];

/** A report run: reports are written and their citations judged. With a candidate block it holds two runs. */
export const report: ResultShape = {
  detect: (root) =>
    (asText(root, 'llm_mode') !== null && isReport(root)) ||
    (asObject(root, 'judge') !== null && isReport(asObject(root, 'candidate'))),
  read(root) {
    const candidate = asObject(root, 'candidate');
    if (candidate === null) return [readArm(root, root, [], null)];
    const two = readArm(root, candidate, ['candidate'], 'candidate');
    return isReport(root) ? [readArm(root, root, [], 'baseline'), two] : [two];
  },
};

function isReport(block: JsonObject | null): boolean {
  const aggregate = asObject(block, 'aggregate');
  return (
    aggregate !== null && Object.hasOwn(aggregate, 'completion_rate') && asList(block, 'results') !== null
  );
}

function average(score: string, direction: 'higher' | 'lower'): Definition {
  return { aggregate: 'mean', score, where: completed, direction };
}

function readArm(
  root: JsonObject,
  block: JsonObject,
  path: readonly string[],
  arm: 'baseline' | 'candidate' | null,
): Reading {
  const run = readRun(root);
  const { rows, losses } = readRows(block, 'results', path, readRow);
  const judged = readJudge(root, arm ?? 'baseline');
  const queries = asCount(block, 'aggregate', 'queries');
  const claims = readClaims(block, path, rows, queries, run.mode);
  return {
    ...run,
    arm,
    judge: run.mode === 'scripted' ? null : judged.judge,
    claims,
    definitions: new Map([...DEFINITIONS].filter(([name]) => claims.some((claim) => claim.name === name))),
    rows,
    // A report's support is the share of its claims that the cited pages hold.
    rubric: { scale: [0, 1], weights: new Map([[SUPPORT, 1]]) },
    stated: readCriteria(block, path, RELEASE_CRITERIA),
    losses: [
      ...run.losses,
      ...losses,
      ...rowsMissing(rows, queries),
      ...judged.losses,
      ...unnamed(judged.judge, claims),
      ...unpriced(rows),
    ],
  };
}

function readClaims(
  block: JsonObject,
  path: readonly string[],
  rows: readonly Row[] | null,
  queries: number | null,
  mode: Reading['mode'],
): readonly Claim[] {
  const aggregate = asObject(block, 'aggregate') ?? {};
  const expected = queries ?? rows?.length ?? null;
  return Object.keys(aggregate).flatMap((name): readonly Claim[] => {
    const definition = DEFINITIONS.get(name);
    const score = asText(definition?.['score']) ?? name;
    const over = definition?.['where'] === completed ? rows?.filter(isCompleted) : rows;
    const why = () => whyNull(name, score, rows, mode);
    const claim = name === 'queries' ? null : claimAt(aggregate, name, [...path, 'aggregate'], why);
    if (claim === null) return [];
    const measured = over === undefined || over === null ? null : countMeasured(over, score);
    const scale = {
      measured,
      expected: over === rows ? expected : (over?.length ?? null),
      ...scaleOf(definition),
    };
    // The engine writes a completion of 0 over no queries at all.
    if (expected === 0) return [{ ...claim, value: null, reason: 'no_cases', ...scale }];
    return [{ ...claim, ...scale, places: PLACES }];
  });
}

function whyNull(name: string, score: string, rows: readonly Row[] | null, mode: Reading['mode']): string {
  if (name === SUPPORT && mode === 'scripted') return 'judge_missing: in fake mode no judge is called';
  if (rows === null) return NO_REASON;
  // Averages are over completed rows: where there is none, what stopped the rows is why.
  const seen = rows.some(isCompleted) ? rows : rows.map((row) => ({ ...row, scores: new Map() }));
  return seen.every((row) => (row.scores.get(score) ?? null) === null)
    ? whyUnmeasured(seen, score)
    : NO_REASON;
}

function isCompleted(row: Row): boolean {
  return row.scores.get('completed') === true;
}

function readRow(row: Row, source: JsonObject): Row {
  const judgments = readVerdicts(source);
  return {
    ...row,
    category: asText(source, 'domain'),
    ...readScores(source, scoreNames(source), (name) => whyRow(name, row, source, judgments)),
    judgments,
  };
}

const NO_SCORES: ReadonlySet<string> = new Set(['id', 'domain', 'error', 'claim_verdicts', 'report']);
const KNOWN: ReadonlySet<string> = new Set(
  [...DEFINITIONS.values()].flatMap(({ score }) => (typeof score === 'string' ? [score] : [])),
);

/** Every number, boolean and null of a row is a score, whatever a later engine adds. */
function scoreNames(source: JsonObject): readonly string[] {
  return Object.entries(source).flatMap(([name, value]) => {
    const scalar = value === null || typeof value === 'number' || typeof value === 'boolean';
    return !NO_SCORES.has(name) && (scalar || KNOWN.has(name)) ? [name] : [];
  });
}

function whyRow(name: string, row: Row, source: JsonObject, judgments: readonly Judgment[]): string {
  if (row.error !== null) return row.error.kind;
  if (name === 'resolution_rate' && member(source, 'total_citations') === 0) {
    return 'not_applicable: the report cites nothing';
  }
  if (name !== SUPPORT) return NO_REASON;
  const asked = asList(source, 'claim_verdicts');
  if (asked?.length === 0) return 'not_applicable: the report has no cited claim';
  return `judge_missing: the judge ruled on none of ${asked === null ? 'its' : judgments.length} claims`;
}

/** The judge's rulings on a report's claims. One that it did not reach is `null`, never "not supported". */
function readVerdicts(source: JsonObject): readonly Judgment[] {
  return objectsIn(source, 'claim_verdicts').map((verdict) => ({
    score: SUPPORT,
    item: asText(verdict, 'claim'),
    value: member(verdict, 'judged') === false ? null : asBoolean(verdict, 'supported'),
    judged_by: asText(verdict, 'judged_by'),
    order: null,
  }));
}

function unnamed(judge: Judge | null, claims: readonly Claim[]): readonly string[] {
  const judged = claims.some(({ name, value }) => name === SUPPORT && value !== null);
  return judge === null && judged ? ['judge: citations were judged, and the file does not say by whom'] : [];
}

/** Providers that the engine has no price for are written with a cost of 0, as free ones are. */
function unpriced(rows: readonly Row[] | null): readonly string[] {
  const free = (rows ?? []).filter(
    ({ scores }) => scores.get('cost_usd') === 0 && Number(scores.get('tokens') ?? 0) > 0,
  );
  if (free.length === 0) return [];
  return [
    `cost_usd: ${count(free.length, 'row')} used tokens and cost 0: free or not priced, the file does not say`,
  ];
}

/** The judge of one arm, and what the file leaves open about it. */
type JudgeRead = Pick<Reading, 'judge' | 'losses'>;

// `LLM-judged per sentence by the 'critic' role (provider:model); ...`
const IN_WORDS = /\(([^()\s:]+:[^()\s]+)\)/;

/**
 * The judge: from the `judge` block of newer files, else from the sentence under `method.citation_support_judge`, else
 * none. The file of a run that judged and names nobody has no judge; which role judged then is known to the code only.
 */
function readJudge(root: JsonObject, arm: 'baseline' | 'candidate'): JudgeRead {
  const block = asObject(root, 'judge');
  if (block === null) return judgeInWords(asObject(root, 'method'));
  const tally = asObject(block, arm);
  const silent = asCount(tally, 'routing', 'rulings_without_routing');
  return {
    judge: {
      ...EMPTY_JUDGE,
      route: asText(block, 'route'),
      ruled: asCount(tally, 'claims_judged'),
      unreached: asCount(tally, 'claims_unjudged'),
      served: textsIn(tally, 'served_models'),
      answered: asBoolean(block, 'answered'),
      checked_against: [...new Set(textMembers(asObject(block, 'independent_of')).values())],
    },
    losses:
      silent === null || silent === 0
        ? []
        : [`judge: ${counted(silent, 'ruling does', 'rulings do')} not say how they were routed`],
  };
}

function judgeInWords(method: JsonObject | null): JudgeRead {
  const words = asText(method, 'citation_support_judge');
  const route = words === null ? undefined : IN_WORDS.exec(words)?.[1];
  if (route === undefined) return { judge: null, losses: [] };
  return {
    judge: { ...EMPTY_JUDGE, route },
    losses: [`judge: ${route} is taken from the sentence under method.citation_support_judge`],
  };
}
