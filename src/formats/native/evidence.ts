import type { Prompt, Rubric, StatedCase, StatedSplit } from '../../core/reading.ts';
import type { Bounds } from '../../core/verdict.ts';
import { formatPointer, type JsonValue } from '../../document/document.ts';
import { asBoolean, asList, asNumber, asObject, asText, type JsonObject, member } from '../field.ts';
import type { Block } from './claims.ts';

const PARTS = ['category', 'provenance', 'negative', 'arm'] as const;

/** The numbers that a block states of parts of its rows (`aggregate_by`). */
export function readSplits({ object, pointer }: Block): readonly StatedSplit[] {
  const stated = asObject(member(object, 'aggregate_by'));
  return PARTS.flatMap((by) =>
    Object.entries(asObject(member(stated, by)) ?? {}).flatMap(([group, values]) =>
      Object.entries(asObject(values) ?? {}).flatMap(([metric, value]): readonly StatedSplit[] => {
        const number = asNumber(value);
        if (number === null && value !== null) return [];
        const place = formatPointer([...pointer, 'aggregate_by', by, group, metric]);
        return [{ by, group, metric, value: number, pointer: place }];
      }),
    ),
  );
}

/** What a block plans and says of single cases. */
export function readCases({ object, pointer }: Block): ReadonlyMap<string, StatedCase> {
  const cases = new Map<string, StatedCase>();
  for (const [id, value] of Object.entries(asObject(member(object, 'cases')) ?? {})) {
    const stated = asObject(value);
    if (stated === null) continue;
    cases.set(id, {
      samples: asNumber(member(stated, 'samples')),
      threshold: readBounds(asObject(member(stated, 'threshold'))),
      should_fail: asBoolean(member(stated, 'should_fail')) ?? false,
      stopped_early: asBoolean(member(stated, 'stopped_early')) ?? false,
      passed: readPassed(member(stated, 'passed')),
      pointer: formatPointer([...pointer, 'cases', id]),
    });
  }
  return cases;
}

/** The prompts of a block, with the digests that it states. */
export function readPrompts({ object, pointer }: Block): readonly Prompt[] {
  return Object.entries(asObject(member(object, 'prompts')) ?? {}).flatMap(([role, value]) => {
    const prompt = asObject(value);
    const sha256 = asText(member(prompt, 'sha256'));
    if (sha256 === null) return [];
    const text = asText(member(prompt, 'text'));
    return [{ role, text, sha256, pointer: formatPointer([...pointer, 'prompts', role]) }];
  });
}

/** The scale and the weights of the criteria; a criterion weighs 1 unless said. */
export function readRubric(result: JsonObject): Rubric | null {
  const rubric = asObject(member(result, 'rubric'));
  if (rubric === null) return null;
  const [low, high] = (asList(member(rubric, 'scale')) ?? []).map((end) => asNumber(end));
  const criteria = Object.entries(asObject(member(rubric, 'criteria')) ?? {});
  return {
    scale: typeof low === 'number' && typeof high === 'number' && low < high ? [low, high] : null,
    weights: new Map(
      criteria.map(([name, value]) => [name, asNumber(member(asObject(value), 'weight')) ?? 1]),
    ),
  };
}

function readBounds(bounds: JsonObject | null): Bounds | null {
  if (bounds === null) return null;
  const [min, max] = [asNumber(member(bounds, 'min')), asNumber(member(bounds, 'max'))];
  return min === null && max === null ? null : { min, max };
}

function readPassed(value: JsonValue | undefined): StatedCase['passed'] {
  return value === undefined ? undefined : asBoolean(value);
}
