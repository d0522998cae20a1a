import type { NamePattern } from './name.ts';

const NUMBERED = /^(.*run)[1-9]\d*(\.[^.]+)?$/s;

/** A file name whose run number is left open: `eval-corpus-run1.json` is followed by `eval-corpus-run2.json`. */
export function renumbered(name: string): NamePattern {
  const [, before, after] = NUMBERED.exec(name) ?? [];
  if (before !== undefined) return pattern(before, after ?? '');
  const { stem, ending } = parts(name);
  return pattern(`${stem}-run`, ending);
}

/** Whether a file name ends in a run number. */
export function isNumbered(name: string): boolean {
  return NUMBERED.test(name);
}

/** The name under which lost bytes stand again as they were: it says which bytes they are, and follows from them. */
export function restoredName(name: string, sha256: string): string {
  const { stem, ending } = parts(name);
  return `${stem}.restored-${sha256.slice(0, 12)}${ending}`;
}

function parts(name: string): { readonly stem: string; readonly ending: string } {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? { stem: name, ending: '' } : { stem: name.slice(0, dot), ending: name.slice(dot) };
}

function pattern(before: string, after: string): NamePattern {
  return { source: `${before}{run}${after}`, pieces: [{ text: before }, { field: 'run' }, { text: after }] };
}
