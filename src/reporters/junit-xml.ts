import type { Incomplete } from '../core/report.ts';
import { logLine, visible } from '../core/text.ts';
import { cut } from '../core/wording.ts';

/** How a case ended. Readers keep one failure of a case, so it holds all that there is to say. */
export type CaseEnd =
  | { readonly kind: 'passed' }
  | { readonly kind: 'skipped'; readonly message: string }
  | {
      readonly kind: 'failure' | 'error';
      readonly type: string;
      readonly message: string;
      readonly lines: readonly string[];
    };

export interface JUnitCase {
  readonly name: string;
  readonly end: CaseEnd;
  /** What the case says besides, a line each. */
  readonly out: readonly string[];
}

/** A suite is never empty: one without a case is green to some readers and missing to others. */
export interface JUnitSuite {
  readonly name: string;
  readonly properties: readonly (readonly [name: string, value: string])[];
  readonly cases: readonly [JUnitCase, ...JUnitCase[]];
}

/**
 * A JUnit report in what Jenkins (with its stricter xUnit plugin), GitLab and GitHub's test reporters all read. A case
 * names its suite as its class, which is what GitLab and Jenkins group by. Nothing is timed, and the times are 0, since
 * some readers show `NaN` without them and the same report must give the same bytes.
 */
export function junitXml(suites: readonly JUnitSuite[]): string {
  const cases = suites.flatMap((suite) => suite.cases);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="evalguard" tests="${cases.length}" failures="${ended(cases, 'failure')}" errors="${ended(cases, 'error')}" time="0">`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
  ];
  return `${lines
    .flatMap((line) => line.split('\n'))
    .map(logLine)
    .join('\n')}\n`;
}

function suiteLines({ name, properties, cases }: JUnitSuite): readonly string[] {
  const counts = `tests="${cases.length}" failures="${ended(cases, 'failure')}" errors="${ended(cases, 'error')}" skipped="${ended(cases, 'skipped')}"`;
  const names = uniqueNames(cases);
  const said = properties.map(
    ([key, value]) => `      <property name="${attribute(key)}" value="${attribute(value)}"/>`,
  );
  return [
    `  <testsuite name="${attribute(name)}" ${counts} time="0">`,
    ...(said.length === 0 ? [] : ['    <properties>', ...said, '    </properties>']),
    ...cases.flatMap((one, at) => caseLines(one, name, names[at]!)),
    '  </testsuite>',
  ];
}

function caseLines({ end, out }: JUnitCase, suite: string, name: string): readonly string[] {
  const inside = [
    ...endLines(end),
    ...(out.length === 0 ? [] : [`      <system-out>${body(out)}</system-out>`]),
  ];
  const head = `    <testcase classname="${attribute(suite)}" name="${attribute(name)}" time="0"`;
  return inside.length === 0 ? [`${head}/>`] : [`${head}>`, ...inside, '    </testcase>'];
}

function endLines(end: CaseEnd): readonly string[] {
  if (end.kind === 'passed') return [];
  const message = `message="${attribute(end.message)}"`;
  // GitLab reads the text of a skipped case, Jenkins its message.
  if (end.kind === 'skipped') return [`      <skipped ${message}>${body([end.message])}</skipped>`];
  return [`      <${end.kind} type="${attribute(end.type)}" ${message}>${body(end.lines)}</${end.kind}>`];
}

function ended(cases: readonly JUnitCase[], kind: CaseEnd['kind']): number {
  return cases.filter(({ end }) => end.kind === kind).length;
}

/** GitLab keeps the first of two cases that are called alike, and drops the other without a word. */
function uniqueNames(cases: readonly JUnitCase[]): readonly string[] {
  const taken = new Set<string>();
  return cases.map(({ name }) => {
    const shown = visible(name);
    let unique = shown;
    for (let number = 2; taken.has(unique); number += 1) unique = `${shown} (${number})`;
    taken.add(unique);
    return unique;
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** What XML 1.0 cannot hold is among what is unseen, and is spelt out; all that could end a value is an entity. */
function attribute(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}

/** GitLab and Jenkins obey `[[ATTACHMENT|file]]` in the text of a case, so that no file's text may say it. */
function body(lines: readonly string[]): string {
  return lines
    .map((line) => visible(line).replace(/\[(?=\[\w+\|)/g, '\\x5b'))
    .map((line) => line.replace(/[&<>]/g, (sign) => ENTITIES[sign]!))
    .join('\n');
}

/** What could not be told: an error a reason. Where there is none, one case says what was looked at. */
export function completenessSuite(
  incomplete: readonly Incomplete[],
  lookedAt: readonly string[],
): JUnitSuite {
  const [first, ...rest] = incomplete.map(reasonCase);
  const all: JUnitCase = { name: 'nothing was left open', end: { kind: 'passed' }, out: lookedAt };
  return { name: 'evalguard.completeness', properties: [], cases: first ? [first, ...rest] : [all] };
}

function reasonCase({ code, message, remedy, path }: Incomplete): JUnitCase {
  return {
    name: path === null ? junitStyle.code(code) : `${junitStyle.code(code)}: ${junitStyle.code(path)}`,
    end: {
      kind: 'error',
      type: junitStyle.code(code),
      message: junitStyle.text(message),
      lines: [junitStyle.text(message), `What to do: ${junitStyle.text(remedy)}`],
    },
    out: [],
  };
}

/** What a suite says where no record was touched. It passes only where evalguard could look. */
export function nothingTouched(incomplete: readonly Incomplete[], lookedAt: readonly string[]): JUnitCase {
  const message = 'Not everything could be looked at: the errors of evalguard.completeness say why.';
  const end: CaseEnd = incomplete.length === 0 ? { kind: 'passed' } : { kind: 'skipped', message };
  return { name: 'what was looked at', end, out: lookedAt };
}

/** Text as a JUnit report has it: visible and of a length that is read. The document escapes what XML needs. */
export const junitStyle = cut({ text: (text) => text, code: (text) => text });
