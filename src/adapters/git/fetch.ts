import { incomplete } from '../../core/error.ts';
import type { Git } from './process.ts';

/** The name of the remote in a repository that evalguard made itself. */
export const REMOTE = 'origin';

const NOTHING_ELSE = ['--quiet', '--no-tags', '--no-write-fetch-head', '--recurse-submodules=no'];
const FETCH = ['fetch', REMOTE, ...NOTHING_ELSE, '--stdin'];

/**
 * Fetches commits without their trees: references by refspec, others by id. `whole`: with all of their history, as a
 * merge base needs it; otherwise the commits alone.
 */
export async function fetchCommits(git: Git, refspecs: readonly string[], whole: boolean): Promise<void> {
  await demand(git, [...FETCH, '--filter=tree:0', ...(whole ? [] : ['--depth=1'])], refspecs);
}

/** Fetches the very objects that are named; of a tree also the trees below it, but no file. */
export async function fetchObjects(git: Git, oids: readonly string[]): Promise<void> {
  await demand(git, [...FETCH, '--filter=blob:none'], oids);
}

/** What is wanted goes through stdin: there may be many, and a name can never be taken for an option. */
async function demand(git: Git, args: readonly string[], wanted: readonly string[]): Promise<void> {
  const { code, signal, stderr } = await git.run(args, wanted.map((one) => `${one}\n`).join(''));
  if (code === 0) return;
  const how = signal === null ? `exit code ${code}` : `killed by ${signal}`;
  const words = stderr.split('\n').filter((line) => !/^(?:\s*$|remote:\s*$|remote: .*\d+%)/.test(line));
  throw incomplete(
    `What is to be compared could not be fetched (${how}): ${words.join(' ')}`,
    remedyFor(words.join('\n')),
  );
}

function remedyFor(words: string): string {
  if (
    /authentication failed|could not read (?:username|password)|repository .*not found|error: 40[13]/i.test(
      words,
    )
  ) {
    return 'Give the job `permissions: contents: read`, and check that `github-token` belongs to this repository.';
  }
  if (/not our ref|couldn't find remote ref|unadvertised object/i.test(words)) {
    return 'Either it was deleted or pushed over since this run began, and the run for the newer push judges it; or the name is no branch: spell a tag out, such as refs/tags/v1.';
  }
  return 'Check that the runner reaches the server (GITHUB_SERVER_URL), and run the job again.';
}
