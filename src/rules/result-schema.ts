import { RECORD_SCHEMAS } from '../core/native.ts';
import { defineRule, type RuleMatch } from '../core/rule.ts';
import { placeIn, wasConverted } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

type Data =
  | { readonly kind: 'fault'; readonly fault: string; readonly nearest: string | null }
  | { readonly kind: 'unknown-schema'; readonly schema: string; readonly known: readonly string[] }
  | { readonly kind: 'no-models' }
  | { readonly kind: 'unread'; readonly series: string | null; readonly because: string };

export const resultSchema = defineRule({
  id: 'result/schema',
  severity: 'error',
  title: 'A result does not have the shape that its format demands.',
  why: 'A misspelt key or a number in quotes is read as missing, and then the wrong thing is compared for as long as the record stands.',
  advice: 'Mend what the finding points at. The published schemas are in schemas/ and work in editors.',
  *check(record: RecordSubject): Iterable<RuleMatch<Data>> {
    const { native, series, unread, content } = record;
    if (native?.known === false) {
      const data = { kind: 'unknown-schema', schema: native.schema, known: RECORD_SCHEMAS } as const;
      yield { ...placeIn(record, '/schema'), data };
    }
    for (const { pointer, message, nearest } of native?.faults ?? []) {
      yield { ...placeIn(record, pointer), data: { kind: 'fault', fault: message, nearest } };
    }
    if (namesNoModels(record)) yield { ...placeIn(record, '/models'), data: { kind: 'no-models' } };
    // what is wrong with a text that could not be parsed is told by the rules of the group "file"
    if (unread !== null && (content.kind === 'document' || content.kind === 'other')) {
      const found = {
        path: record.path,
        data: { kind: 'unread', series: series?.id ?? null, because: unread },
      } as const;
      // raw output may lie in a ledger beside what was recorded from it
      yield series === null ? { ...found, severity: 'note' } : found;
    }
  },
  message: (data) => {
    switch (data.kind) {
      case 'fault':
        return `${sentence(data.fault)} A result that breaks its schema is misread by whoever relies on the schema.`;
      case 'unknown-schema':
        return `The file calls itself "${data.schema}", and this evalguard knows no such schema, so nothing in it can be checked. Known are ${data.known.join(', ')}.`;
      case 'no-models':
        return 'A real run names no models, so nobody can say what was evaluated.';
      case 'unread':
        return data.series === null
          ? `The file could not be read: ${data.because}. Nothing in it can be checked.`
          : `The series "${data.series}" claims this file, but it could not be read: ${data.because}. What a series claims must be readable, or its thresholds hold nothing.`;
    }
  },
  remedy: (data) => {
    switch (data.kind) {
      case 'fault':
        return data.nearest === null
          ? 'Mend it before the file is merged: once it has landed it cannot be changed.'
          : `Write "${data.nearest}" if that was meant, before the file is merged: once it has landed it cannot be changed.`;
      case 'unknown-schema':
        return 'Correct "schema", or update evalguard if the schema is newer than it.';
      case 'no-models':
        return 'Name them under "models" as role to "provider:model"; if no model was called, say "mode": "scripted".';
      case 'unread':
        return data.series === null
          ? 'If it is a result, write it in a form that is read, and commit that too; if not, nothing has to be done.'
          : 'Mend the file, or the format of the series in evalguard.yaml, in a change of its own.';
    }
  },
});

/** RESULT.md asks for models in real mode; a schema cannot, since the mode has a default. */
function namesNoModels(record: RecordSubject): boolean {
  const { native, readings } = record;
  const [reading] = readings;
  return (
    native !== null &&
    reading?.format === 'native' &&
    reading.mode === 'real' &&
    reading.status === 'measured' &&
    reading.models.size === 0 &&
    !wasConverted(record) &&
    !native.faults.some(({ pointer }) => pointer.startsWith('/models'))
  );
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
