import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The fenced blocks of one language in a page of the documentation, in order. */
export function fencedBlocks(page: string, language: string): readonly string[] {
  const path = fileURLToPath(new URL(`../../docs/${page}`, import.meta.url));
  const blocks = readFileSync(path, 'utf8').matchAll(
    new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'),
  );
  return [...blocks].map((block) => block[1]!);
}
