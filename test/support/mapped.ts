import { expect } from 'vitest';
import type { Reading } from '../../src/core/reading.ts';
import type { ResultFile } from '../../src/formats/format.ts';
import { readMapped } from '../../src/formats/mapping/mapping.ts';
import { evidenceOf } from '../../src/measures/evidence/recompute.ts';
import type { Mapping } from '../../src/policy/policy.ts';
import { aFile } from './record.ts';

/** The readings that a mapping makes of a file's content, or of a file. */
export function readingsOf(content: unknown, mapping: Mapping): readonly Reading[] {
  const mapped = readMapped(isFile(content) ? content : aFile(content), mapping);
  if ('unread' in mapped) throw new Error(mapped.unread);
  return mapped.readings;
}

/** The only reading that a mapping makes. */
export function readingOf(content: unknown, mapping: Mapping): Reading {
  const readings = readingsOf(content, mapping);
  expect(readings).toHaveLength(1);
  return readings[0]!;
}

/** By metric: what is claimed, what the rows come to, and how the two agree; what is not recomputed is `alone`. */
export function comparedIn(reading: Reading): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(
    evidenceOf(reading).map(({ name, claim, basis }) => [
      name,
      basis.kind === 'claim'
        ? [claim?.value, 'alone']
        : [claim?.value, basis.value.value, basis.agreement?.kind],
    ]),
  );
}

function isFile(content: unknown): content is ResultFile {
  return typeof content === 'object' && content !== null && 'bytes' in content;
}
