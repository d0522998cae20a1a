import { readFile, stat } from 'node:fs/promises';
import { getInput, setOutput, summary } from '@actions/core';
import { EvalguardError } from '../../core/error.ts';

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
  const eventFile = env['GITHUB_EVENT_PATH'] ?? '';
  return {
    input: getInput,
    output: setOutput,
    async summarySize() {
      if (summaryFile === '') return null;
      return stat(summaryFile).then(
        ({ size }) => size,
        () => null,
      );
    },
    async appendSummary(markdown) {
      await summary.addRaw(markdown).write();
    },
    async payload() {
      if (eventFile === '') return null;
      try {
        return JSON.parse(await readFile(eventFile, 'utf8'));
      } catch (cause) {
        throw new EvalguardError(
          'incomplete',
          `The event's payload (${eventFile}) cannot be read, so it is not known what to compare.`,
          'Run evalguard as a step of a GitHub workflow, or use the command line.',
          { cause },
        );
      }
    },
  };
}
