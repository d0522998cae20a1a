/** Which right vertex each left vertex is paired with; -1 is none. */
export type Pairing = readonly number[];

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

/**
 * The left vertices that some equally large pairing leaves free: the free ones, and those from which an alternating
 * path lets a free one take over.
 */
export function canBeFree(edges: readonly (readonly number[])[], pairing: Pairing): ReadonlySet<number> {
  const holder = new Map<number, number>();
  pairing.forEach((right, left) => {
    if (right >= 0) holder.set(right, left);
  });
  const reached = new Set<number>();
  const queue = pairing.flatMap((right, left) => (right < 0 ? [left] : []));
  for (let left = queue.pop(); left !== undefined; left = queue.pop()) {
    if (reached.has(left)) continue;
    reached.add(left);
    for (const right of edges[left]!) {
      const next = holder.get(right);
      if (next !== undefined) queue.push(next);
    }
  }
  return reached;
}
