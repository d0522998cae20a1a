import { EMPTY_READING, type Judge, type Reading } from '../../core/reading.ts';
import { asNumber, asText, type JsonObject, member } from '../field.ts';
import { readInstant, utcDay } from '../mapping/parts.ts';

/** The two reports of DuckHaven's evaluation. */
export interface Report {
  detect(root: JsonObject): boolean;
  read(root: JsonObject): Reading;
}

/** Means and rates are rounded to three places. */
export const PLACES = 3;

/** What both reports say of their run. `variant` is the arm, or both, which no other field tells apart. */
export function readHeader(root: JsonObject, variant: string | null): Reading {
  const generated_at = readInstant(member(root, 'generated_at') ?? null);
  const assistant = asText(member(root, 'assistant_model'));
  const cases = asNumber(member(root, 'cases'));
  const judge = readJudge(root);
  return {
    ...EMPTY_READING,
    format: 'duckhaven',
    run: { ...EMPTY_READING.run, date: utcDay(generated_at), variant, generated_at },
    dataset: cases === null ? null : { name: null, version: null, fingerprint: null, cases },
    models: assistant === null ? new Map() : new Map([['assistant', assistant]]),
    judge,
    losses: [
      'limits, metrics_version and mode: the file states none',
      ...(assistant === null ? ['models: the file names no assistant'] : []),
      ...(judge === null ? ['judge: the file names none'] : []),
    ],
  };
}

function readJudge(root: JsonObject): Judge | null {
  const route = asText(member(root, 'judge_model'));
  if (route === null) return null;
  return {
    route,
    ruled: null,
    unreached: null,
    undisclosed: null,
    served: [],
    answered: null,
    checked_against: [],
    temperature: asNumber(member(root, 'judge_temperature')),
    prompt_sha256: null,
  };
}
