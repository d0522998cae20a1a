import { version } from '../../package.json';
import { json } from '../reporters/json.ts';
import type { PageOf } from '../reporters/page.ts';
import { inTerminal } from '../reporters/terminal.ts';

/** What a format needs to know beside the value. */
export interface FormatOptions {
  /** SGR colours are wanted; only a terminal's page has any. */
  readonly color: boolean;
  /** The repository's address, where the CI says it. */
  readonly repository: string | null;
}

/** Writes a value in one format: the same value and options give the same bytes. */
type Writer<Value> = (value: Value, options: FormatOptions) => string | Promise<string>;

/** The formats of a kind of value, by the name that `--format` takes. */
export type Formats<Value> = ReadonlyMap<string, Writer<Value>>;

/** Gives the page of a value, loaded where it is asked for. */
type LoadPage<Value> = (value: Value) => PageOf<Value> | Promise<PageOf<Value>>;

/**
 * The formats of a kind of value: its page as a log and as a document (the same page unless said), JSON, and others. All
 * but the most used are loaded where they are asked for.
 */
export function formatsOf<Value>(
  { log, document = log }: { readonly log: LoadPage<Value>; readonly document?: LoadPage<Value> },
  others: Readonly<Record<string, Writer<Value>>> = {},
): Formats<Value> {
  return new Map(
    Object.entries<Writer<Value>>({
      terminal: async (value, options) => inTerminal(await log(value), value, options),
      json,
      markdown: async (value) =>
        (await import('../reporters/markdown.ts')).inMarkdown(await document(value), value),
      ...others,
    }),
  );
}

/** What a SARIF log says of evalguard, with the words of its rules. */
export async function sarifTool({ repository }: FormatOptions) {
  return { version, rules: (await import('../rules/registry.ts')).rules, repository };
}

/** The address of the repository as GitHub and GitLab say it in a job's environment; `null` elsewhere. */
export function repositoryAddress(env: NodeJS.ProcessEnv): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, CI_PROJECT_URL: project } = env;
  const address = server && repository ? `${server}/${repository}` : (project ?? '');
  if (!URL.canParse(address)) return null;
  const { protocol, href, username, password } = new URL(address);
  // An address with a password in it is nobody else's business.
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null;
}
