/** Items by their keys, each group in the order of its items: `Map.groupBy`, which Node 20 lacks. */
export function groupBy<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The value that a map holds for a key. Where it holds none, one is made and kept. */
export function getOrMake<Key, Value>(
  kept: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const before = kept.get(key);
  if (before !== undefined) return before;
  const made = make();
  kept.set(key, made);
  return made;
}

/** A function of objects that never change, carried out once for each of them. */
export function memoized<Key extends object, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: find(key) };
    known.set(key, found);
    return found.value;
  };
}

/** A function of texts, carried out once for each of the last few thousand: the texts of a long run have no end. */
export function memoizedTexts<Value>(find: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return (text) => {
    const found = known.get(text) ?? { value: find(text) };
    if (known.size >= MOST_TEXTS) known.clear();
    known.set(text, found);
    return found.value;
  };
}

const MOST_TEXTS = 2000;
