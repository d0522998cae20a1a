import { readFile } from 'node:fs/promises';
import { incomplete } from '../../core/error.ts';

/** The payload of the event that a workflow runs on; `null` outside of one. Throws `incomplete` where it cannot be read. */
export async function readPayload(env: NodeJS.ProcessEnv): Promise<unknown> {
  const file = env['GITHUB_EVENT_PATH'] ?? '';
  if (file === '') return null;
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw incomplete(
      `The event's payload (${file}) cannot be read, so it is not known what to compare.`,
      'Name what to compare: the input `base` of the action, or --base on the command line.',
      cause,
    );
  }
}
