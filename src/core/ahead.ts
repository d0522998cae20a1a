/**
 * Works on many things in order and gives the answers in order. Up to `most` are under way at a time, so that whoever
 * answers is kept busy and memory stays flat.
 */
export async function* ahead<From, To>(
  source: Iterable<From> | AsyncIterable<From>,
  most: number,
  work: (one: From) => Promise<To>,
): AsyncGenerator<To> {
  const under: Promise<To>[] = [];
  for await (const one of source) {
    const answer = work(one);
    // A failure is reported when its turn comes; until then it must not count as unhandled.
    answer.catch(() => {});
    under.push(answer);
    if (under.length >= most) yield await under.shift()!;
  }
  while (under.length > 0) yield await under.shift()!;
}
