import { baseName } from '../../core/path.ts';
import { EMPTY_READING, type Reading } from '../../core/reading.ts';
import { asList } from '../field.ts';
import type { ResultFile } from '../format.ts';
import { FORMAT } from './run.ts';

/** An empty trace of a benchmark: two bytes from which scores of 0 were once published. An empty list alone is anything. */
export function isEmptyTrace({ path, document }: ResultFile): boolean {
  return /_trace\.json$/.test(baseName(path)) && asList(document?.value)?.length === 0;
}

/** An empty trace measured nothing. */
export function readEmptyTrace(): Reading {
  return {
    ...EMPTY_READING,
    format: FORMAT,
    status: 'unmeasured',
    reason: 'evidence_missing: the trace is empty, so nothing was measured',
    losses: ['run: an empty trace says nothing about its run'],
  };
}
