import { stat } from 'node:fs/promises';
import { getInput, setOutput, summary } from '@actions/core';
import { readPayload } from './payload.ts';

/** The runner of GitHub Actions, as a step meets it: inputs, outputs, the job's summary and the event. */
export interface Runner {
  input(name: string): string;
  output(name: string, value: string | number): void;
  /** Bytes that this step's summary holds already; `null` where the runner takes none. */
  summarySize(): Promise<number | null>;
  appendSummary(markdown: string): Promise<void>;
  /** The event's payload; `null` where there is none. Throws `incomplete` where it cannot be read. */
  payload(): Promise<unknown>;
}

/** The runner behind this process. */
export function actionsRunner(env: NodeJS.ProcessEnv): Runner {
  const summaryFile = env['GITHUB_STEP_SUMMARY'] ?? '';
  return {
    input: getInput,
    output: setOutput,
    async summarySize() {
      if (summaryFile === '') return null;
      return (await stat(summaryFile).catch(() => null))?.size ?? null;
    },
    async appendSummary(markdown) {
      await summary.addRaw(markdown).write();
    },
    payload: () => readPayload(env),
  };
}
