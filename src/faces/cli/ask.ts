import { createInterface, type Interface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { usageError } from '../../core/error.ts';
import { visible } from '../../core/text.ts';
import type { HostProcess, Printing } from '../process.ts';

/** Questions to whoever sits at the terminal. Each has a safe answer: Enter gives it, and so does an absent person. */
export interface Asker {
  /** Whether anybody is there to be asked. */
  readonly isThere: boolean;
  confirm(question: string, safe: boolean): Promise<boolean>;
  choose<Choice extends string>(
    question: string,
    choices: readonly Choice[],
    safe: NoInfer<Choice>,
  ): Promise<Choice>;
  text(question: string, safe: string): Promise<string>;
  /** Gives the terminal back; nothing can be asked afterwards. */
  close(): void;
}

/**
 * An asker at the process's terminal. Without one, or where `yes` forbids questions, every answer is the safe one.
 */
export function askerOf(host: Printing<HostProcess>, yes: boolean): Asker {
  // Standard input is opened only where somebody may sit at it.
  if (yes || host.stdout.isTTY !== true || host.env['CI']) return NOBODY;
  const { stdin } = host;
  return stdin instanceof Readable && 'isTTY' in stdin && stdin.isTTY === true
    ? new Person(stdin, host)
    : NOBODY;
}

const NOBODY: Asker = {
  isThere: false,
  confirm: async (_, safe) => safe,
  choose: async (_, __, safe) => safe,
  text: async (_, safe) => safe,
  close() {},
};

class Person implements Asker {
  readonly isThere = true;
  readonly #host: Printing<HostProcess>;
  readonly #terminal: Interface;
  /** What is typed, also before it is asked for. It ends with Ctrl-D and Ctrl-C. */
  readonly #lines: AsyncIterator<string>;

  constructor(input: Readable, host: Printing<HostProcess>) {
    this.#host = host;
    // Readline moves the cursor by signs of its own; what is asked has been made visible before.
    const output = new Writable({
      decodeStrings: false,
      write(text: string, _, done) {
        host.stdout.raw.write(text);
        done();
      },
    });
    this.#terminal = createInterface({ input, output, terminal: true, historySize: 0 });
    this.#terminal.once('SIGINT', () => this.#terminal.close());
    this.#lines = this.#terminal[Symbol.asyncIterator]();
  }

  confirm(question: string, safe: boolean): Promise<boolean> {
    return this.#until(`${question} ${safe ? '[Y/n]' : '[y/N]'}`, 'Answer y or n.', (text) => {
      if (text === '') return safe;
      return /^y(?:es)?$/i.test(text) ? true : /^no?$/i.test(text) ? false : null;
    });
  }

  choose<Choice extends string>(
    question: string,
    choices: readonly Choice[],
    safe: NoInfer<Choice>,
  ): Promise<Choice> {
    const lines = choices.map((choice, at) => `  ${at + 1}  ${choice}${choice === safe ? ' (Enter)' : ''}`);
    this.#host.stdout.write(`${[question, ...lines].map(visible).join('\n')}\n`);
    return this.#until('Which?', `Answer 1 to ${choices.length}.`, (text) =>
      text === ''
        ? safe
        : (choices[/^\d+$/.test(text) ? Number(text) - 1 : choices.indexOf(text as Choice)] ?? null),
    );
  }

  text(question: string, safe: string): Promise<string> {
    const hint = safe === '' ? '' : ` [${safe}]`;
    return this.#until(`${question}${hint}`, '', (text) => (text === '' ? safe : text));
  }

  close(): void {
    this.#terminal.close();
  }

  /** Asks until the answer is understood. */
  async #until<T>(question: string, help: string, read: (text: string) => T | null): Promise<T> {
    for (;;) {
      this.#terminal.setPrompt(`${visible(question)} `);
      this.#terminal.prompt();
      const line = await this.#lines.next();
      if (line.done) {
        this.#host.stdout.write('\n');
        throw unanswered();
      }
      const answer = read(line.value.trim());
      if (answer !== null) return answer;
      this.#host.stdout.write(`${help}\n`);
    }
  }
}

/** Questions come before anything is written, so that whoever leaves leaves nothing half-written. */
function unanswered() {
  return usageError(
    'You left before the last question, so nothing was written.',
    'Run it again, or with --yes to take the safe answer to every question.',
  );
}
