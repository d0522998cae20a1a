import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** A directory that does not exist: what git is told to read from there, it reads as empty. */
const NOWHERE = join(tmpdir(), 'evalguard-keeps-nothing-here');

/** What git sets for its hooks, and what a hook's own git must therefore see. */
const HOOK_PATHS = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
] as const;
const HOOK_LISTS = ['GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_QUARANTINE_PATH'] as const;

/**
 * The environment that git is run in. Every `GIT_*` variable is dropped, since each can reshape an answer; a hook's own
 * are kept where the index of a running commit is asked for (`git commit -a` writes a second one).
 */
export function gitEnvironment(env: NodeJS.ProcessEnv, cwd: string, hook: boolean): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (!/^GIT_/i.test(name) && name !== 'LANGUAGE') kept[name] = value;
  }
  if (hook) {
    for (const name of HOOK_PATHS) {
      const value = env[name];
      if (value) kept[name] = isAbsolute(value) ? value : join(cwd, value);
    }
    for (const name of HOOK_LISTS) if (env[name]) kept[name] = env[name];
  }
  return {
    ...kept,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: join(NOWHERE, 'grafts'),
    GIT_TERMINAL_PROMPT: '0',
    // Set and empty: no program asks for a password, whatever core.askPass and SSH_ASKPASS say.
    GIT_ASKPASS: '',
  };
}

/**
 * Settings that keep git from starting programs of the user's or the repository's configuration: the file system
 * monitor, hooks such as post-index-change, gpg for each commit of a log.
 */
export const NO_PROGRAMS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'log.showSignature=false'];

/** Options in front of every git command: no pager, no replacements, no bare repository that a work tree brings. */
const GIT_OPTIONS = [
  '--no-pager',
  '--no-replace-objects',
  '--literal-pathspecs',
  ...settings([
    'safe.bareRepository=explicit',
    'diff.relative=false',
    'diff.ignoreSubmodules=none',
    'log.follow=false',
  ]),
];

/** The options of one command. rev-parse runs no hook, and is what says where the user's hooks are. */
export function optionsFor(args: readonly string[]): readonly string[] {
  const asksForHooks = args[0] === 'rev-parse';
  return [
    ...GIT_OPTIONS,
    ...settings(NO_PROGRAMS.filter((one) => !(asksForHooks && one.startsWith('core.hooksPath=')))),
  ];
}

function settings(all: readonly string[]): readonly string[] {
  return all.flatMap((one) => ['-c', one]);
}

/** The environment that gives git settings by name and value, whatever their names hold. */
export function configured(all: readonly (readonly [string, string])[]): NodeJS.ProcessEnv {
  return {
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(([name, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, name],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  };
}
