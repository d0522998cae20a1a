import { AGGREGATES, isAggregate } from '../core/definition.ts';
import { formatPointer, isObject, type JsonValue, parsePointer } from '../document/document.ts';
import { memberOf, membersOf, type PolicyProblem, spell, wrongPointer } from './written-policy.ts';

type At = readonly string[];

/** The problems of a policy's mappings beyond their shape, in words. What has the wrong type is left to the schema. */
export function mappingProblems(policy: JsonValue): readonly PolicyProblem[] {
  return membersOf(memberOf(policy, 'series')).flatMap(([id, series]) => {
    const mapping = memberOf(series, 'format');
    return isObject(mapping) ? [...problemsOf(['series', id, 'format'], mapping)] : [];
  });
}

/** The members of a mapping that are no place. */
const NO_PLACES: ReadonlySet<string> = new Set(['percent', 'definitions', 'rows', 'models']);

/** What a place may be instead: a pattern, in which a `*` stands for any key, or a value of its own. */
type Also = 'pattern' | 'value' | 'nothing';

function kindOf(part: string): Also {
  if (part === 'arms') return 'pattern';
  return part === 'metrics' || part === 'part' ? 'nothing' : 'value';
}

function* problemsOf(at: At, mapping: JsonValue): Generator<PolicyProblem> {
  const own = new Map(membersOf(mapping));
  const placed = membersOf(own.get('definitions')).some(([, each]) => memberOf(each, 'at') !== undefined);
  if (!own.has('metrics') && !own.has('rows') && !placed) {
    yield {
      pointer: formatPointer(at),
      message:
        'the mapping says nowhere where numbers stand: give it metrics, rows, or definitions with a place (at).',
    };
  }
  for (const [key, place] of own) {
    if (!NO_PLACES.has(key)) yield* wrongPlaces([...at, key], place, kindOf(key));
  }
  const arms = own.get('arms');
  if (typeof arms === 'string' && !arms.includes('*')) {
    yield {
      pointer: formatPointer([...at, 'arms']),
      message: `${spell(arms)} names one place: in arms a * stands for the names of the arms, as in /perModel/* or /*.`,
    };
  }
  const models = own.get('models');
  const roles = typeof models === 'string' ? ([['', models]] as const) : membersOf(models);
  for (const [role, place] of roles) {
    if (role !== 'is') yield* wrongPlaces([...at, 'models', ...(role === '' ? [] : [role])], place, 'value');
  }
  yield* rowProblems([...at, 'rows'], own.get('rows'));
  for (const [metric, definition] of membersOf(own.get('definitions'))) {
    yield* definitionProblems([...at, 'definitions', metric], definition);
  }
}

/** What gives a row a value. */
const SCORED = ['pass', 'scores', 'checks'];

function* rowProblems(at: At, rows: JsonValue | undefined): Generator<PolicyProblem> {
  if (typeof rows === 'string') yield* wrongPlaces(at, rows, 'pattern');
  if (!isObject(rows)) return;
  for (const [key, place] of membersOf(rows)) {
    const inside = key === 'scores' || key === 'checks' ? membersOf(place) : [];
    yield* wrongPlaces([...at, key], place, key === 'at' ? 'pattern' : 'nothing');
    for (const [name, inner] of inside) yield* wrongPlaces([...at, key, name], inner, 'nothing');
  }
  if (!SCORED.some((key) => memberOf(rows, key) !== undefined)) {
    yield {
      pointer: formatPointer(at),
      message:
        'no row would have a value: say where its pass, its scores or its checks stand, or write the place of the rows alone to read members by their usual names.',
    };
  }
}

/** What an aggregate cannot be carried out without. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  percentile: ['p'],
  pass_hat_k: ['k'],
  pass_at_k: ['k'],
  ratio: ['numerator', 'denominator'],
  win_rate: ['arm'],
};

/** What says something of a metric without an aggregate. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['at', 'percent', 'direction', 'unit', 'scale', 'places', 'metrics_version'],
]);

/** What says nothing without an aggregate. */
const OPTIONS = [
  ...['score', 'measure', 'k', 'p', 'numerator', 'denominator', 'min_grade', 'gain', 'pass_if', 'where'],
  ...['over', 'arm', 'judged'],
];

function* definitionProblems(at: At, definition: JsonValue): Generator<PolicyProblem> {
  const pointer = formatPointer(at);
  const own = new Map(membersOf(definition));
  const place = own.get('at');
  yield* wrongPlaces([...at, 'at'], place, 'nothing');
  const short = Object.keys(AGGREGATES).filter((name) => own.has(name));
  const stated = own.get('aggregate');
  const all = [...(typeof stated === 'string' ? [stated] : []), ...short];
  const [only] = all;
  if (all.length > 1) {
    yield { pointer, message: `a metric has one aggregate, and this one has ${all.join(' and ')}.` };
    return;
  }
  if (only === undefined) {
    const unknown = [...own.keys()].find((key) => !PLAIN.has(key) && !OPTIONS.includes(key));
    if (unknown !== undefined) {
      const known = Object.keys(AGGREGATES).join(', ');
      yield { pointer, message: `${spell(unknown)} is no aggregate; evalguard knows ${known}.` };
      return;
    }
    const option = OPTIONS.find((key) => own.has(key));
    if (option === undefined) return;
    yield {
      pointer,
      message: `${option} says nothing without an aggregate: write one with its score, like { rate: passed }.`,
    };
    return;
  }
  if (short.length > 0 && own.has('score')) {
    yield {
      pointer,
      message: `the score stands twice: write { ${only}: ${String(own.get('score'))} } or { aggregate: ${only}, score: … }.`,
    };
  }
  const missing = isAggregate(only) ? (NEEDED[only] ?? []).filter((key) => !own.has(key)) : [];
  if (missing.length > 0) yield { pointer, message: `${only} needs ${missing.join(' and ')} beside it.` };
}

function* wrongPlaces(at: At, place: JsonValue | undefined, also: Also): Generator<PolicyProblem> {
  const places = Array.isArray(place) ? [...place.entries()] : [[null, place] as const];
  for (const [index, text] of places) {
    if (typeof text !== 'string') continue;
    const pointer = formatPointer(index === null ? at : [...at, index]);
    const tokens = parsePointer(text);
    if (tokens === null) {
      const itself = also === 'value' ? ` If it is the value itself, write { is: ${spell(text)} }.` : '';
      yield { pointer, message: wrongPointer(text) + itself };
    } else if (also !== 'pattern' && tokens.some((token) => token.includes('*'))) {
      yield {
        pointer,
        message: `${spell(text)} has a *, which stands for any key only in arms and in the place of the rows; name one place here.`,
      };
    }
  }
}
