interface RegExpWork {
  /** From where each search began to where its match ends, or to the end of the text where there is none. */
  readonly signs: number;
  /** The patterns that searched a text of at least so many signs. */
  readonly patterns: ReadonlySet<RegExp>;
}

/**
 * What regular expressions are asked to look at while some work runs, whichever method of a text or an expression asks:
 * counts, which are the same on every machine. What a pattern does inside one search is not seen.
 */
export function regExpWork(work: () => unknown, least = 0): RegExpWork {
  const own = RegExp.prototype.exec;
  const patterns = new Set<RegExp>();
  let signs = 0;
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = own.call(this, text);
    // One that only looks at a place looks no further where it fails.
    const end = match === null ? (this.sticky ? from + 1 : text.length) : match.index + match[0].length;
    signs += Math.max(1, end - from);
    if (text.length >= least) patterns.add(this);
    return match;
  };
  try {
    work();
  } finally {
    RegExp.prototype.exec = own;
  }
  return { signs, patterns };
}
