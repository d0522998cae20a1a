/** What a face needs of the process that it runs in, so that tests can run the whole program inside their own. */
export interface HostProcess {
  /** The arguments after the program's name. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** What is piped in; read only by the commands that are told to. */
  readonly stdin?: AsyncIterable<Uint8Array | string>;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}
