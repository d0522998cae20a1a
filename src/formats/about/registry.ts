import { couchbase } from './couchbase.ts';
import { duckhaven } from './duckhaven.ts';
import { evalite } from './evalite.ts';
import { inspect } from './inspect.ts';
import { lmEval } from './lm-eval.ts';
import { native } from './native.ts';
import { promptfoo } from './promptfoo.ts';
import { quack } from './quack.ts';
import { researchEngine } from './research-engine.ts';
import type { FormatText } from './text.ts';
import { workbook } from './workbook.ts';

/** The texts of every reader, by its id. They stand apart from the readers, so that a check does not load them. */
export const texts: ReadonlyMap<string, FormatText> = new Map([
  ['native', native],
  ['research-engine', researchEngine],
  ['quack', quack],
  ['duckhaven', duckhaven],
  ['couchbase', couchbase],
  ['workbook', workbook],
  ['lm-eval', lmEval],
  ['promptfoo', promptfoo],
  ['evalite', evalite],
  ['inspect', inspect],
]);
