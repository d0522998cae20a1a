import type { Dataset, Definition, Judge, Provenance, Reading, RunIdentity } from '../../core/reading.ts';
import { asBoolean, asList, asNumber, asObject, asText, type JsonObject, member } from '../field.ts';

/** Which run the result says it is of. What it leaves to its file name stays `null`. */
export function readIdentity(result: JsonObject): RunIdentity {
  return {
    suite: asText(member(result, 'suite')),
    date: asText(member(result, 'date')),
    routing: asText(member(result, 'routing')),
    variant: asText(member(result, 'variant')),
    run: asNumber(member(result, 'run')),
    generated_at: asText(member(result, 'generated_at')),
  };
}

/** The code that ran, or `null` where the result does not say. */
export function readCode(result: JsonObject): Provenance | null {
  const code = asObject(member(result, 'code'));
  if (code === null) return null;
  return {
    commit: asText(member(code, 'commit')),
    tree: asText(member(code, 'tree')),
    dirty: asBoolean(member(code, 'dirty')),
  };
}

/** The named configurations; what is no object configures nothing. */
export function readArms(arms: JsonObject | null): Reading['arms'] {
  return new Map(Object.entries(arms ?? {}).map(([name, arm]) => [name, asObject(arm) ?? {}]));
}

/** The data that was run on, or `null` where there is no such object. */
export function readDataset(dataset: JsonObject | null): Dataset | null {
  if (dataset === null) return null;
  return {
    name: asText(member(dataset, 'name')),
    version: asText(member(dataset, 'version')),
    fingerprint: asText(member(dataset, 'fingerprint')),
    cases: asNumber(member(dataset, 'cases')),
  };
}

/** The judge, with the counts of one arm. A run without a `candidate` counts as the baseline. */
export function readJudge(result: JsonObject, arm: 'baseline' | 'candidate'): Judge | null {
  const judge = asObject(member(result, 'judge'));
  if (judge === null) return null;
  const tally = asObject(member(judge, arm));
  return {
    route: asText(member(judge, 'route')),
    ruled: asNumber(member(tally, 'ruled')),
    unreached: asNumber(member(tally, 'unreached')),
    undisclosed: asNumber(member(tally, 'undisclosed')),
    served: texts(asList(member(tally, 'served'))),
    answered: asBoolean(member(judge, 'answered')),
    checked_against: texts(asList(member(judge, 'checked_against'))),
    temperature: asNumber(member(judge, 'temperature')),
    prompt_sha256: asText(member(judge, 'prompt_sha256')),
  };
}

/** The definitions that the result states, by metric. */
export function readDefinitions(result: JsonObject): ReadonlyMap<string, Definition> {
  const definitions = new Map<string, Definition>();
  for (const [name, value] of Object.entries(asObject(member(result, 'metrics')) ?? {})) {
    const definition = asObject(value);
    const aggregate = asText(member(definition, 'aggregate'));
    if (definition !== null && aggregate !== null) definitions.set(name, { ...definition, aggregate });
  }
  return definitions;
}

function texts(list: readonly unknown[] | null): readonly string[] {
  return (list ?? []).filter((item) => typeof item === 'string');
}
