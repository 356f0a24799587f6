/** Hashes are divided among this many parts by their highest bits. */
const partBits = 7;
const partCount = 2 ** partBits;
const restBits = 32 - partBits;
/** How many hashes a part has. Worked out once: a power takes longer than the rest of a search. */
const restSize = 2 ** restBits;

/** When this fraction of the slots of a part is filled, their number grows by this factor. */
const mostFilled = 0.8;
const growth = 1.25;
const leastSlots = 64;

/** By 32-bit hashes. The parts grow at different times, so only a small one is in memory twice. */
export class HashSlots {
  /** Slots in the order of hashes: a hash, and a number plus one or, if the slot is empty, 0. */
  readonly #parts = Array.from({ length: partCount }, (_, part) =>
    createSlots(leastSlots * growth ** (part / partCount)),
  );
  readonly #counts = new Uint32Array(partCount);
  /** Where the last search ended. */
  #slots = new Uint32Array(2);
  #at = 0;
  #hash = 0;

  /** The first number with this hash, or -1. */
  first(hash: number): number {
    this.#hash = hash;
    this.#slots = this.#parts[hash >>> restBits] ?? this.#slots;
    return this.#search(firstSlot(this.#slots, hash));
  }

  /** The next number with the same hash, or -1. */
  next(): number {
    return this.#search(nextSlot(this.#slots, this.#at));
  }

  /** Adds a number with the hash of the last search, which found no other. */
  add(number: number): void {
    const part = this.#hash >>> restBits;
    this.#slots[this.#at] = this.#hash;
    this.#slots[this.#at + 1] = number + 1;
    const count = (this.#counts[part] ?? 0) + 1;
    this.#counts[part] = count;
    if (count * 2 > this.#slots.length * mostFilled) this.#parts[part] = enlarge(this.#slots);
  }

  /** Puts a number in the place of the one that was found last. */
  replace(number: number): void {
    this.#slots[this.#at + 1] = number + 1;
  }

  #search(from: number): number {
    const [slots, hash] = [this.#slots, this.#hash];
    let at = from;
    while (slots[at + 1] !== 0 && slots[at] !== hash) at = nextSlot(slots, at);
    this.#at = at;
    return (slots[at + 1] ?? 0) - 1;
  }
}

function createSlots(count: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(Math.ceil(count) * 2);
}

function enlarge(smaller: Uint32Array): Uint32Array<ArrayBuffer> {
  const slots = createSlots((smaller.length / 2) * growth);
  for (let from = 0; from < smaller.length; from += 2) {
    const [hash = 0, number = 0] = [smaller[from], smaller[from + 1]];
    if (number === 0) continue;
    let at = firstSlot(slots, hash);
    while (slots[at + 1] !== 0) at = nextSlot(slots, at);
    slots[at] = hash;
    slots[at + 1] = number;
  }
  return slots;
}

function firstSlot(slots: Uint32Array, hash: number): number {
  return 2 * Math.floor(((hash & (restSize - 1)) * (slots.length / 2)) / restSize);
}

function nextSlot(slots: Uint32Array, at: number): number {
  return at + 2 === slots.length ? 0 : at + 2;
}
