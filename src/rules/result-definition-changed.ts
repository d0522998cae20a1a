import type { Path } from '../core/path.ts';
import type { Definition } from '../core/reading.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { formatPointer, type JsonValue, sortedKeys } from '../document/document.ts';
import { inOrder, placeIn } from './shared/record.ts';
import type { RecordSubject, ResultsSubject } from './subject.ts';

interface Data {
  readonly metric: string;
  readonly metrics_version: number | string;
  /** The record that states the other definition. */
  readonly other: Path;
  readonly before: Options;
  readonly after: Options;
}

/** The options of a definition that decide its number, defaults filled in. */
type Options = { readonly [option: string]: JsonValue };

interface Stated {
  readonly key: string;
  readonly metric: string;
  readonly metrics_version: number | string;
  readonly options: Options;
  readonly path: Path;
}

export const resultDefinitionChanged = defineRule({
  id: 'result/definition-changed',
  severity: 'error',
  title: 'A metric is defined in another way than before, under the same metrics_version.',
  why: 'Two numbers of one name are then compared although they count different things, and the curve moves when only the ruler did.',
  advice: 'Raise metrics_version whenever a definition changes, and the pin in the policy with it.',
  *check({ added, present }: ResultsSubject): Iterable<RuleMatch<Data>> {
    const known = new Map<string, Stated[]>();
    for (const record of inOrder(present)) {
      for (const stated of definitionsOf(record)) {
        known.set(stated.key, [...(known.get(stated.key) ?? []), stated]);
      }
    }
    for (const record of inOrder(added)) {
      for (const stated of definitionsOf(record)) {
        const others = (known.get(stated.key) ?? []).filter(({ path }) => path !== record.path);
        const other = others.at(-1);
        if (other === undefined) known.set(stated.key, [stated]);
        else if (!others.some(({ options }) => same(options, stated.options)))
          yield found(record, stated, other);
      }
    }
  },
  message: ({ metric, metrics_version, other, before, after }) => {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    const changes = names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => `${name} ${spell(before[name])} -> ${spell(after[name])}`);
    return `${metric} is defined in another way than in ${other}, under the same metrics_version ${metrics_version} (${changes.join(', ')}). The two numbers count different things and would be compared as one.`;
  },
  remedy: () =>
    'If the new definition is meant, raise metrics_version; if not, compute the metric as before.',
});

function found(record: RecordSubject, stated: Stated, other: Stated): RuleMatch<Data> {
  const { metric, metrics_version } = stated;
  const data = { metric, metrics_version, other: other.path, before: other.options, after: stated.options };
  return { ...placeIn(record, `/metrics${formatPointer([metric])}`), data };
}

function* definitionsOf(record: RecordSubject): Iterable<Stated> {
  const [reading] = record.readings;
  const series = record.series?.id ?? (reading?.run.suite == null ? null : `suite ${reading.run.suite}`);
  if (reading === undefined || series === null || reading.metrics_version === null) return;
  const { metrics_version } = reading;
  for (const [metric, definition] of reading.definitions) {
    // what was derived from rows follows whatever they hold, and nobody stated it
    if (definition['derived'] === true) continue;
    const own = definition['metrics_version'] ?? null;
    const key = JSON.stringify([series, metrics_version, own, metric]);
    yield { key, metric, metrics_version, options: optionsOf(metric, definition), path: record.path };
  }
}

/** Direction, unit, places and scale are left out: they say how to read the number, not how it comes about. */
function optionsOf(metric: string, definition: Definition): Options {
  const { direction, unit, places, scale, metrics_version, ...options } = definition;
  const filled = { over: 'cases', judged: false, ...options };
  return Object.hasOwn(options, 'measure') ? filled : { score: metric, ...filled };
}

function same(a: Options, b: Options): boolean {
  return JSON.stringify(sortedKeys(a)) === JSON.stringify(sortedKeys(b));
}

function spell(value: JsonValue | undefined): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}
