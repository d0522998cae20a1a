import { matchesGlob } from '../core/glob.ts';
import { baseName, type Path } from '../core/path.ts';
import type { Mapping } from '../policy/policy.ts';
import { familiesOf } from './init/names.ts';

/** The members of a mapping as lines of YAML, so many spaces in. */
export function mappingLines(mapping: Mapping, indent: number): readonly string[] {
  return memberLines(Object.entries(mapping), ' '.repeat(indent));
}

/** The files that a series claims, and the mapping that reads them. */
export interface MappedSeries {
  readonly id: string;
  readonly files: string;
  readonly mapping: Mapping;
}

/** A series with a mapping as lines of YAML. */
export function seriesLines({ id, files, mapping }: MappedSeries): readonly string[] {
  return [
    'series:',
    `  ${yamlText(id)}:`,
    `    files: ${yamlText(files)}`,
    '    format:',
    ...mappingLines(mapping, 6),
  ];
}

/** A glob that the files share and, as far as names tell, others of their kind. */
export function globOf(paths: readonly Path[]): string {
  const globs = [...new Set(familiesOf(paths).map(({ glob }) => glob))];
  const needed = globs.filter((glob) => !globs.some((other) => other !== glob && matchesGlob(other, glob)));
  return needed.length === 1 ? needed[0]! : `{${needed.join(',')}}`;
}

/** What a person should decide of a glob that claims whatever has an ending. */
export function doubtsOf(files: string): readonly string[] {
  return /^\*\.\w+$/.test(files)
    ? [`files: "${files}" claims every such file of the ledger. Where some have another shape, name fewer.`]
    : [];
}

/** The id of a series for files of one name: what of it is no date, number or ending. */
export function seriesIdOf(path: Path): string {
  const stem = baseName(path).replace(/\.[a-z0-9]{1,8}$/i, '');
  const plain = stem
    .replace(/(?:[-_.]|^)(?:\d[\dTZ:._-]*|run\d+|[0-9a-f]{7,})(?=[-_.]|$)/g, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-');
  return plain.replace(/^[-_]+|[-_]+$/g, '').slice(0, 60) || 'eval';
}

/** The id that is wanted, or the first with a number behind it that is not taken. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
  return id;
}

/** An object that fits stands on one. */
const LONGEST = 90;

function memberLines(members: readonly (readonly [string, unknown])[], margin: string): readonly string[] {
  return members.flatMap(([name, value]) => {
    const key = `${margin}${yamlText(name)}:`;
    const line = `${key} ${flow(value)}`;
    if (line.length <= LONGEST || typeof value !== 'object' || value === null || Array.isArray(value))
      return [line];
    return [key, ...memberLines(Object.entries(value), `${margin}  `)];
  });
}

function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, each]) => `${yamlText(name)}: ${flow(each)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return typeof value === 'string' ? yamlText(value) : String(value);
}

/** A scalar of YAML 1.2 that no reader takes for anything else. */
export function yamlText(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return /^[A-Za-z/][A-Za-z0-9_/.-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value)
    ? value
    : JSON.stringify(value);
}
