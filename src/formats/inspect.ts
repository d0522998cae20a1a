import { asObject } from './field.ts';
import type { Format } from './format.ts';
import { isLog, readLog } from './inspect/log.ts';
import { refuse } from './inspect/refusal.ts';

/** The logs of UK AISI's inspect_ai, as JSON. */
export const inspect: Format = {
  id: 'inspect',
  title: 'inspect_ai JSON log (version 2)',
  detect: (file) => isLog(asObject(file.document?.value)) || refuse(file) !== null,
  refuse,
  read(file) {
    const root = asObject(file.document?.value);
    return isLog(root) ? [readLog(root, file.document)] : [];
  },
};
