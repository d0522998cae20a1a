import { shortened } from '../case-name.ts';
import { asNumber, asObject, asText, type JsonObject, member } from '../field.ts';
import type { Column, Entry, Output } from './output.ts';

/** The rows of one provider with one prompt. */
export interface Arm {
  /** Told apart from the file's other arms by what differs; `null` where it is the only one. */
  readonly name: string | null;
  /** The provider's id, which is its route. */
  readonly provider: string | null;
  readonly entries: readonly Entry[];
  /** Its column in the run's summary, where there is one. */
  readonly column: Column | null;
}

interface Parts {
  readonly provider: string | null;
  readonly label: string;
  readonly prompt: string;
  readonly index: number | null;
}

/** Groups the rows by provider and prompt, in the order in which they first appear. */
export function readArms(output: Output): readonly Arm[] {
  const groups = new Map<string, { parts: Parts; entries: Entry[] }>();
  for (const entry of output.entries) {
    const parts = partsOf(entry.source, output.columns);
    const key = JSON.stringify([parts.provider, parts.label, parts.index ?? parts.prompt]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { parts, entries: [entry] });
    else group.entries.push(entry);
  }
  const all = [...groups.values()];
  const names = namesOf(all.map(({ parts }) => parts));
  return all.map(({ parts, entries }, at) => ({
    name: names[at]!,
    provider: parts.provider,
    entries,
    column: parts.index === null ? null : (output.columns[parts.index] ?? null),
  }));
}

function partsOf(row: JsonObject, columns: readonly Column[]): Parts {
  const stated = member(row, 'provider');
  const provider = asText(stated) ?? asText(member(asObject(stated), 'id'));
  const label = asText(member(asObject(stated), 'label')) || provider || 'unnamed provider';
  const prompt = asObject(member(row, 'prompt'));
  const text = asText(member(prompt, 'label')) || asText(member(prompt, 'raw')) || '';
  const index = asNumber(member(row, 'promptIdx')) ?? columnOf(label, text, columns);
  return { provider, label, prompt: text, index };
}

/** The column of a row that does not name it: the only one of its provider and prompt. */
function columnOf(label: string, text: string, columns: readonly Column[]): number | null {
  const found = columns.flatMap(({ prompt }, index) => {
    const texts = ['label', 'raw', 'display'].map((key) => member(prompt, key));
    return member(prompt, 'provider') === label && texts.includes(text) ? [index] : [];
  });
  return found.length === 1 ? found[0]! : null;
}

function namesOf(arms: readonly Parts[]): readonly (string | null)[] {
  if (arms.length < 2) return [null];
  const providers = new Set(arms.map(({ label }) => label)).size > 1;
  const prompts = new Set(arms.map(({ prompt }) => prompt)).size > 1;
  // A prompt's label is often its whole text.
  const plain = arms.map(({ label, prompt }) =>
    [providers ? [label] : [], prompts ? [shortened(prompt)] : []].flat().join(' × '),
  );
  const isOnly = (names: readonly string[], at: number) =>
    names.indexOf(names[at]!) === names.lastIndexOf(names[at]!);
  const numbered = plain.map((name, at) =>
    name !== '' && isOnly(plain, at) ? name : `${name} #${(arms[at]!.index ?? at) + 1}`.trim(),
  );
  // Providers of one label and column are told apart by nothing but their order.
  return numbered.map((name, at) =>
    isOnly(numbered, at) ? name : `${name} (arm ${at + 1} of ${arms.length})`,
  );
}
