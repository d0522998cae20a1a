import { directoryName, type Path } from '../path.ts';
import { type CitationProblem, selectorText, type Target } from './citation.ts';
import { readFormat, readPlaces, syntax } from './comment.ts';

/** What the fragment of a citing link begins with. */
export const FRAGMENT = '#evalguard:';

/**
 * The destination of a link from a page to what it cites, such as `results/run.json#evalguard:completion_rate`.
 * `null` where a URL cannot hold the path.
 */
export function linkDestination(target: Target, page: Path): string | null {
  const { record, selector, arm, format, places } = target;
  const parts = [selectorText(selector), record, arm ?? ''];
  if (!parts.every((part) => part.isWellFormed())) return null;
  const options = [
    ...(arm === null ? [] : [`of=${encode(arm)}`]),
    ...(format === null ? [] : [`as=${format}`]),
    ...(places === null ? [] : [`to=${places}`]),
  ];
  const path = relativePath(record, directoryName(page)).split('/').map(encode).join('/');
  return `${path}${FRAGMENT}${[encode(selectorText(selector)).replaceAll('%2F', '/'), ...options].join('&')}`;
}

/** Reads the destination of a link that stands on a page; `null` where it is not one of evalguard's. */
export function parseLink(
  destination: string,
  page: Path,
): Target | { readonly problem: CitationProblem } | null {
  const at = destination.indexOf(FRAGMENT);
  if (at < 0) return null;
  const [selector = '', ...options] = destination.slice(at + FRAGMENT.length).split('&');
  const name = decode(selector);
  const path = decode(destination.slice(0, at));
  if (name === null || path === null)
    return syntax('a "%" in the link is not followed by two hexadecimal digits');
  if (name === '') return syntax('it names no metric after "#evalguard:"');
  const record = resolvePath(path, directoryName(page));
  if (record === null) return syntax('the link leads out of the repository');
  let target: Target = {
    record,
    selector: name.startsWith('/') ? { pointer: name } : { metric: name },
    arm: null,
    format: null,
    places: null,
  };
  for (const option of options) {
    const read = readOption(option);
    if ('problem' in read) return read;
    target = { ...target, ...read };
  }
  return target;
}

function readOption(option: string): Partial<Target> | { readonly problem: CitationProblem } {
  const [key, value] = option.split('=');
  const text = decode(value ?? '') ?? '';
  if (key === 'of' && text !== '') return { arm: text };
  if (key === 'as') return readFormat(text);
  if (key === 'to') return readPlaces(text);
  return syntax(`"${option}" is not understood; after the metric come only of=ARM, as=FORMAT and to=N`);
}

function relativePath(to: Path, from: Path): Path {
  const target = to.split('/');
  const start = from === '' ? [] : from.split('/');
  let same = 0;
  while (same < start.length && same < target.length - 1 && start[same] === target[same]) same += 1;
  return [...start.slice(same).map(() => '..'), ...target.slice(same)].join('/');
}

/** A path as links write it: from the page's directory, or from the repository's root where it begins with "/". */
function resolvePath(path: string, from: Path): Path | null {
  const parts = path.startsWith('/') || from === '' ? [] : from.split('/');
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*_~]/g, (sign) =>
    sign === '_' ? sign : `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
