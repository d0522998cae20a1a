import { Budget } from '../core/budget.ts';
import { type OwnSigns, printable } from '../core/text.ts';

/** What a face needs of the process that it runs in, so that tests can run the whole program inside their own. */
export interface HostProcess {
  /** The arguments after the program's name. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** What is piped in; read only by commands that are asked to. */
  readonly stdin?: AsyncIterable<Uint8Array | string>;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** The clock; the machine's unless said. */
  now?(): Date;
}

/** The only way to a stream. Whoever writes says which signs of a text are evalguard's own. */
export interface Printer extends OutputStream {
  write(text: string, own?: OwnSigns): unknown;
  /** The stream behind it, for what moves a terminal's cursor. */
  readonly raw: OutputStream;
}

/** A process whose streams let nothing from a file, an argument or git's own words command a terminal or a CI. */
export type Printing<Host> = Omit<Host, 'stdout' | 'stderr'> & {
  readonly stdout: Printer;
  readonly stderr: Printer;
};

export function printing<Host extends Pick<HostProcess, 'stdout' | 'stderr'>>(host: Host): Printing<Host> {
  const stdout = printer(() => host.stdout);
  const stderr = printer(() => host.stderr);
  // Not a copy: standard input is opened where it is read.
  return Object.create(host, { stdout: { value: stdout }, stderr: { value: stderr } });
}

function printer(stream: () => OutputStream): Printer {
  return {
    write: (text, own) => stream().write(printable(text, own)),
    get isTTY() {
      return stream().isTTY;
    },
    get raw() {
      return stream();
    },
  };
}

interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

/** The clock is a last resort: the work of a check is counted, and the counts end it long before on most machines. */
export const DEADLINE_SECONDS = 600;

/** The budget of a check that ends so many seconds from now, whatever its counts say. */
export function budgetUntil(seconds: number, clock: () => Date = () => new Date()): Budget {
  const end = clock().getTime() + seconds * 1000;
  return new Budget(() => clock().getTime() > end);
}
