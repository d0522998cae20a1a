import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';

/** Every command, and the exit codes that it can give. */
const CODES: readonly (readonly [command: string, codes: string])[] = [
  ['check', '0 1 2 3'],
  ['audit', '0 1 2 3'],
  ['record', '0 1 2 3'],
  ['retract', '0 2 3'],
  ['show', '0 2 3'],
  ['compare', '0 1 2 3'],
  ['cite', '0 1 2 3'],
  ['cite list', '0 1 2 3'],
  ['cite check', '0 1 2 3'],
  ['cite refresh', '0 1 2 3'],
  ['cite suggest', '0 1 2 3'],
  ['cite add', '0 1 2 3'],
  ['explain', '0 2'],
  ['map', '0 2 3'],
  ['init', '0 2 3'],
];

describe('--help', () => {
  it.each(CODES)('of %s ends with the exit codes %s', async (command, codes) => {
    const { code, stdout } = await runCli('/', [...command.split(' '), '--help']);
    expect(code).toBe(0);
    const [, said] = stdout.split('\nExit codes:\n');
    const lines = (said ?? '').trimEnd().split('\n');
    expect(lines.map((line) => /^ {2}(\d) {2}\S/.exec(line)?.[1]).join(' ')).toBe(codes);
  });

  it('of init counts a directory without a repository where the program counts it', async () => {
    const { stdout } = await runCli('/', ['init', '--help']);
    expect(stdout).toMatch(/ {2}3 {2}.*there is no repository here/);
    expect((await runCli('/', ['init'])).code).toBe(3);
  });

  it('is looked at for every command that there is', async () => {
    const { stdout } = await runCli('/', ['--help']);
    const listed = [...(stdout.split('Commands:')[1] ?? '').matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
    const known = CODES.map(([command]) => command).filter((command) => !command.includes(' '));
    expect(listed.filter((name) => name !== 'help').sort()).toEqual([...known].sort());
  });
});
