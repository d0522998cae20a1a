import { sha256 } from '../core/digest.ts';
import { markdownProse } from '../core/markdown.ts';
import { encodePath, type Path } from '../core/path.ts';
import type { Incomplete, Outcome } from '../core/report.ts';
import type { FindingReport, RuleText, Severity } from '../core/rule.ts';
import { shorten } from '../core/text.ts';
import { count, cut } from '../core/wording.ts';
import { isObject } from '../document/document.ts';
import { json } from './json.ts';

/** Code scanning rejects 25,000 results in a run and shows 5,000. */
const MOST_RESULTS = 5_000;

/** It rejects a file of 10 MB too. That is after compression; what is left to this size never comes near it. */
const MOST_CHARACTERS = 10_000_000;

/** What the log says of the program that wrote it, and of the repository, where the caller knows its address. */
export interface SarifTool {
  readonly version: string;
  readonly rules: readonly RuleText[];
  readonly repository: string | null;
}

/** What was found, whichever command found it. */
export interface SarifRun {
  readonly outcome: Outcome;
  readonly exit_code: number;
  /** The outcome in a sentence. */
  readonly sentence: string;
  readonly incomplete: readonly Incomplete[];
  readonly findings: readonly FindingReport[];
  /** The commit that was looked at, or something else that names it; `null` where nothing was. */
  readonly head: string | null;
  /** What else the run has to say, in evalguard's own sarifStyle. */
  readonly properties: { readonly [key: string]: unknown };
}

/** A SARIF 2.1.0 log (OASIS Standard, 27 March 2020) of one run, for code scanning and viewers. */
export function sarifLog(run: SarifRun, tool: SarifTool): string {
  const shown = chosen(results(run.findings));
  const rules = rulesWithText(
    shown.map(({ ruleId }) => ruleId),
    tool.rules,
  );
  const indices = new Map(rules.map(({ id }, at) => [id, at]));
  return json({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'evalguard', version: tool.version, semanticVersion: tool.version, rules },
        },
        invocations: [invocation(run, run.findings.length - shown.length)],
        ...provenance(run, tool),
        originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the repository.' } } },
        columnKind: 'unicodeCodePoints',
        results: shown.map((result) => ({ ...result, ruleIndex: indices.get(result.ruleId) })),
        properties: { outcome: run.outcome, exit_code: run.exit_code, ...run.properties },
      },
    ],
  });
}

interface SarifResult {
  readonly ruleId: string;
  readonly level: Severity;
}

function results(findings: readonly FindingReport[]): readonly SarifResult[] {
  const prints = fingerprints(findings);
  return findings.map((finding, at) => ({
    ruleId: sarifStyle.code(finding.rule),
    level: finding.severity,
    message: { text: sentences(finding) },
    locations: [location(finding)],
    // Code scanning looks at the fingerprint of this name alone.
    partialFingerprints: { primaryLocationLineHash: prints[at] },
  }));
}

const WORST_FIRST: readonly Severity[] = ['error', 'warning', 'note'];

/** As many results as a reader takes, the worst of them, in the order in which they came. */
function chosen(all: readonly SarifResult[]): readonly SarifResult[] {
  const kept = new Set<SarifResult>();
  let room = MOST_CHARACTERS;
  for (const result of WORST_FIRST.flatMap((severity) => all.filter(({ level }) => level === severity))) {
    room -= JSON.stringify(result).length;
    if (room < 0 || kept.size === MOST_RESULTS) break;
    kept.add(result);
  }
  return all.filter((result) => kept.has(result));
}

function invocation({ exit_code, sentence, incomplete }: SarifRun, left: number) {
  const reasons = incomplete.map((reason) => ({
    descriptor: { id: sarifStyle.code(reason.code) },
    level: 'error',
    message: { text: sentences(reason) },
    ...(reason.path === null
      ? {}
      : { locations: [location({ path: reason.path, pointer: null, line: null, column: null })] }),
  }));
  const rest = {
    descriptor: { id: 'results-left-out' },
    level: 'warning',
    message: {
      text: `${count(left, 'result')} ${left === 1 ? 'is' : 'are'} left out, none worse than what is here: code scanning takes no more. \`--format json\` has all.`,
    },
  };
  return {
    executionSuccessful: incomplete.length === 0,
    exitCode: exit_code,
    exitCodeDescription: sentence,
    toolExecutionNotifications: left === 0 ? reasons : [...reasons, rest],
  };
}

