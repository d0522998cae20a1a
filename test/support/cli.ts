import type { Report } from '../../src/core/report.ts';
import { run } from '../../src/faces/cli.ts';
import { plainEnvironment } from './repository.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the whole program inside the test's process. */
export async function runCli(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  input = '',
): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const code = await run({
    args,
    cwd,
    env: { ...plainEnvironment(), ...env },
    stdin: (async function* () {
      yield input;
    })(),
    stdout: {
      write(text) {
        stdout += text;
      },
    },
    stderr: {
      write(text) {
        stderr += text;
      },
    },
  });
  return { code, stdout, stderr };
}

/** Runs `evalguard check` and gives its report. */
export async function runCheck(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ran & { readonly report: Report; readonly rules: readonly string[] }> {
  const ran = await runCli(cwd, ['check', '--format', 'json', ...args], env);
  if (ran.stdout === '') throw new Error(`no report: exit ${ran.code}, ${ran.stderr}`);
  const report = JSON.parse(ran.stdout) as Report;
  const errors = report.findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
  return { ...ran, report, rules: [...new Set(errors)].sort() };
}
