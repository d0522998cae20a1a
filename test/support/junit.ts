/** A case of a JUnit report, as a test reads it. */
export interface ReadCase {
  readonly suite: string;
  readonly name: string;
  readonly end: string;
  /** The attribute `message` of how it ended. */
  readonly message: string | null;
  readonly type: string | null;
  readonly text: string | null;
  readonly out: string | null;
}

export interface ReadSuite {
  readonly name: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly properties: Readonly<Record<string, string>>;
  readonly cases: readonly ReadCase[];
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** What XML 1.0 allows as a character (section 2.2). */
const CHARACTERS = /^[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
const TOKEN = /<(\/?)([a-z][\w-]*)((?: [a-z]+="[^"<>]*")*)(\/?)>|([^<>]+)/gy;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads a report of three suites or fewer: elements, attributes and entities, and nothing else. Throws on all else. */
export function readJUnit(xml: string): readonly ReadSuite[] {
  const root = parse(xml);
  if (root.name !== 'testsuites') throw new Error(`the root is ${root.name}`);
  const suites = root.children.map(readSuite);
  sameCounts(
    root.attributes,
    suites.flatMap(({ cases }) => cases),
    ['tests', 'failures', 'errors'],
  );
  return suites;
}

function readSuite({ attributes, children }: Element): ReadSuite {
  const cases = children.filter(({ name }) => name === 'testcase').map(readCase);
  sameCounts(attributes, cases, ['tests', 'failures', 'errors', 'skipped']);
  const said = children.find(({ name }) => name === 'properties')?.children ?? [];
  return {
    name: attributes['name'] ?? '',
    counts: countsOf(cases),
    properties: Object.fromEntries(said.map((one) => [one.attributes['name'], one.attributes['value']])),
    cases,
  };
}

function readCase({ attributes, children }: Element): ReadCase {
  const end = children.find(({ name }) => name !== 'system-out');
  return {
    suite: attributes['classname'] ?? '',
    name: attributes['name'] ?? '',
    end: end?.name ?? 'passed',
    message: end?.attributes['message'] ?? null,
    type: end?.attributes['type'] ?? null,
    text: end?.text ?? null,
    out: children.find(({ name }) => name === 'system-out')?.text ?? null,
  };
}

function countsOf(cases: readonly ReadCase[]): Record<string, number> {
  const of = (end: string) => cases.filter((one) => one.end === end).length;
  return { tests: cases.length, failures: of('failure'), errors: of('error'), skipped: of('skipped') };
}

/** The attributes must count what is there. */
function sameCounts(
  attributes: Element['attributes'],
  cases: readonly ReadCase[],
  names: readonly string[],
): void {
  const counted = countsOf(cases);
  for (const name of names) {
    if (attributes[name] !== String(counted[name]))
      throw new Error(`${name} says ${attributes[name]} of ${counted[name]}`);
  }
}

function parse(xml: string): Element {
  const [declaration = '', ...lines] = xml.split('\n');
  if (declaration !== '<?xml version="1.0" encoding="UTF-8"?>') throw new Error(`begins with ${declaration}`);
  const text = lines.join('\n');
  if (!CHARACTERS.test(text)) throw new Error('holds what XML cannot');
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let at = 0;
  for (const token of text.matchAll(TOKEN)) {
    const [all, closing, name, attributes, empty, plain] = token;
    at += all.length;
    const inside = open.at(-1)!;
    if (name === undefined) inside.text += decoded(plain!);
    else if (closing) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes ${inside.name}`);
    } else {
      const element = { name, attributes: attributesOf(attributes!), children: [], text: '' };
      inside.children.push(element);
      if (!empty) open.push(element);
    }
  }
  if (at !== text.length || open.length !== 1 || top.children.length !== 1)
    throw new Error(`not well-formed after ${text.slice(Math.max(at - 80, 0), at)}`);
  return top.children[0]!;
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(/ ([a-z]+)="([^"]*)"/g), ([, name, value]) => [name!, decoded(value!)]),
  );
}

function decoded(text: string): string {
  return text.replace(/&(\w*;?)/g, (_, entity: string) => {
    const character = ENTITIES[entity.slice(0, -1)];
    if (!entity.endsWith(';') || character === undefined) throw new Error(`&${entity} is no entity`);
    return character;
  });
}
