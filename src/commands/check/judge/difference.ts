import { escapeGlob } from '../../../core/glob.ts';
import type { ChangedPlace, ValueChange } from '../../../core/ledger.ts';
import { isHeldBy } from '../../../core/ledger-entry.ts';
import { linesAdded } from '../../../core/lines.ts';
import { baseName } from '../../../core/path.ts';
import type { Reading } from '../../../core/reading.ts';
import type { Document, JsonValue } from '../../../document/document.ts';
import { spelled } from '../../../document/spelling.ts';
import { seenFrom } from '../../../policy/series.ts';
import { acceptRemedy, inSeries, quoted } from '../../../policy/threshold-remedy.ts';
import type { RecordDifference, RecordSubject } from '../../../rules/subject.ts';

/** Values that are named one by one; the rest is counted. */
const SHOWN = 6;

/** What changed between two contents of one record: metric by metric where both can be read, else value by value. */
export function differenceBetween(
  before: { readonly bytes: Uint8Array; readonly record: RecordSubject },
  after: { readonly bytes: Uint8Array; readonly record: RecordSubject },
): RecordDifference {
  const lines = before.bytes.length === 0 ? null : linesAdded(before.bytes, after.bytes);
  if (lines) return { kind: 'appended', lines, allow: allowGrowth(after.record) };
  const left = before.record.content;
  const right = after.record.content;
  const sameText = squeezed(before.bytes) === squeezed(after.bytes);
  if (left.kind !== 'document' || right.kind !== 'document')
    return { kind: sameText ? 'whitespace' : 'unreadable' };
  const values: ValueChange[] = [];
  compareValues(left.document.value, right.document.value, '', values);
  // White space inside a string is content: only where the values agree too is it white space alone.
  if (sameText && values.length === 0) return { kind: 'whitespace' };
  const watched = new Set(after.record.series?.thresholds.map(({ metric }) => metric));
  const weight = ({ name }: ValueChange) => (watched.has(name) ? 0 : 1);
  // What has a threshold is what people cite: it comes first, so that it is never among the uncounted rest.
  const metrics = metricChanges(before.record.readings, after.record.readings).toSorted(
    (a, b) => weight(a) - weight(b),
  );
  const listed = metrics.length > 0 ? metrics.length : values.length;
  return {
    kind: 'values',
    metrics: metrics.slice(0, SHOWN),
    values: values.slice(0, SHOWN),
    more: Math.max(0, listed - SHOWN),
    at: placeOf(values[0], right.document),
  };
}

/** What a policy says to let the file grow by lines. */
function allowGrowth({ path, policy, series }: RecordSubject): string {
  if (series !== null) return acceptRemedy(inSeries(series), 'grows: lines', 'lines at its end');
  const name =
    baseName(path)
      .replace(/\.[^.]*$/, '')
      .replace(/[^A-Za-z0-9._-]+/g, '-') || 'log';
  const id = policy.series.some((other) => other.id === name) ? `${name}-log` : name;
  const entry = policy.ledger.find((candidate) => isHeldBy(path, candidate));
  const directory = entry === undefined ? '.' : seenFrom(path, entry);
  const file = directory === '.' ? path : path.slice(directory.length + 1);
  const files = quoted(`${file.includes('/') ? '' : './'}${escapeGlob(file)}`);
  return acceptRemedy('series:', `${id}: { files: ${files}, grows: lines }`, 'lines at its end');
}

function placeOf(change: ValueChange | undefined, document: Document): ChangedPlace | null {
  if (change === undefined) return null;
  const place = change.absent === 'after' ? null : document.locate(change.name);
  return { pointer: change.name, line: place?.line ?? null, column: place?.column ?? null };
}

function squeezed(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').replace(/\s+/g, '');
}

function metricChanges(before: readonly Reading[], after: readonly Reading[]): readonly ValueChange[] {
  const left = metricsOf(before);
  const right = metricsOf(after);
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) => {
    const absent = !left.has(name) ? 'before' : !right.has(name) ? 'after' : null;
    const change: ValueChange = {
      name,
      before: left.get(name) ?? null,
      after: right.get(name) ?? null,
      absent,
    };
    return absent === null && change.before === change.after ? [] : [change];
  });
}

function metricsOf(readings: readonly Reading[]): ReadonlyMap<string, number | null> {
  return new Map(
    readings.flatMap(({ arm, claims }) =>
      claims.map(
        ({ name, value }) =>
          [arm === null || readings.length === 1 ? name : `${arm} ${name}`, value] as const,
      ),
    ),
  );
}

function compareValues(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  pointer: string,
  found: ValueChange[],
): void {
  if (before === after) return;
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const [left, right] = [own(before, key), own(after, key)];
      if (typeof left === 'number' && left === right) {
        const [digits, others] = [spelled(before, key, left), spelled(after, key, right)];
        if (digits !== others) found.push({ name: place, before: digits, after: others, absent: null });
      } else compareValues(left, right, place, found);
    }
    return;
  }
  const absent = before === undefined ? 'before' : after === undefined ? 'after' : null;
  found.push({ name: pointer || '/', before: leaf(before), after: leaf(after), absent });
}

function isTree(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null;
}

function own(tree: { readonly [key: string]: JsonValue }, key: string): JsonValue | undefined {
  return Object.hasOwn(tree, key) ? tree[key] : undefined;
}

function leaf(value: JsonValue | undefined): ValueChange['before'] {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? (Array.isArray(value) ? '[…]' : '{…}') : value;
}
