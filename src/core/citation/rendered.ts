import { UNSEEN } from '../text.ts';
import { unreferenced } from './decoded.ts';

interface Piece {
  /** Where it stands in the source. */
  readonly start: number;
  readonly shown: string;
  /** Whether it is shown as it is written, so that places within it can be told. */
  readonly verbatim: boolean;
}

/** Signs that narrow spaces are read as: they group the digits of one number. */
const JOINING_SPACE = /[\u00a0\u2006-\u200a\u202f\u205f]/g;
const JOINT = '_';

/** As much as is looked at on either side of a number. */
const AROUND = 16;

/** Tags that part the text on their two sides. Any other leaves it in one line. */
const PARTING =
  /^<\/?(?:address|article|blockquote|br|caption|center|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|img|li|main|nav|ol|p|pre|section|summary|t(?:able|body|d|foot|h|head|r)|ul)(?![a-z0-9-])/i;

/** The text of a page as the reader sees it, with where each piece of it stands in the source. Pieces come in order. */
export class Rendered {
  readonly #pieces: Piece[] = [];

  text(source: string, start: number): void {
    this.#pieces.push({ start, shown: source, verbatim: true });
  }

  /** What is written as one sign and shown as another. */
  sign(shown: string, start: number): void {
    this.#pieces.push({ start, shown, verbatim: false });
  }

  /** A border: what stands on its two sides is not read together. */
  apart(start: number): void {
    this.sign('\n', start);
  }

  /** Raw HTML: its text, without comments and tags. */
  html(source: string, start: number): void {
    let at = 0;
    while (at < source.length) {
      const tag = source.indexOf('<', at);
      this.#htmlText(source.slice(at, tag < 0 ? source.length : tag), start + at);
      if (tag < 0) return;
      if (!/[a-z/!?]/i.test(source.charAt(tag + 1))) {
        this.text('<', start + tag);
        at = tag + 1;
        continue;
      }
      const comment = source.startsWith('<!--', tag);
      const end = source.indexOf(comment ? '-->' : '>', tag);
      if (PARTING.test(source.slice(tag, tag + 16))) this.apart(start + tag);
      if (end < 0) return;
      at = end + (comment ? 3 : 1);
    }
  }

  #htmlText(source: string, start: number): void {
    let at = 0;
    for (const part of source.split(/(&#?\w{1,32};?)/)) {
      if (part.startsWith('&')) this.sign(unreferenced(part), start + at);
      else if (part !== '') this.text(part, start + at);
      at += part.length;
    }
  }

  /** What the reader sees of a piece of the source, and directly before and after it. Unseen signs are left out. */
  around(
    start: number,
    end: number,
  ): { readonly before: string; readonly within: string; readonly after: string } {
    const first = this.#firstFrom(start);
    let before = '';
    for (let at = first - 1; at >= 0 && before.length < AROUND; at -= 1)
      before = seen(this.#cut(at, 0, start)) + before;
    let within = '';
    let last = Math.max(0, first - 1);
    for (; last < this.#pieces.length && this.#pieces[last]!.start < end; last += 1)
      within += seen(this.#cut(last, start, end));
    let after = '';
    for (let at = Math.max(0, last - 1); at < this.#pieces.length && after.length < AROUND; at += 1) {
      after += seen(this.#cut(at, end, Number.POSITIVE_INFINITY));
    }
    return { before: before.slice(-AROUND), within, after: after.slice(0, AROUND) };
  }

  /** What a piece shows of the source from `start` to `end`, at most as much as is ever looked at from either end. */
  #cut(at: number, start: number, end: number): string {
    const { start: own, shown, verbatim } = this.#pieces[at]!;
    if (!verbatim) return own >= start && own < end ? shown : '';
    return shown.slice(Math.max(0, start - own), Math.max(0, end - own));
  }

  #firstFrom(offset: number): number {
    let [low, high] = [0, this.#pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#pieces[middle]!.start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function seen(text: string): string {
  return text.replace(JOINING_SPACE, JOINT).replace(UNSEEN, (sign) => (/\s/.test(sign) ? ' ' : ''));
}
