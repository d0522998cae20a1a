import { markdownProse } from '../../core/markdown.ts';
import type { RuleText } from '../../core/rule.ts';
import { shorten } from '../../core/text.ts';

/** Code scanning cuts a rule's descriptions here. */
const LONGEST_DESCRIPTION = 1_024;

/** A rule as a log's reader shows it beside its results. */
export interface SarifRule {
  readonly id: string;
  readonly shortDescription?: { readonly text: string };
  readonly fullDescription?: { readonly text: string };
  readonly help?: { readonly text: string; readonly markdown: string };
  readonly defaultConfiguration?: { readonly level: RuleText['severity'] };
  readonly properties?: { readonly tags: readonly string[] };
}

/** The rules that found something, by id. */
export function sarifRules(ids: Iterable<string>, rules: readonly RuleText[]): readonly SarifRule[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  return [...new Set(ids)].sort().map((id) => {
    const rule = known.get(id);
    return rule === undefined ? { id } : described(rule);
  });
}

function described({ id, severity, title, why, advice }: RuleText): SarifRule {
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
