import { agrees } from '../../core/agreement.ts';
import type { Claim, Definition } from '../../core/reading.ts';
import { counted } from '../../core/wording.ts';
import { formatPointer } from '../../document/document.ts';
import { aggregate } from '../../measures/aggregate.ts';
import { claimAt, computedClaim } from '../claim.ts';
import { asList, asNumber, asObject, asText, type JsonObject, member } from '../field.ts';
import { type NotFinite, reasonOfNull } from '../not-finite.ts';
import { observations } from '../row.ts';
import { sliceName } from '../slice.ts';
import { countsOf } from './counts.ts';
import { type Entry, readEntries } from './entry.ts';
import { count } from './header.ts';
import { reducedMean, reducerOf } from './reducers.ts';
import { partName, type Rows } from './rows.ts';

/** The headlines of a log, how they follow from its rows where they do, and what is not known of them. */
export interface Scores {
  readonly claims: readonly Claim[];
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly losses: readonly string[];
}

/** Means over samples, of which the standard error beside them is one. */
const MEANS: ReadonlySet<string> = new Set(['accuracy', 'mean']);
/** Standard errors, in the order in which one is taken. */
const ERRORS = ['stderr', 'bootstrap_stderr'] as const;

const NONE_SCORED = 'no_cases: no sample was scored without an error';

/** Reads `results.scores`: one metric a scorer, reducer and metric, `accuracy[scorer=match]`. */
export function readScores(
  root: JsonObject,
  rows: Rows | null,
  judged: ReadonlySet<string>,
  notFinite: NotFinite,
): Scores {
  const read = readEntries(root).map((entry) => readMetrics(entry, root, rows, judged, notFinite));
  return {
    claims: read.flatMap(({ claims }) => claims),
    definitions: new Map(read.flatMap(({ definitions }) => [...definitions])),
    losses: [...new Set(read.flatMap(({ losses }) => losses))],
  };
}

/** The metrics that a run was to have, all unmeasured: of a run that ended before there were results. */
export function plannedClaims(run: JsonObject, reason: string): readonly Claim[] {
  const names = (asList(member(run, 'scorers')) ?? []).flatMap((item) => {
    const scorer = asText(member(asObject(item), 'name'));
    const metrics = asList(member(asObject(item), 'metrics')) ?? [];
    const names = metrics.flatMap((metric) => asText(member(asObject(metric), 'name')) ?? []).map(plain);
    if (scorer === null) return [];
    return names.filter((name) => !isError(name)).map((name) => metricName(name, scorer, null));
  });
  return [...new Set(names)].map((name) => ({ name, value: null, reason, pointer: null }));
}

