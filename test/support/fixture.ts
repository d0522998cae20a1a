import { readFileSync } from 'node:fs';
import type { ResultFile } from '../../src/formats/format.ts';
import { fileOf } from './reading.ts';

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
