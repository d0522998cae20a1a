import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { JsonValue } from '../../src/document/document.ts';
import type { ResultFile } from '../../src/formats/format.ts';
import { FORMAT_NAMES } from '../../src/policy/policy.ts';
import { fileOf } from './reading.ts';

/** The fixtures of every format, `<format>/<file>`: whatever lies in its folder is fuzzed without being listed. */
export const FIXTURES: readonly string[] = FORMAT_NAMES.flatMap((format) => {
  const folder = new URL(`../fixtures/${format}/`, import.meta.url);
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((file) => `${format}/${file}`)
    : [];
});

/** Those of JSON and JSON Lines. */
export const JSON_FIXTURES = FIXTURES.filter((name) => /\.jsonl?$/.test(name));
/** Those that are tables. */
export const CSV_FIXTURES = FIXTURES.filter((name) => name.endsWith('.csv'));

/** A value as the text of a file of that name: JSON Lines where it ends so, else JSON. */
export function textOf(name: string, value: JsonValue): string {
  if (!name.endsWith('.jsonl') || !Array.isArray(value)) return JSON.stringify(value);
  return value.map((line) => JSON.stringify(line)).join('\n');
}

/** A file of `test/fixtures`. */
export function fixture(name: string): ResultFile {
  return fileOf(name, readFileSync(new URL(`../fixtures/${name}`, import.meta.url)));
}

type Tree = { [key: string]: unknown };

/** The JSON of a fixture, to change at will. */
export function tree(name: string): Tree {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')) as Tree;
}

/** A fixture with these members in place of its own. */
export function changed(name: string, parts: Tree): ResultFile {
  return fileOf(name, { ...tree(name), ...parts });
}
