/** Which right vertex each left vertex is paired with; -1 is none. */
type Pairing = readonly number[];

/**
 * A pairing in a bipartite graph that covers the left vertices in the order given as far as possible: what is covered
 * stays covered, and its size is the largest there is (Kuhn's augmenting paths, 1955). `edges[l]` are the right
 * vertices that l may take.
 */
export function largestPairing(edges: readonly (readonly number[])[], order: readonly number[]): Pairing {
  const rightOf = edges.map(() => -1);
  const leftOf = new Map<number, number>();
  for (const left of order) augment(left, edges, rightOf, leftOf, new Set());
  return rightOf;
}

function augment(
  left: number,
  edges: readonly (readonly number[])[],
  rightOf: number[],
  leftOf: Map<number, number>,
  tried: Set<number>,
): boolean {
  for (const right of edges[left]!) {
    if (tried.has(right)) continue;
    tried.add(right);
    const holder = leftOf.get(right);
    if (holder === undefined || augment(holder, edges, rightOf, leftOf, tried)) {
      rightOf[left] = right;
      leftOf.set(right, left);
      return true;
    }
  }
  return false;
}
