/** What a format can be told beside the value. */
export interface FormatOptions {
  readonly color: boolean;
  /** The repository's address, where the CI says it. */
  readonly repository: string | null;
}

/** The address of the repository as GitHub and GitLab say it in a job's environment; `null` elsewhere. */
export function repositoryAddress(env: NodeJS.ProcessEnv): string | null {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, CI_PROJECT_URL: project } = env;
  const said = server && repository ? `${server}/${repository}` : (project ?? '');
  if (!URL.canParse(said)) return null;
  const { protocol, href, username, password } = new URL(said);
  // An address with a password in it is nobody else's business.
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null;
}
