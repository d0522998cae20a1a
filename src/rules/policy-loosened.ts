import { defineRule } from '../core/rule.ts';
import type { JsonValue } from '../document/document.ts';
import type { Loosening } from '../policy/settings.ts';
import type { PolicySubject } from './subject.ts';

export const policyLoosened = defineRule({
  id: 'policy/loosened',
  severity: 'warning',
  title: 'The change gives up something that the policy guards.',
  why: 'A guard that is relaxed beside the results that it guards is relaxed for them. On its own, a loosening can be seen, discussed and approved for what it is.',
  advice:
    'Land the loosening alone, in a change that touches no record, and say in it why the team wants it. What is only moved or renamed counts as loosened where nothing proves that it guards as much.',
  *check({ path, loosenings, touchesLedger }: PolicySubject) {
    if (loosenings.length === 0) return;
    yield {
      path,
      severity: touchesLedger ? 'error' : 'warning',
      data: { loosenings, touches_ledger: touchesLedger },
    };
  },
  message: ({ loosenings, touches_ledger }) =>
    `The policy gives up, or cannot be shown to keep, ${loosenings.length === 1 ? 'one setting' : `${loosenings.length} settings`}${
      touches_ledger ? ' in a change that touches the ledger too. A loosening lands alone' : ''
    }: ${loosenings.map(describe).join('; ')}.`,
  remedy: ({ touches_ledger }) =>
    touches_ledger
      ? 'Take these settings out of this change and propose them in one of their own that touches no record. Where you only reordered or renamed, keep the old order and names, and put a new series last.'
      : 'Make sure that the team wants this, and say why in the description of the change. It counts once it has landed.',
});

function describe({ setting, before, after }: Loosening): string {
  return `${setting}: ${spell(before)} -> ${spell(after)}`;
}

function spell(value: JsonValue): string {
  return value === null ? 'not set' : JSON.stringify(value);
}
