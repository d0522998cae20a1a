import { rmSync } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchCommits, REMOTE } from './fetch.ts';
import { configured, Git, type GitSetting } from './process.ts';

/** Where a repository is fetched from. */
export interface FetchSource {
  readonly url: string;
  /** A token of GitHub's, or `null` where everybody may read. */
  readonly token: string | null;
}

/** What to fetch from where, and where the repository is made. */
interface FetchRequest {
  /** Full references and commit ids. */
  readonly names: readonly string[];
  /** Whether history is needed, as for a merge base. */
  readonly history: boolean;
  readonly remote: FetchSource;
  readonly parent: string;
  /** Where git is run, and what it must not be taken from. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Fetches commits into a bare repository below `parent`, hands it over, and takes it away whatever happens. Trees and
 * files follow when they are asked for; nothing is checked out and nothing is executed.
 */
export async function withFetched<T>(
  { names, history, remote, parent, cwd, env }: FetchRequest,
  use: (fetched: Required<Pick<GitSetting, 'gitDirectory' | 'fetchEnv'>>) => Promise<T>,
): Promise<T> {
  const gitDirectory = await mkdtemp(join(parent, 'evalguard-'));
  const remove = () => rmSync(gitDirectory, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const fetchEnv = accessTo(remote);
    const git = new Git({ cwd, env, hook: false, gitDirectory, fetchEnv });
    const format = names.some((name) => /^[0-9a-f]{64}$/.test(name)) ? 'sha256' : 'sha1';
    await git.demand(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`]);
    await appendFile(join(gitDirectory, 'config'), configuration(remote));
    await fetchCommits(git, names.map(refspec), history);
    return await use({ gitDirectory, fetchEnv });
  } finally {
    process.off('exit', remove);
    await rm(gitDirectory, { recursive: true, force: true });
  }
}

/** The name under which a reference stands once it is fetched: branches as of `origin`, as in a clone. */
export function fetchedName(name: string): string {
  return name.replace(/^refs\/heads\//, `refs/remotes/${REMOTE}/`);
}

function refspec(name: string): string {
  return name.startsWith('refs/') ? `+${name}:${fetchedName(name)}` : name;
}

/** Objects that were left out may be fetched later. A repository that lives for seconds needs no upkeep. */
function configuration({ url }: FetchSource): string {
  const quoted = `"${url.replace(/[\\"]/g, '\\$&')}"`;
  return [
    `[remote "${REMOTE}"]`,
    `\turl = ${quoted}`,
    '\tpromisor = true',
    '\tpartialclonefilter = blob:none',
    '[fetch]',
    '\tnegotiationAlgorithm = noop',
    '\twriteCommitGraph = false',
    '[gc]',
    '\tauto = 0',
    '[maintenance]',
    '\tauto = false',
    '',
  ].join('\n');
}

/**
 * The token reaches git through the environment alone: no argument, file or log holds it. Helpers and prompts of the
 * machine are left out, so that a refusal is reported at once.
 */
function accessTo({ url, token }: FetchSource): NodeJS.ProcessEnv {
  const { origin } = new URL(url);
  const key = `http.${origin}/.extraheader`;
  const basic = Buffer.from(`x-access-token:${token ?? ''}`).toString('base64');
  return configured([
    ['credential.helper', ''],
    // An empty header takes away those of the machine's own configuration: GitHub refuses two.
    [key, ''],
    ...(token === null || origin === 'null' ? [] : [[key, `AUTHORIZATION: basic ${basic}`] as const]),
  ]);
}
