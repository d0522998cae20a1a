import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

describe('the package', () => {
  it('exports only what it brings along', () => {
    const { exports, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const files = [exports['.'].types, exports['.'].default, bin.evalguard];
    expect(files.filter((file: string) => !existsSync(join(root, file)))).toEqual([]);
    expect(readFileSync(join(root, 'dist/index.d.ts'), 'utf8')).not.toMatch(/\.ts'/);
  });
});
