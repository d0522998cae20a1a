import type { Severity } from '../../core/finding.ts';
import type { FindingReport, Incomplete, Outcome } from '../../core/report.ts';
import type { RuleText } from '../../core/rule.ts';
import { count } from '../../core/wording.ts';
import { json } from '../json.ts';
import { fingerprints } from './fingerprint.ts';
import { ROOT, sarifLocation } from './location.ts';
import { sarifRules } from './rule.ts';
import { words } from './words.ts';

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
  /** What else the run has to say, in evalguard's own words. */
  readonly properties: { readonly [key: string]: unknown };
}

/** A SARIF 2.1.0 log (OASIS Standard, 27 March 2020) of one run, for code scanning and viewers. */
export function sarifLog(run: SarifRun, tool: SarifTool): string {
  const shown = chosen(results(run.findings));
  const rules = sarifRules(
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
    ruleId: words.code(finding.rule),
    level: finding.severity,
    message: { text: sentences(finding) },
    locations: [sarifLocation(finding)],
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
    descriptor: { id: words.code(reason.code) },
    level: 'error',
    message: { text: sentences(reason) },
    ...(reason.path === null
      ? {}
      : { locations: [sarifLocation({ path: reason.path, pointer: null, line: null, column: null })] }),
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
  return [message, remedy].map(words.text).join('\n');
}
