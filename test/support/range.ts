import type { Change } from '../../src/core/ledger.ts';
import { type AnyRule, applyRules, wordFinding } from '../../src/core/rule.ts';
import { UNKNOWN_SAMPLING } from '../../src/core/verdict.ts';
import type { ChangeFacts, DirectoryFacts, LocatedThreshold, RangeSubject } from '../../src/rules/subject.ts';

export const BEFORE = { oid: 'a'.repeat(40), kind: 'file' } as const;
export const AFTER = { oid: 'b'.repeat(40), kind: 'file' } as const;

/** A change with nothing special about it. */
export function facts(change: Change, parts: Partial<ChangeFacts> = {}): ChangeFacts {
  return {
    change,
    tip: null,
    folder: null,
    difference: null,
    source: 'c'.repeat(40),
    staged: false,
    ...parts,
  };
}

export function range(
  changes: readonly ChangeFacts[],
  directories: readonly DirectoryFacts[] = [],
  rewritten: RangeSubject['rewritten'] = [],
  exempted: readonly string[] = [],
): RangeSubject {
  return { changes, names: [], portable: false, directories, exempted, rewritten };
}

/** One of each kind of change, none of them special. */
export const EVERY_CHANGE: readonly ChangeFacts[] = [
  facts({ kind: 'added', path: 'results/added.json', after: AFTER }),
  facts({ kind: 'modified', path: 'results/modified.json', before: BEFORE, after: AFTER }),
  facts({ kind: 'grown', path: 'results/grown.csv', before: BEFORE, after: AFTER, by: 'rows', count: 2 }),
  facts({ kind: 'deleted', path: 'results/deleted.json', before: BEFORE }),
  facts({
    kind: 'renamed',
    path: 'results/new.json',
    from: 'results/old.json',
    before: BEFORE,
    after: BEFORE,
  }),
  facts({ kind: 'type', path: 'results/type.json', before: BEFORE, after: { ...AFTER, kind: 'symlink' } }),
  facts({
    kind: 'mode',
    path: 'results/mode.json',
    before: BEFORE,
    after: { ...BEFORE, kind: 'executable' },
  }),
];

export function threshold(parts: Partial<LocatedThreshold> = {}): LocatedThreshold {
  return {
    path: 'results/run.json',
    series: 'eval',
    arm: null,
    metric: 'completion_rate',
    min: 0.9,
    max: null,
    value: 0.95,
    verdict: 'met',
    reason: null,
    enforced: false,
    ...UNKNOWN_SAMPLING,
    within_noise: false,
    unknown: null,
    failing: null,
    remedy: 'Measure it and add a new run that holds the value.',
    pointer: '/aggregate/completion_rate',
    line: 3,
    column: 5,
    ...parts,
  };
}

/** What a rule finds, each as `severity path: message → remedy`. */
export function found<Subject>(rule: AnyRule<Subject>, subject: Subject): readonly string[] {
  return applyRules([rule], subject).map((finding) => {
    const { severity, path, message, remedy } = wordFinding(rule as AnyRule<never>, finding);
    return `${severity} ${path}: ${message} → ${remedy}`;
  });
}
