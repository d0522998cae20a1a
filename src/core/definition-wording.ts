import type { JsonValue } from './document/document.ts';
import type { Definition } from './reading.ts';

const AGGREGATES: Readonly<Record<string, string>> = {
  mean: 'the mean',
  rate: 'the share of passes',
  sum: 'the sum',
  count: 'the number of measured rows',
  min: 'the least',
  max: 'the most',
  median: 'the median',
  win_rate: 'the share of decided pairs won',
  flip_rate: 'the share of pairs that flip with the order',
};

/** A definition in words: `the mean over cases of citation_support, where completed is true`. */
export function describeDefinition(name: string, definition: Definition): string {
  const { aggregate } = definition;
  const parts = [whatOf(name, definition), whereOf(definition['where']), armOf(definition)];
  const judged = definition['judged'] === true ? ', as judged; an error row has none' : '';
  return `${headOf(aggregate, definition)} ${parts.filter(Boolean).join(', ')}${judged}`;
}

function headOf(aggregate: string, definition: Definition): string {
  const k = definition['k'];
  if (aggregate === 'pass_hat_k') return `pass^${k}, the chance that ${k} samples of a case all pass, over`;
  if (aggregate === 'pass_at_k')
    return `pass@${k}, the chance that one of ${k} samples of a case passes, over`;
  if (aggregate === 'percentile') return `the percentile ${definition['p']} over rows of`;
  if (aggregate === 'ratio') return 'the ratio of the sums of';
  const words = Object.hasOwn(AGGREGATES, aggregate) ? AGGREGATES[aggregate] : aggregate;
  if (aggregate !== 'mean' && aggregate !== 'rate') return `${words} of`;
  return `${words} over ${definition['over'] === 'rows' ? 'rows' : 'cases'} of`;
}

function whatOf(name: string, definition: Definition): string {
  if (definition.aggregate === 'ratio') return `${definition['numerator']} and ${definition['denominator']}`;
  const conditions = definition['pass_if'];
  if (isObject(conditions)) {
    const all = Object.entries(conditions).map(([score, bounds]) => `${score} ${boundsOf(bounds)}`);
    return `samples with ${all.join(' and ')}`;
  }
  const measure = definition['measure'];
  const score = typeof definition['score'] === 'string' ? definition['score'] : name;
  if (typeof measure !== 'string') return score;
  const depth = ['k', 'min_grade', 'gain'].flatMap((option) =>
    Object.hasOwn(definition, option) ? [`${option} ${String(definition[option])}`] : [],
  );
  return depth.length === 0 ? measure : `${measure} (${depth.join(', ')})`;
}

function whereOf(where: JsonValue | undefined): string {
  if (!isObject(where)) return '';
  const all = Object.entries(where).map(([key, value]) => `${key} is ${JSON.stringify(value)}`);
  return all.length === 0 ? '' : `where ${all.join(' and ')}`;
}

function armOf(definition: Definition): string {
  return typeof definition['arm'] === 'string' ? `for ${definition['arm']}` : '';
}

function boundsOf(bounds: JsonValue): string {
  if (!isObject(bounds)) return '';
  const [min, max] = [bounds['min'], bounds['max']];
  return [min === undefined ? [] : `at least ${min}`, max === undefined ? [] : `at most ${max}`]
    .flat()
    .join(' and ');
}

function isObject(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
