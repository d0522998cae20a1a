import { EvalguardError } from '../core/error.ts';
import { nearest } from '../core/nearest.ts';
import type { RuleText } from '../core/rule.ts';
import { shorten, visible } from '../core/text.ts';

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
  return new EvalguardError(
    'usage',
    `There is no rule "${shorten(visible(id), 100)}", so there is nothing to explain.`,
    `${meant === undefined ? '' : `Did you mean ${meant}? `}\`evalguard explain\` lists all rules.`,
  );
}

/** Rules by id: the same order everywhere. */
export function sortRules<R extends Pick<RuleText, 'id'>>(rules: readonly R[]): readonly R[] {
  return [...rules].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
