import { readPayload } from '../../adapters/github/payload.ts';
import type { Checked } from '../../commands/check/check.ts';
import { checkEvent, type EventCheckOptions } from '../../commands/check/event.ts';
import { incomplete } from '../../core/error.ts';
import { eventRange, withNames } from '../../core/event.ts';

/** What `evalguard check` needs to know where the workflow's event says what to compare. */
type CiCheckOptions = Omit<EventCheckOptions, 'range' | 'fetch'> & { readonly head: string | undefined };

/** Judges, in the checkout, what the event of a GitHub workflow asks for. The command line fetches nothing. */
export async function checkCiEvent({ head, ...options }: CiCheckOptions): Promise<Checked> {
  const { env } = options;
  const text = (name: string) => env[name] ?? '';
  const event = {
    name: text('GITHUB_EVENT_NAME'),
    payload: await readPayload(env),
    sha: text('GITHUB_SHA'),
    ref: text('GITHUB_REF'),
  };
  const range = withNames(eventRange(event), {
    base: null,
    head: head === undefined ? null : { name: head, origin: '--head' },
    newest: null,
  });
  if (range.kind === 'diff' || range.kind === 'all') return checkEvent({ ...options, range, fetch: null });
  throw incomplete(
    range.kind === 'incomplete'
      ? range.message
      : `The event ${event.name} names no pull request, and the command line looks nothing up.`,
    'Give --base, such as `--base origin/main`, or --all for every record; the action looks pull requests up.',
  );
}
