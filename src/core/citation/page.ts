import type { Path } from '../path.ts';
import type { Citation } from './citation.ts';
import { findCitations, mayCite } from './find.ts';

/** Larger pages are not parsed: nobody reads them, and a stranger's file must not cost the guard more than a moment. */
export const MOST_PAGE_BYTES = 1024 * 1024;

/** A Markdown page: its text as it stands, line ends and byte order mark included. */
export interface Page {
  readonly path: Path;
  readonly text: string;
  /** Whether the bytes are UTF-8, so that the text can be written back as it was. */
  readonly exact: boolean;
}

/** Reads a page. Bytes that are no UTF-8 do not hide the citations around them. */
export function pageOf(path: Path, bytes: Uint8Array): Page {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const again = new TextEncoder().encode(text);
  const exact = again.length === bytes.length && again.every((byte, at) => byte === bytes[at]);
  return { path, text, exact };
}

/** The citations of a page. One too large to be read is a broken citation itself: it must not pass unseen. */
export function citationsOf({ path, text }: Page): readonly Citation[] {
  if (!mayCite(text)) return [];
  return text.length > MOST_PAGE_BYTES ? [TOO_LARGE] : findCitations(text, path);
}

/** What a page that is too large to be parsed comes to. */
export const TOO_LARGE: Citation = {
  form: 'comment',
  start: 0,
  end: 0,
  text: '',
  line: 1,
  column: 1,
  target: {
    problem: { kind: 'unreadable-page', why: `it is larger than ${MOST_PAGE_BYTES / 1024 / 1024} MiB` },
  },
};
