import type { Severity } from '../core/finding.ts';
import { markdownProse } from '../core/markdown.ts';
import type { RuleText } from '../core/rule.ts';
import { sortRules } from './explain.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'error: the check fails (exit 1)',
  warning: 'warning: it asks for attention and blocks nothing',
  note: 'note: it only informs',
};

/** The page `docs/rules.md`: a table of all rules, then a heading a rule, its text being the rule's id. */
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
