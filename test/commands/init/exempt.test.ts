import { describe, expect, it } from 'vitest';
import { proposeExemptions } from '../../../src/commands/init/exempt.ts';

function globs(
  files: readonly string[],
  rewritten: Readonly<Record<string, number>> = {},
): readonly string[] {
  return proposeExemptions(['results'], files, new Map(Object.entries(rewritten))).map(({ glob }) => glob);
}

describe('what changes by design', () => {
  it('is a pointer to the newest result that history rewrote, once or often', () => {
    expect(globs(['results/latest.json', 'results/a.json'], { 'results/latest.json': 1 })).toEqual([
      '**/latest.json',
    ]);
    expect(globs(['results/board.json', 'results/a.json'], { 'results/board.json': 3 })).toEqual([
      '**/board.json',
    ]);
  });

  it('is no file that nobody rewrote, whatever its name', () => {
    expect(globs(['results/latest.json', 'results/a.json'])).toEqual([]);
  });

  it('is no result that was overwritten where others were too, or where it is alone: that is what must stop', () => {
    const files = ['results/a.json', 'results/b.json', 'results/x/result.json'];
    expect(globs(files, { 'results/a.json': 5, 'results/b.json': 1, 'results/x/result.json': 7 })).toEqual(
      [],
    );
  });

  it('is code beside the results, READMEs and files outside left alone', () => {
    expect(globs(['results/run.sh', 'results/README.md', 'results/a.json', 'src/a.py'])).toEqual([
      'results/**/*.sh',
    ]);
  });
});
