import type { JsonValue } from '../document/document.ts';
import type { Path } from './path.ts';

/** `error` fails the check, `warning` asks for attention, `note` informs. */
export type Severity = 'error' | 'warning' | 'note';

/** Data of a finding: plain JSON, so that it can be reported as it is. */
export type FindingData = { readonly [key: string]: JsonValue };

/** The place of a finding: a file, and where it helps a place in it. Line and column count from 1. */
export interface Location {
  readonly path: Path | null;
  readonly pointer?: string | null;
  readonly line?: number | null;
  readonly column?: number | null;
}

/** A finding of a rule. Its words are rendered late, from the data. */
export interface Finding<Id extends string = string, Data = FindingData> extends Location {
  readonly rule: Id;
  readonly severity: Severity;
  readonly data: Data;
}

/** A finding with its words: what happened and why it matters, and what to do next. */
export interface FindingReport extends Required<Location> {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly remedy: string;
  readonly data: FindingData;
}

/** A match that a rule's check yields: place and data. Rule id and default severity are added to make a finding. */
export interface RuleMatch<Data> extends Location {
  readonly data: Data;
  readonly severity?: Severity;
}

/**
 * A rule: its public id, the words for people, and a pure check. `check` sees a subject (a range, a record, a set of
 * results) and yields what is wrong with it; `message` says what happened and why it matters, `remedy` what to do next.
 */
export interface Rule<Id extends string, Subject, Data> {
  readonly id: Id;
  readonly severity: Severity;
  /** One line: what the rule holds. */
  readonly title: string;
  /** Why the rule exists: a sentence or two for `evalguard explain`. */
  readonly why: string;
  /** What to do in general: a sentence or two for `evalguard explain`. */
  readonly advice: string;
  check(subject: Subject): Iterable<RuleMatch<Data>>;
  message(data: Data, place: Location): string;
  remedy(data: Data, place: Location): string;
}

/** The texts of a rule. */
export type RuleText = Pick<Rule<string, never, never>, 'id' | 'severity' | 'title' | 'why' | 'advice'>;

/** Declares a rule; the types of id and data are inferred. */
export function defineRule<const Id extends string, Subject, Data extends object>(
  rule: Rule<Id, Subject, Data>,
): Rule<Id, Subject, Data> {
  return rule;
}

/** The finding type of a rule. */
export type FindingOf<R> = R extends Rule<infer Id, never, infer Data> ? Finding<Id, Data> : never;

/** Any rule that looks at a subject, whatever its id and data. */
export type AnyRule<Subject> = Rule<string, Subject, object>;

/** Runs one rule over a subject. */
export function applyRule<Id extends string, Subject, Data extends object>(
  rule: Rule<Id, Subject, Data>,
  subject: Subject,
): Finding<Id, Data>[] {
  return Array.from(rule.check(subject), (found) => ({
    rule: rule.id,
    ...found,
    severity: found.severity ?? rule.severity,
  }));
}

/** Runs rules over a subject, in order. */
export function applyRules<Subject, const Rules extends readonly AnyRule<Subject>[]>(
  rules: Rules,
  subject: Subject,
): FindingOf<Rules[number]>[] {
  const findings = rules.flatMap((rule): Finding<string, object>[] => applyRule(rule, subject));
  // Id and data come from one rule, so the pair is a member of the union that FindingOf names.
  return findings as FindingOf<Rules[number]>[];
}

/** A finding in words. `rule` must be the one that found it. */
export function wordFinding(rule: AnyRule<never>, finding: Finding<string, object>): FindingReport {
  const { path, pointer = null, line = null, column = null, severity } = finding;
  return {
    rule: rule.id,
    severity,
    path,
    pointer,
    line,
    column,
    message: rule.message(finding.data, finding),
    remedy: rule.remedy(finding.data, finding),
    data: finding.data as FindingData,
  };
}
