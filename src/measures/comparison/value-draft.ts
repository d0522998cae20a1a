import { definitionText, samplesOf } from '../../core/comparability.ts';
import type { Difference } from '../../core/comparison.ts';
import type { JudgedMetric } from '../../core/judged-metric.ts';
import type { Reading } from '../../core/reading.ts';
import { caseValues } from './case-values.ts';
import type { Direction } from './direction.ts';
import type { Draft } from './draft.ts';
import { type Paired, pairUp } from './paired.ts';
import { type Turned, turnedCases } from './turned.ts';
import { canConclude, type Found, forbids, type Said, say, verdictOf } from './verdict.ts';

/** A metric as both sides have it; `null` where one does not state it. */
export interface Facts {
  readonly name: string;
  readonly from: JudgedMetric | null;
  readonly to: JudgedMetric | null;
  readonly against: readonly Difference[];
  readonly forbidden: readonly Difference[];
  readonly direction: Direction | null;
  readonly margin: number | null;
}

/** A metric that each side has a value of, paired by case where its definition says how. */
export function valueDraft(base: Reading, head: Reading, facts: Facts): Draft {
  const { name, against, forbidden, direction } = facts;
  const pair = forbidden.length > 0 ? null : paired(base, head, name);
  const found = foundIn(facts, pair);
  const turned = forbidden.length > 0 ? null : turnedCases(base, head, name, direction);
  return {
    name,
    against,
    forbidden,
    test:
      pair === null
        ? null
        : { p: pair.p, of: testedBy(head, name), concludes: found !== null && canConclude(found) },
    seed: pair?.seed ?? null,
    finish: (adjusted) => comparison(facts, pair, found, turned, adjusted),
  };
}

/** What is tested: two metrics of one and the same definition are one test. */
function testedBy({ definitions }: Reading, name: string): string {
  const definition = definitions.get(name);
  const said = definition !== undefined && typeof definition['score'] === 'string';
  return said ? definitionText(definition) : name;
}

function paired(base: Reading, head: Reading, name: string): Paired | null {
  const [one, other] = [caseValues(base, name), caseValues(head, name)];
  return one === null || other === null ? null : pairUp(one, other, samplesOf(base) === samplesOf(head));
}

function comparison(
  facts: Facts,
  pair: Paired | null,
  found: Found | null,
  turned: Turned | null,
  adjusted: number | null,
): ReturnType<Draft['finish']> {
  const { name, forbidden, direction } = facts;
  const [from, to] = [facts.from?.value ?? null, facts.to?.value ?? null];
  const told = forbidden.length === 0 && from !== null && to !== null;
  return {
    name,
    base: from,
    head: to,
    difference: told ? (pair?.difference ?? to - from) : null,
    // Where a side has no value there is no difference that anything could be said of.
    interval: told ? (pair?.interval ?? null) : null,
    test: told ? (pair?.test ?? null) : null,
    p: told ? (pair?.p ?? null) : null,
    p_adjusted: told ? adjusted : null,
    cases: pair?.cases ?? null,
    untied: pair?.untied ?? null,
    b: pair?.b ?? null,
    c: pair?.c ?? null,
    mde: told ? (pair?.mde ?? null) : null,
    lost: pair?.lost ?? 0,
    low: told ? (pair?.bounds?.[0] ?? null) : null,
    high: told ? (pair?.bounds?.[1] ?? null) : null,
    direction,
    ...said(facts, found, adjusted),
    newly_failing: turned?.newly_failing ?? null,
    newly_passing: turned?.newly_passing ?? null,
    against: null,
    pairs: null,
    decides: true,
  };
}

/** What the test of a pair found; `null` where a side has no value or nothing pairs. */
function foundIn({ from, to, direction, margin }: Facts, pair: Paired | null): Found | null {
  if (pair === null || (from?.value ?? null) === null || (to?.value ?? null) === null) return null;
  const { untied, difference: effect, interval, lost, unit, bounds, hidden } = pair;
  const hides = direction === 'lower' ? hidden.above : hidden.below;
  const missing =
    lost === 0 ? null : `${lost} ${lost === 1 ? `${unit} was` : `${unit}s were`} measured on one side alone`;
  return { untied, few: 'differ', effect, interval, direction, margin, missing, bounds, hides };
}

function said({ from, to, forbidden }: Facts, found: Found | null, adjusted: number | null): Said {
  if (forbidden.length > 0) return forbids(forbidden);
  if ((from?.value ?? null) === null) return absent('base', from);
  if ((to?.value ?? null) === null) return absent('head', to);
  return found === null
    ? say(
        'insufficient',
        'nothing pairs it by case: it has no rows, is no mean over cases, or differs by more than can be tested',
      )
    : verdictOf(found, adjusted);
}

function absent(side: 'base' | 'head', metric: JudgedMetric | null): Said {
  const why = metric === null ? 'the result does not state it' : (metric.reason ?? 'no reason is stated');
  return say('unmeasured', `${side}: ${why}`);
}