/** The standard wants a repository's address with its revision, so without one the revision stands in the properties. */
function provenance({ head }: SarifRun, { repository }: SarifTool) {
  if (repository === null || head === null || !/^(?:[\da-f]{40}|[\da-f]{64})$/.test(head)) return {};
  return {
    versionControlProvenance: [
      { repositoryUri: repository, revisionId: head, mappedTo: { uriBaseId: ROOT } },
    ],
  };
}

function sentences({ message, remedy }: { readonly message: string; readonly remedy: string }): string {
  return [message, remedy].map(sarifStyle.text).join('\n');
}

/** Code scanning cuts a rule's descriptions here. */
const LONGEST_DESCRIPTION = 1_024;

/** The rules that found something, by id. */
function rulesWithText(ids: Iterable<string>, rules: readonly RuleText[]) {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  return [...new Set(ids)].sort().map((id) => {
    const rule = known.get(id);
    return rule === undefined ? { id } : described(rule);
  });
}

function described({ id, severity, title, why, advice }: RuleText) {
  return {
    id,
    shortDescription: { text: shorten(title, LONGEST_DESCRIPTION) },
    fullDescription: { text: shorten(why, LONGEST_DESCRIPTION) },
    help: {
      text: `Why: ${why}\nWhat to do: ${advice}`,
      markdown: `**Why.** ${markdownProse(why)}\n\n**What to do.** ${markdownProse(advice)}`,
    },
    defaultConfiguration: { level: severity },
    properties: { tags: [id.slice(0, id.indexOf('/'))] },
  };
}

/** The name that a log gives to the repository's root. */
const ROOT = '%SRCROOT%';

/**
 * A finding's place. Code scanning takes no result without a location, so what belongs to no single file stands at the
 * root. A region is there only where the line is known.
 */
function location({
  path,
  pointer,
  line,
  column,
}: Pick<FindingReport, 'path' | 'pointer' | 'line' | 'column'>) {
  const region =
    line === null || line < 1
      ? {}
      : { region: { startLine: line, ...(column === null || column < 1 ? {} : { startColumn: column }) } };
  return {
    physicalLocation: {
      artifactLocation: { uri: relativeReference(path ?? ''), uriBaseId: ROOT },
      ...region,
    },
    ...(pointer === null || pointer === ''
      ? {}
      : { logicalLocations: [{ fullyQualifiedName: sarifStyle.code(pointer) }] }),
  };
}

/**
 * A path as a relative reference (RFC 3986, section 4.2): its bytes, with all but the unreserved characters and `/`
 * percent-encoded, so that a colon begins no scheme and a byte that is not UTF-8 stays what it is.
 */
function relativeReference(path: Path): string {
  if (path === '') return '.';
  return Array.from(encodePath(path), (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w.~/-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** Keys of a finding's data that say where in the text it stands, which changes when lines move. */
const PLACES: ReadonlySet<string> = new Set([
  'firstLine',
  'firstColumn',
  'line',
  'column',
  'offset',
  'bytes',
]);

/** As many digits as tell apart whatever a repository holds. */
const DIGITS = 32;

type Fingerprinted = Pick<FindingReport, 'rule' | 'path' | 'pointer' | 'data'>;

/**
 * What stays the same of a finding when lines move: its rule, file, pointer and data. Findings that are alike in all of
 * these are numbered in their order, as `hash:1`, `hash:2`, which is how code scanning writes such fingerprints.
 */
function fingerprints(findings: readonly Fingerprinted[]): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map(({ rule, path, pointer, data }) => {
    const hash = sha256(JSON.stringify([rule, path, pointer, data], withoutPlaces)).slice(0, DIGITS);
    const number = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, number);
    return `${hash}:${number}`;
  });
}

/** Objects as sorted lists of their entries: the order in which a rule names its data says nothing. */
function withoutPlaces(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.entries(value)
    .filter(([key]) => !PLACES.has(key))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/**
 * Text as a SARIF message: what is unseen is spelt out, and so is what a viewer would act on: `](`, which makes a link
 * of what stands before it, and `{0}`, which stands for an argument. Other braces stay single although the standard
 * doubles them: GitHub shows them as they are, and names with `{date}` in them are copied.
 */
export const sarifStyle = cut({ text: inert, code: inert });

function inert(text: string): string {
  return text.replace(/\](?=\()/g, '\\x5d').replace(/\{(?=\d+\})/g, '\\x7b');
}
