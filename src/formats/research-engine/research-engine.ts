import { baseName } from '../../core/path.ts';
import { EMPTY_READING, type Reading } from '../../core/reading.ts';
import { asList, asObject } from '../field.ts';
import type { Format, ResultFile } from '../format.ts';
import { contradictions } from './contradictions.ts';
import { memory } from './memory.ts';
import { report } from './report.ts';
import { retrieval } from './retrieval.ts';
import { FORMAT, type ResultShape } from './shape.ts';

/** The result files of the Multi-Agent Research Assistant's evaluation: four shapes in one folder. */
export const researchEngine: Format = {
  id: 'research-engine',
  title: 'research engine JSON (report, memory, contradictions and retrieval runs)',
  detect: (file) => isEmptyTrace(file) || shapeOf(file) !== null,
  read(file) {
    if (isEmptyTrace(file)) return [readEmptyTrace()];
    const root = asObject(file.document?.value);
    return root === null ? [] : (shapeOf(file)?.read(root, file.path) ?? []);
  },
};

const SHAPES: readonly ResultShape[] = [report, memory, contradictions, retrieval];

function shapeOf({ document }: ResultFile): ResultShape | null {
  const root = asObject(document?.value);
  // What calls itself by a schema is another tool's.
  if (root === null || Object.hasOwn(root, 'schema')) return null;
  return SHAPES.find((shape) => shape.detect(root)) ?? null;
}

/** An empty trace of a benchmark: two bytes from which scores of 0 were once published. An empty list alone is anything. */
function isEmptyTrace({ path, document }: ResultFile): boolean {
  return /_trace\.json$/.test(baseName(path)) && asList(document?.value)?.length === 0;
}

/** An empty trace measured nothing. */
function readEmptyTrace(): Reading {
  return {
    ...EMPTY_READING,
    format: FORMAT,
    status: 'unmeasured',
    reason: 'evidence_missing: the trace is empty, so nothing was measured',
    losses: ['run: an empty trace says nothing about its run'],
  };
}
