import type { Mapping } from '../policy/policy.ts';

/** The members of a mapping as lines of YAML, so many spaces in. */
export function mappingLines(mapping: Mapping, indent: number): readonly string[] {
  return memberLines(Object.entries(mapping), ' '.repeat(indent));
}

/** An object that fits on a line stands on one. */
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
