/**
 * Whether a text matches a pattern in which `*` stands for anything, also nothing. In time that grows with the product
 * of the lengths, whatever the pattern: both may be a stranger's.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let [at, next] = [0, 0];
  let [star, resume] = [-1, 0];
  while (at < text.length) {
    if (pattern[next] === '*') {
      [star, resume] = [next, at];
      next += 1;
    } else if (pattern[next] === text[at]) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      resume += 1;
      [at, next] = [resume, star + 1];
    } else return false;
  }
  while (pattern[next] === '*') next += 1;
  return next === pattern.length;
}
