import { type Document, isMap, isSeq, parseDocument, type YAMLSeq } from 'yaml';
import { type EvalguardError, inputError } from '../../core/error.ts';
import type { Path } from '../../core/path.ts';

/** The programs that `init` can write a hook for. */
export const HOOKS = ['pre-commit', 'lefthook', 'husky', 'git'] as const;
export type HookProgram = (typeof HOOKS)[number];

const COMMAND = 'npx --no -- evalguard check --staged';
const REPOSITORY = 'https://github.com/evalguard/evalguard';
const SCRIPT = `#!/bin/sh\n# Refuses a commit that changes a published evaluation result.\nexec ${COMMAND}\n`;

/** The file that a program's hook stands in: the first of these that is there, else the first. */
export const HOOK_FILES: Readonly<Record<Exclude<HookProgram, 'git'>, readonly [Path, ...Path[]]>> = {
  'pre-commit': ['.pre-commit-config.yaml'],
  lefthook: ['lefthook.yml', 'lefthook.yaml', '.lefthook.yml', '.lefthook.yaml'],
  husky: ['.husky/pre-commit'],
};

/** Where npx finds no evalguard the hook ends in an error of npm's, and no commit gets through. */
const INSTALL =
  'It needs evalguard installed here, or it refuses every commit: `npm install --save-dev evalguard`.';

/** What is left to do by hand once the hook's file is written. */
export const HOOK_NEXT: Readonly<Record<HookProgram, string>> = {
  'pre-commit': 'Run `pre-commit install` once in every clone.',
  lefthook: `Run \`npx lefthook install\` once in every clone. ${INSTALL}`,
  husky: `Run \`npx husky\` once in every clone. ${INSTALL}`,
  git: `The hook is this clone's alone. ${INSTALL}`,
};

/** A program's hook file with evalguard in it; `null` where it is there already. Throws `input` where it cannot be added. */
export function hookText(
  program: HookProgram,
  path: Path,
  before: string | null,
  version: string,
): string | null {
  switch (program) {
    case 'pre-commit':
      return edited(path, before, (document) => addToPreCommit(document, version));
    case 'lefthook':
      return edited(path, before, addToLefthook);
    case 'husky':
      return before === null ? `${COMMAND}\n` : added(before, COMMAND);
    case 'git':
      if (before !== null && !before.includes('evalguard'))
        throw byHand(path, 'a hook is there already', COMMAND);
      return before === null ? SCRIPT : null;
  }
}

function added(before: string, line: string): string | null {
  if (before.includes('evalguard')) return null;
  return `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`;
}

/** Edits YAML as a document, so that comments stay where they are. `add`: whether anything had to be added. */
function edited(
  path: Path,
  before: string | null,
  add: (document: Document) => boolean | null,
): string | null {
  const document = parseDocument(before ?? '');
  const done = document.errors.length > 0 ? null : add(document);
  if (done === null)
    throw byHand(path, 'it does not have the shape of such a file', 'docs/hooks.md shows what to add');
  if (!done) return null;
  const text = before ?? '';
  return document.toString({
    lineWidth: 0,
    // As the file has it, so that only the addition differs.
    indentSeq: !/^(\s*)[\w-]+:[^\n]*\n\1- /m.test(text),
    flowCollectionPadding: /[[{] /.test(text),
  });
}

function addToPreCommit(document: Document, version: string): boolean | null {
  const hook = { repo: REPOSITORY, rev: `v${version}`, hooks: [{ id: 'evalguard' }] };
  const repos = sequence(document, ['repos']);
  if (repos === null) return null;
  const there = repos.items.some((repo) => isMap(repo) && holdsEvalguard(repo.get('hooks')));
  if (there) return false;
  repos.add(document.createNode(hook));
  return true;
}

function holdsEvalguard(hooks: unknown): boolean {
  return isSeq(hooks) && hooks.items.some((hook) => isMap(hook) && hook.get('id') === 'evalguard');
}

function addToLefthook(document: Document): boolean | null {
  if (document.contents !== null && !isMap(document.contents)) return null;
  const hook = document.get('pre-commit');
  if (hook !== undefined && !isMap(hook)) return null;
  if (hook !== undefined && JSON.stringify(hook).includes('evalguard')) return false;
  if (isMap(hook) && hook.has('jobs')) {
    const jobs = sequence(document, ['pre-commit', 'jobs']);
    jobs?.add(document.createNode({ name: 'evalguard', run: COMMAND }));
    return jobs === null ? null : true;
  }
  document.setIn(['pre-commit', 'commands', 'evalguard', 'run'], COMMAND);
  return true;
}

/** The list at that place, made where nothing stands; `null` where something else stands. */
function sequence(document: Document, path: readonly string[]): YAMLSeq | null {
  if (document.contents !== null && !isMap(document.contents)) return null;
  if (document.getIn(path) === undefined || document.getIn(path) === null)
    document.setIn(path, document.createNode([]));
  const node = document.getIn(path);
  if (!isSeq(node)) return null;
  node.flow = false;
  return node;
}

function byHand(path: Path, why: string, line: string): EvalguardError {
  return inputError(
    `The hook was not added to ${path}: ${why}, and it is not overwritten.`,
    `Add it by hand: ${line}. docs/hooks.md has more.`,
  );
}