function readMetrics(
  each: Entry,
  root: JsonObject,
  rows: Rows | null,
  judged: ReadonlySet<string>,
  notFinite: NotFinite,
): Scores {
  const { path, entry, name, scorer, reducer, metrics, suffix } = each;
  const score = name === scorer ? scorer : partName(scorer, name);
  const counts = countsOf(root, entry, rows, score);
  const claims: Claim[] = [];
  const definitions = new Map<string, Definition>();
  const losses = [...counts.losses];
  const error = ERRORS.map((key) => asNumber(member(asObject(findMetric(metrics, key)), 'value'))).find(
    (value) => value !== null,
  );
  const mean = Object.keys(metrics).some((key) => MEANS.has(plain(key)));
  if (error !== undefined && !mean) losses.push(`standard errors: that of ${name} stands beside no mean`);
  for (const [key, value] of Object.entries(metrics)) {
    const metric = plain(key);
    const stated = asObject(value);
    if (isError(metric) || stated === null) continue;
    // Two scorers may give values of the same key: what the row calls it tells them apart.
    const full = `${metricName(metric, score, reducer)}${suffix}`;
    const at = [...path, key];
    const why = () =>
      reasonOfNull(notFinite, formatPointer([...at, 'value']), 'evidence_missing: the file states null');
    const claim = claimAt(stated, 'value', at, why, full);
    if (claim === null) continue;
    const told: Claim = {
      // Over no sample a metric of inspect_ai's is 0.
      ...(counts.measured === 0 ? { ...claim, value: null, reason: NONE_SCORED } : claim),
      measured: counts.measured,
      expected: counts.expected,
      standard_error: MEANS.has(metric) ? (error ?? null) : null,
      // The share of correct answers, by inspect_ai's own definition.
      direction: metric === 'accuracy' ? 'higher' : null,
    };
    const against = MEANS.has(metric) ? whyNotRecomputed(each, stated, root, rows, score) : 'it is no mean';
    if (against !== null || rows === null) {
      claims.push(told);
      if (rows !== null)
        losses.push(`${full}: a claim that is not recomputed from the samples, since ${against}`);
      continue;
    }
    const reduced = reducer === null ? null : reducerOf(reducer, score);
    if (reduced?.kind === 'own') {
      const own = reducedMean(rows.rows, score, reduced.reduce);
      if (own === null || claim.value === null || own.value === null || agrees(claim.value, own.value)) {
        claims.push(told);
        if (own === null)
          losses.push(
            `${full}: not recomputed, since ${reducer} takes one of several values that are equally common`,
          );
        continue;
      }
      const asStated = `${full}_as_stated`;
      const counted = {
        measured: counts.measured,
        expected: counts.expected,
        direction: told.direction ?? null,
      };
      claims.push(computedClaim(full, own, counted), { ...told, name: asStated });
      losses.push(
        `${full}: the file states ${claim.value} (kept as ${asStated}), and its samples come to ${own.value} by ${reducer}`,
      );
      continue;
    }
    const definition: Definition = {
      ...(reduced === null ? { aggregate: 'mean', score } : reduced.definition),
      ...(metric === 'accuracy' ? { direction: 'higher', scale: [0, 1] } : {}),
      ...(judged.has(scorer) ? { judged: true } : {}),
    };
    definitions.set(full, definition);
    const broken = rows.scoredErrors.get(score) ?? 0;
    if (broken === 0 || claim.value === null) {
      claims.push(told);
      continue;
    }
    const asStated = `${full}_as_stated`;
    if (reduced !== null) {
      claims.push({ ...told, name: asStated });
      losses.push(
        `${full}: the file states ${claim.value} (kept as ${asStated}), which may count ${broken} samples that ended in an error`,
      );
      continue;
    }
    const own = aggregate({ aggregate: 'mean' }, observations(rows.rows, score));
    claims.push(
      computedClaim(full, own, {
        measured: counts.measured,
        expected: counts.expected,
        direction: told.direction ?? null,
      }),
      {
        ...claim,
        name: asStated,
        standard_error: told.standard_error ?? null,
        direction: told.direction ?? null,
      },
    );
    losses.push(
      `${full}: the file states ${claim.value} (kept as ${asStated}), which may count ${counted(broken, 'sample that ended in an error and has', 'samples that ended in an error and have')} a score all the same`,
    );
  }
  return { claims, definitions, losses };
}

function metricName(metric: string, scorer: string, reducer: string | null): string {
  const name = sliceName(metric, 'scorer', scorer);
  return reducer === null ? name : sliceName(name, 'reducer', reducer);
}

function plain(name: string): string {
  return name.replace(/^inspect_ai\//, '');
}

/** A standard error by its name, also where there are several: inspect_ai numbers the second `stderr2`. */
function isError(metric: string): boolean {
  return ERRORS.some((error) => error === metric.replace(/\d+$/, ''));
}

function findMetric(metrics: JsonObject, name: string): JsonObject[string] | undefined {
  const key = Object.keys(metrics).find((each) => plain(each) === name);
  return key === undefined ? undefined : metrics[key];
}

/** Whether a score is neither right nor wrong: from which one on it counts as correct is a reducer's own option. */
function isPartly(value: unknown): boolean {
  return typeof value === 'number' && value !== 0 && value !== 1;
}

/** Why a mean cannot be had from the samples; `null` where it can. */
function whyNotRecomputed(
  { reducer }: Entry,
  metric: JsonObject,
  root: JsonObject,
  rows: Rows | null,
  score: string,
): string | null {
  if (rows === null) return 'the log keeps no samples';
  const options = asObject(member(metric, 'params')) ?? asObject(member(metric, 'options')) ?? {};
  if (Object.keys(options).length > 0) return 'it has options of its own';
  const known = reducer === null ? null : reducerOf(reducer, score);
  if (reducer !== null && known === null)
    return `its epochs are reduced by ${reducer}, which is none of inspect_ai’s own`;
  if (known?.counts === true && rows.rows.some(({ scores }) => isPartly(scores.get(score))))
    return `${reducer} counts what is correct, and the log does not say from which score on`;
  const total = count(member(asObject(member(root, 'results')), 'total_samples'));
  if (total !== null && total !== rows.found)
    return `the log holds ${rows.found} of ${counted(total, 'sample', 'samples')}`;
  if (rows.rows.length !== rows.found) return 'some samples cannot be read';
  if (!rows.rows.some((row) => row.scores.has(score))) return `no sample has a score of ${score}`;
  return rows.unknown.has(score) ? 'some scores are texts that are none of inspect_ai’s grades' : null;
}
