import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Publishes numbered records of a run in a folder, several at once, as fast as it can; a program of its own. */
const PROGRAM = `
  import { destinationIn, prepare } from './src/adapters/recording/destination.ts';
  import { publish } from './src/adapters/recording/publish.ts';
  import { parseNamePattern } from './src/core/name-pattern.ts';
  import { nextName } from './src/core/record/identity.ts';

  const [folder, gitDirectory, count, size, ...suites] = process.argv.slice(2);
  const pattern = parseNamePattern('{suite}-run{run}.json');
  const destination = destinationIn(folder, { root: folder + '/..', gitDirectory });
  await prepare(destination);
  const one = async (at) => {
    const chosen = await publish(destination, (taken) => {
      const suite = suites[at % suites.length];
      const { run, name } = nextName(pattern, { suite, date: null, routing: null, variant: null }, taken);
      return { name, text: JSON.stringify({ name, filler: 'x'.repeat(Number(size)), whole: true }) + '\\n' };
    });
    process.stdout.write(chosen.name + '\\n');
  };
  await Promise.all(Array.from({ length: Number(count) }, (_, at) => one(at)));
`;

/** A folder with the recorder as one file of plain JavaScript. */
export class RecorderProgram {
  private constructor(
    readonly dir: string,
    readonly file: string,
  ) {}

  static async build(): Promise<RecorderProgram> {
    const dir = mkdtempSync(join(tmpdir(), 'evalguard-recorder-'));
    const file = join(dir, 'recorder.mjs');
    const { bundle } = (await import(new URL('../../scripts/bundle.mjs', import.meta.url).href)) as {
      bundle(text: string): Promise<string>;
    };
    writeFileSync(file, await bundle(PROGRAM));
    return new RecorderProgram(dir, file);
  }

  dispose(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
