import { NAME_FIELDS, type NamePattern, nameFits, renderName } from '../core/name-pattern.ts';
import { baseName } from '../core/path.ts';
import type { RunIdentity } from '../core/reading.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { resolvePointer } from '../document/document.ts';
import { namePatternOf } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

interface Data {
  readonly name: string;
  readonly pattern: string;
  /** The name that the content demands; `null` where the content leaves a part of it open. */
  readonly expected: string | null;
  /** The identity that the content states. */
  readonly says: { readonly [field: string]: string | number };
}

export const resultNameMismatch = defineRule({
  id: 'result/name-mismatch',
  severity: 'error',
  title: 'The content of a result says that it is of another run than its name.',
  why: 'A result that was copied over, or saved under the name of another run, is cited as what it is not.',
  advice:
    'Find out which of the two is right. Names are rendered from the content, never the other way round.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    const pattern = namePatternOf(record);
    const name = baseName(record.path);
    if (pattern === null || !nameFits(pattern, name, null)) return;
    for (const { run } of record.readings) {
      const stated = statedIdentity(record, run);
      const expected = renderName(pattern, stated);
      if (agrees(record, pattern, name, stated)) continue;
      const says = Object.fromEntries(
        NAME_FIELDS.flatMap((field) => (stated[field] === null ? [] : [[field, stated[field]]])),
      );
      yield { path: record.path, data: { name, pattern: pattern.source, expected, says } };
      return;
    }
  },
  message: ({ name, expected, says }) => {
    const content = Object.entries(says).map(([field, value]) => `${field} ${value}`);
    const other = expected === null ? '' : `, which is "${expected}"`;
    return `The name is "${name}", but the content says ${content.join(', ')}${other}. One of the two is of another run, and whoever cites the name cites the wrong numbers.`;
  },
  remedy: ({ expected, pattern }) =>
    expected === null
      ? `If the content is right, rename the file to fit ${pattern}; if the name is right, correct the content.`
      : `If the content is right, rename the file to "${expected}", unless that is a record already; if the name is right, correct the content. A copy of a record is no new run: remove it.`,
});

/** The day that a mapping works out from `generated_at` was not stated: a run can end on the day after the one it is named for. */
function statedIdentity({ series }: RecordSubject, run: RunIdentity): RunIdentity {
  const derived = series !== null && 'mapping' in series.format && series.format.mapping.date === undefined;
  return derived ? { ...run, date: null } : run;
}

function agrees(record: RecordSubject, pattern: NamePattern, name: string, run: RunIdentity): boolean {
  if (!nameFits(pattern, name, run)) return false;
  const exact = saysNoVariant(record) ? renderName(pattern, run) : null;
  return exact === null || exact === name;
}

/** `"variant": null` says that there is none; without the key the name may hold one. */
function saysNoVariant({ native, content }: RecordSubject): boolean {
  return (
    native !== null &&
    content.kind === 'document' &&
    resolvePointer(content.document.value, '/variant') === null
  );
}
