import { EMPTY_READING, type Reading } from '../../core/reading.ts';
import { asNumber, asObject, asText, type JsonObject, member } from '../field.ts';
import { readInstant, utcDay } from '../mapping/parts.ts';
import type { Output } from './output.ts';

/** Limits under which promptfoo runs, as its options name them and as they are kept. */
const LIMITS = [
  ['maxConcurrency', 'max_concurrency'],
  ['timeoutMs', 'timeout_ms'],
  ['maxEvalTimeMs', 'max_eval_time_ms'],
] as const;

/** Options that leave tests out; those that choose providers leave out whole columns, which no test misses. */
const FILTERS = /^filter(?!Providers$|Targets$)[A-Z]/;

/** The filters under which tests were run, or `null` where none is stated. */
function partOf(places: readonly (JsonObject | null)[]): string | null {
  const filters = places.flatMap((place) =>
    Object.entries(place ?? {}).flatMap(([key, value]) =>
      FILTERS.test(key) && ![null, false, ''].includes(value as never)
        ? [`${key} ${JSON.stringify(value)}`]
        : [],
    ),
  );
  return filters.length === 0 ? null : [...new Set(filters)].sort().join(', ');
}

/** What the file says of the run as a whole. */
export function readRun({ root }: Output): Reading {
  const config = asObject(member(root, 'config'));
  const metadata = asObject(member(root, 'metadata'));
  const times = [
    member(asObject(member(root, 'results')), 'timestamp'),
    member(metadata, 'evaluationCreatedAt'),
    member(metadata, 'exportedAt'),
  ];
  const generated_at = times.flatMap((time) => readInstant(time ?? null) ?? [])[0] ?? null;
  const options = [member(root, 'runtimeOptions'), member(config, 'evaluateOptions')].map(asObject);
  const limits = LIMITS.flatMap(([key, name]) => {
    const value = options.flatMap((each) => asNumber(member(each, key)) ?? [])[0];
    return value === undefined ? [] : [[name, value] as const];
  });
  const repeat = options.flatMap((each) => asNumber(member(each, 'repeat')) ?? [])[0] ?? null;
  return {
    ...EMPTY_READING,
    format: 'promptfoo',
    samples: repeat !== null && Number.isSafeInteger(repeat) && repeat > 0 ? repeat : null,
    part: partOf([...options, asObject(member(config, 'commandLineOptions'))]),
    tool_version: asText(member(metadata, 'promptfooVersion')),
    run: {
      ...EMPTY_READING.run,
      suite: asText(member(config, 'description')),
      date: utcDay(generated_at),
      generated_at,
    },
    limits: limits.length === 0 ? null : Object.fromEntries(limits),
  };
}
