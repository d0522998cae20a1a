import { writeOutput } from '../../adapters/files.ts';
import type { Progress } from '../../core/budget.ts';
import { usageError } from '../../core/error.ts';
import { type Formats, repositoryAddress } from '../formats.ts';
import type { HostProcess, Printer, Printing } from '../process.ts';
import { type CommonOptions, fileArgument, wantsColor } from './command.ts';

/** Where a command's value goes: standard output in one format, files in others. Throws `usage` before any work is done. */
export class Outputs<Value> {
  readonly #files: readonly { readonly format: string; readonly file: string }[];

  constructor(
    private readonly flags: Pick<CommonOptions, 'format' | 'output' | 'color' | 'quiet'>,
    private readonly formats: Formats<Value>,
    private readonly host: Printing<HostProcess>,
  ) {
    this.#files = flags.output.map((text) => this.#parse(text));
  }

  /** Writes the files, then prints; `--quiet` prints nothing where nothing is wrong. */
  async deliver(value: Value, nothingWrong: boolean): Promise<void> {
    for (const { format, file } of this.#files)
      await writeOutput(file, await this.#render(value, format, false));
    if (this.flags.quiet && nothingWrong) return;
    const color = wantsColor(this.flags, this.host);
    const { format } = this.flags;
    const own = format === 'github' ? 'commands' : color ? 'styles' : 'none';
    this.host.stdout.write(await this.#render(value, format, color), own);
  }

  #parse(text: string): { readonly format: string; readonly file: string } {
    const at = text.indexOf('=');
    const format = text.slice(0, Math.max(at, 0));
    if (at < 0 || !this.formats.has(format) || at === text.length - 1) {
      throw usageError(
        `--output ${text} is not FORMAT=FILE.`,
        `Use one of ${[...this.formats.keys()].join(', ')}, such as --output json=report.json.`,
      );
    }
    return { format, file: fileArgument(text.slice(at + 1), this.host) };
  }

  async #render(value: Value, format: string, color: boolean): Promise<string> {
    const write = this.formats.get(format);
    if (write === undefined) throw usageError(`There is no format ${format}.`, 'See --help.');
    return write(value, { color, repository: repositoryAddress(this.host.env) });
  }
}

/** Work shorter than this many steps is over before anybody wonders. */
const WORTH_SHOWING = 2000;

/** Shows progress on one line of a terminal that is wiped at the end; nothing elsewhere. */
export function progressOn({ raw: stderr }: Printer): Progress {
  if (!stderr.isTTY) return () => {};
  return (done, total, what) => {
    if (total < WORTH_SHOWING) return;
    stderr.write(done >= total ? '\r\x1b[K' : `\r${what}: ${done} of ${total}\x1b[K`);
  };
}
