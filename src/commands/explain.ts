import { type EvalguardError, usageError } from '../core/error.ts';
import { markdownProse } from '../core/markdown.ts';
import type { RuleText, Severity } from '../core/rule.ts';
import { nearest, shorten, visible } from '../core/text.ts';

/**
 * A rule in words: what it holds, why, what to do; with `null` for the id, the list of all rules. Throws a usage error
 * that names the nearest rule where there is none of that id.
 */
export function explain(id: string | null, rules: readonly RuleText[]): string {
  if (id === null) return list(rules);
  const rule = rules.find((candidate) => candidate.id === id);
  if (rule === undefined) throw unknownRule(id, rules);
  return [
    `${rule.id} (${rule.severity})`,
    rule.title,
    '',
    `Why: ${rule.why}`,
    '',
    `What to do: ${rule.advice}`,
    '',
  ].join('\n');
}

function list(rules: readonly RuleText[]): string {
  const sorted = sortRules(rules);
  const width = Math.max(0, ...sorted.map(({ id }) => id.length));
  const lines = sorted.map(
    ({ id, severity, title }) => `${id.padEnd(width)}  ${severity.padEnd('warning'.length)}  ${title}`,
  );
  return [...lines, '', 'evalguard explain RULE says why a rule exists and what to do.', ''].join('\n');
}

function unknownRule(id: string, rules: readonly RuleText[]): EvalguardError {
  const ids = sortRules(rules).map((rule) => rule.id);
  // People often leave the group out.
  const meant = nearest(id, ids) ?? ids.find((known) => known.endsWith(`/${id}`));
  return usageError(
    `There is no rule "${shorten(visible(id), 100)}", so there is nothing to explain.`,
    `${meant === undefined ? '' : `Did you mean ${meant}? `}\`evalguard explain\` lists all rules.`,
  );
}

/** Rules by id: the same order everywhere. */
export function sortRules<R extends Pick<RuleText, 'id'>>(rules: readonly R[]): readonly R[] {
  return [...rules].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'error: the check fails (exit 1)',
  warning: 'warning: it asks for attention and blocks nothing',
  note: 'note: it only informs',
};

/**
 * The page `docs/rules.md`: a table of all rules, then a heading a rule, its text being the rule's id.
 * @internal The build writes the page.
 */
export function rulesPage(rules: readonly RuleText[]): string {
  const sorted = sortRules(rules);
  return [
    "<!-- Written by `npm run docs` from the rules' own texts in src/rules: change a rule there. -->",
    '',
    '# Rules',
    '',
    'What evalguard finds, and what to do about it. `evalguard explain RULE` says the same at a terminal. A severity is',
    'what a rule has by default; where one depends on the policy or on the case, its text says so.',
    '',
    '| Rule | Severity | What it holds |',
    '| --- | --- | --- |',
    ...sorted.map(
      ({ id, severity, title }) => `| [\`${id}\`](#${anchor(id)}) | ${severity} | ${markdownProse(title)} |`,
    ),
    ...sorted.flatMap(section),
    '',
  ].join('\n');
}

function section({ id, severity, title, why, advice }: RuleText): string[] {
  return [
    '',
    `## ${id}`,
    '',
    `**${markdownProse(title)}** Severity ${SEVERITIES[severity]}.`,
    '',
    `**Why.** ${markdownProse(why)}`,
    '',
    `**What to do.** ${markdownProse(advice)}`,
  ];
}

/** The anchor that GitHub gives a heading: lower case, without what is neither letter, digit, `-` nor `_`. */
function anchor(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z0-9_-]/g, '');
}
