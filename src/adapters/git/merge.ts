import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { incomplete } from '../../core/error.ts';
import { decodePath, type Path } from '../../core/path.ts';
import { type Finished, type Git, gitFailed, splitNul } from './process.ts';
import { RAW, type Repository } from './repository.ts';
import { parseRaw, type RawChange } from './trees.ts';

/** What a merge comes to. */
interface Merged {
  /** What it changes of the first side. */
  readonly changes: readonly RawChange[];
  /** Paths that somebody has to decide on. */
  readonly conflicts: readonly Path[];
}

/** No setting and no attribute outside the repository that the merge is made in. */
const DEFAULTS = { GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1', GIT_ATTR_NOSYSTEM: '1' };

/**
 * Merges two commits as git does by default, whatever is configured here: in a bare repository of its own that borrows
 * the objects. So no attribute is looked at, no merge driver or filter runs, and nothing is written into the clone.
 * Throws `incomplete` where this git cannot merge without a work tree, or where an object is missing.
 */
export async function mergeOf(repository: Repository, ours: string, theirs: string): Promise<Merged> {
  const folder = await mkdtemp(join(tmpdir(), 'evalguard-'));
  try {
    await borrow(repository, folder);
    const git = repository.git.elsewhere(folder);
    const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs];
    const merged = await git.run(args, '', DEFAULTS);
    const [first, ...conflicts] = splitNul(merged.stdout);
    const tree = first?.toString('latin1') ?? '';
    if ((merged.code !== 0 && merged.code !== 1) || !/^[0-9a-f]{40,64}$/.test(tree))
      throw notMerged(args, merged);
    const raw = await git.demand(['diff-tree', ...RAW, `${ours}^{tree}`, tree], '', DEFAULTS);
    return { changes: parseRaw(raw), conflicts: conflicts.map((one) => decodePath(one)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a bare repository that has all objects of another and none of its settings. */
async function borrow(repository: Repository, folder: string): Promise<void> {
  const { gitDirectory, idLength } = repository;
  const common = await readFile(join(gitDirectory, 'commondir'), 'utf8').catch(() => '.');
  const from = resolve(gitDirectory, common.trim());
  await mkdir(join(folder, 'objects', 'info'), { recursive: true });
  await mkdir(join(folder, 'refs'));
  await writeFile(join(folder, 'objects', 'info', 'alternates'), `${join(from, 'objects')}\n`);
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  const format = idLength === 64 ? '[extensions]\n\tobjectFormat = sha256\n' : '';
  const config = `[core]\n\trepositoryformatversion = ${idLength === 64 ? 1 : 0}\n\tbare = true\n${format}`;
  await writeFile(join(folder, 'config'), config + (await promises(repository)));
  if (existsSync(join(from, 'shallow'))) await copyFile(join(from, 'shallow'), join(folder, 'shallow'));
}

/** What a partial clone needs to fetch what it was promised: its remotes, and how they are reached. */
async function promises(repository: Repository): Promise<string> {
  const keys = '^(remote|http|url|credential)\\.|^core\\.sshcommand$';
  const { stdout } = await repository.git.run(['config', '--null', '--get-regexp', keys]);
  const settings = stdout.toString().split('\0').filter(Boolean);
  if (!settings.some((one) => /^remote\..*\.promisor\ntrue$/.test(one))) return '';
  return settings
    .map((setting) => {
      const [key = '', ...value] = setting.split('\n');
      const [section, name] = [key.slice(0, key.indexOf('.')), key.slice(key.lastIndexOf('.') + 1)];
      const part = key.slice(section.length + 1, -name.length - 1);
      return `[${section}${part === '' ? '' : ` ${quoted(part)}`}]\n\t${name} = ${quoted(value.join('\n'))}\n`;
    })
    .join('');
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

function notMerged(args: readonly string[], finished: Finished): Error {
  if (!/usage:|unknown option/.test(finished.stderr)) return gitFailed(args, finished);
  return incomplete(
    'Base and head change the same files and move them, so what lands is what git makes of both; this git is too old to merge without a work tree (`git merge-tree --write-tree` came with 2.38).',
    'Use git 2.38 or later, or bring the branch up to date with its base and check again.',
  );
}

/** The text that git makes of two changes to one file; `null` where they conflict. No merge driver is asked. */
export async function mergedFile(
  git: Git,
  sides: { readonly ours: Uint8Array; readonly base: Uint8Array; readonly theirs: Uint8Array },
): Promise<Uint8Array | null> {
  const folder = await mkdtemp(join(tmpdir(), 'evalguard-'));
  try {
    const files = ['ours', 'base', 'theirs'] as const;
    for (const side of files) await writeFile(join(folder, side), sides[side]);
    const args = ['merge-file', '--stdout', '--quiet', ...files.map((side) => join(folder, side))];
    const finished = await git.run(args);
    // The exit code is the number of conflicts; from 128 on it is a failure.
    if (finished.code === null || finished.code > 127) throw gitFailed(args, finished);
    return finished.code === 0 ? finished.stdout : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
