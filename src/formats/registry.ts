import { couchbase } from './couchbase/couchbase.ts';
import { duckhaven } from './duckhaven/duckhaven.ts';
import { evalite } from './evalite/evalite.ts';
import type { Format, ResultFile } from './format.ts';
import { inspect } from './inspect/inspect.ts';
import { lmEval } from './lm-eval/lm-eval.ts';
import { native } from './native/native.ts';
import { promptfoo } from './promptfoo/promptfoo.ts';
import { quack } from './quack/quack.ts';
import { researchEngine } from './research-engine/research-engine.ts';
import { workbook } from './workbook/workbook.ts';

/** Every reader, in the order in which they are listed for people. */
export const formats: readonly Format[] = [
  native,
  researchEngine,
  quack,
  duckhaven,
  couchbase,
  workbook,
  lmEval,
  promptfoo,
  evalite,
  inspect,
];

/** The reader of that id, or `null`. */
export function formatById(id: string): Format | null {
  return formats.find((format) => format.id === id) ?? null;
}

/**
 * The reader that knows the file, or `null` where none does. Throws where two do: readers look at shapes that exclude
 * one another, so that is a defect of evalguard, and taking the first would hide it.
 */
export function detectFormat(file: ResultFile, among: readonly Format[] = formats): Format | null {
  const [found, ...others] = among.filter((format) => format.detect(file));
  if (found === undefined) return null;
  if (others.length > 0) {
    const ids = [found, ...others].map(({ id }) => id).join(', ');
    throw new Error(`${file.path} is detected by more than one reader: ${ids}`);
  }
  return found;
}
