import picomatch from 'picomatch';

const LITERAL = /[\w.-]/;

/** Whether what a series' glob matches depends on the ledger directory that the path is seen from. */
export function isRooted(glob: string): boolean {
  // A leading ** stands for any directories; with more of them after it, the path has to begin early enough. An
  // extended pattern such as !(a) looks ahead over the whole rest.
  const rest = glob.startsWith('**/') && !glob.includes('(') ? glob.slice(3) : glob;
  return rest.includes('/');
}

/** Whether no file name can match both globs. Proven from their literal beginnings and endings alone. */
export function provablyDisjoint(a: string, b: string): boolean {
  if (a.includes('/') || b.includes('/')) return false;
  const [headA, headB] = [literalHead(a), literalHead(b)];
  if (!headA.startsWith(headB) && !headB.startsWith(headA)) return true;
  const [tailA, tailB] = [literalTail(a), literalTail(b)];
  return !tailA.endsWith(tailB) && !tailB.endsWith(tailA);
}

function literalHead(glob: string): string {
  let end = 0;
  while (end < glob.length && LITERAL.test(glob[end]!)) end += 1;
  return glob.slice(0, end);
}

function literalTail(glob: string): string {
  let start = glob.length;
  while (start > 0 && LITERAL.test(glob[start - 1]!)) start -= 1;
  return glob.slice(start);
}

/** What keeps a text from being a glob of paths, or `null`: a glob that can match nothing would guard nothing unseen. */
export function wrongGlob(glob: string): string | null {
  if (glob.trim() === '') return 'it is empty';
  if (/^!(?!\()/.test(glob)) return 'it is negated, and every glob here adds files; leave the "!" out';
  if (glob.startsWith('/')) return 'it begins with "/", and no path of a repository does; leave that out';
  if (glob.endsWith('/'))
    return `it ends in "/", and only files are matched; write ${glob}** for all below it`;
  if (/^\.\.\/|\/\.\.\//.test(glob)) return 'it leads upwards (..), and no path of a repository does';
  try {
    picomatch.makeRe(glob, { dot: true, nonegate: true, strictBrackets: true, debug: true });
    return null;
  } catch (error) {
    return `it cannot be understood: ${error instanceof Error ? error.message : String(error)}`;
  }
}
