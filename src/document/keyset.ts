/**
 * Remembers which keys an object has had, by hash, for all objects of a text at once. Two equal keys of an
 * object always meet; two different ones may (then the careful parser decides), so a "no" is proof and a "yes" is not.
 */
export class KeySet {
  #owners = new Int32Array(4096);
  #hashes = new Int32Array(4096);
  #used = 0;
  /** Owners below this belong to earlier texts: their slots count as free, so that nothing needs clearing. */
  #oldest = 1;
  #next = 1;

  /** Forgets every object so far. */
  restart(): void {
    if (this.#next > 0x3fffffff) {
      this.#owners.fill(0);
      this.#next = 1;
    }
    this.#oldest = this.#next;
    this.#used = 0;
  }

  /** A number above 0 for an object that opens. */
  owner(): number {
    return this.#next++;
  }

  /** Adds a key; false if the object may have it already. */
  add(owner: number, hash: number): boolean {
    const mask = this.#owners.length - 1;
    let slot = (hash ^ Math.imul(owner, 0x9e3779b1)) & mask;
    for (;;) {
      const held = this.#owners[slot]!;
      if (held < this.#oldest) break;
      if (held === owner && this.#hashes[slot] === hash) return false;
      slot = (slot + 1) & mask;
    }
    this.#owners[slot] = owner;
    this.#hashes[slot] = hash;
    if (++this.#used > mask >> 1) this.#grow();
    return true;
  }

  #grow(): void {
    const owners = this.#owners;
    const hashes = this.#hashes;
    this.#owners = new Int32Array(owners.length * 4);
    this.#hashes = new Int32Array(owners.length * 4);
    this.#used = 0;
    for (let slot = 0; slot < owners.length; slot++) {
      if (owners[slot]! >= this.#oldest) this.add(owners[slot]!, hashes[slot]!);
    }
  }
}
