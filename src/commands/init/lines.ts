import type { Path } from '../../core/path.ts';

/** `.gitattributes` with every ledger directory kept byte for byte: a result whose line ends change is another blob. */
export function attributesText(before: string | null, directories: readonly Path[]): string | null {
  // A ledger that is the whole repository would take its sources along.
  const patterns = directories
    .filter((directory) => directory !== '.')
    .map((directory) => attributePattern(`${directory}/**`));
  const missing = patterns.filter((pattern) => !hasPattern(before, pattern));
  return appended(
    before,
    '# Evaluation results are kept byte for byte: git must not change their line ends.',
    missing.map((pattern) => `${pattern} -text`),
  );
}

/** CODEOWNERS with an owner for the guard's own files: whoever can change those can change what is guarded. */
export function ownersText(before: string | null, paths: readonly Path[], owner: string): string | null {
  const patterns = paths.map((path) => `/${path.replaceAll(' ', '\\ ')}`);
  const missing = patterns.filter((pattern) => !hasPattern(before, pattern));
  // The last pattern that matches a file decides, so they go to the end.
  return appended(
    before,
    '# Whoever can change these can change what evalguard guards.',
    missing.map((pattern) => `${pattern} ${owner}`),
  );
}

/** The text with lines after it, under a comment; `null` where there is nothing to add. */
function appended(before: string | null, comment: string, lines: readonly string[]): string | null {
  if (lines.length === 0) return null;
  const start = before === null || before === '' ? '' : before.endsWith('\n') ? before : `${before}\n`;
  return `${start}${start === '' ? '' : '\n'}${comment}\n${lines.join('\n')}\n`;
}

function attributePattern(glob: string): string {
  return /[\s"\\]/.test(glob) || glob.startsWith('#') ? JSON.stringify(glob) : glob;
}

function hasPattern(text: string | null, pattern: string): boolean {
  return (text ?? '')
    .split(/\r?\n/)
    .some((line) => line.startsWith(`${pattern} `) || line.startsWith(`${pattern}\t`));
}
