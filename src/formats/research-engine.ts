import { asObject } from './field.ts';
import type { Format, ResultFile } from './format.ts';
import { contradictions } from './research-engine/contradictions.ts';
import { memory } from './research-engine/memory.ts';
import { report } from './research-engine/report.ts';
import { retrieval } from './research-engine/retrieval.ts';
import type { Shape } from './research-engine/run.ts';
import { isEmptyTrace, readEmptyTrace } from './research-engine/trace.ts';

const SHAPES: readonly Shape[] = [report, memory, contradictions, retrieval];

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

function shapeOf({ document }: ResultFile): Shape | null {
  const root = asObject(document?.value);
  // What calls itself by a schema is another tool's.
  if (root === null || Object.hasOwn(root, 'schema')) return null;
  return SHAPES.find((shape) => shape.detect(root)) ?? null;
}
