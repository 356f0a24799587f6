import { type Batch, cutBatches, type EntryRange } from './cut-batches.ts';
import { type Entry, type Key, longestFrame, readEntry, type Value, writeEntry } from './entry.ts';
import { createLineSpool } from './line-spool.ts';

/** Current entries are sent; an excluded one only records that its day and labels occurred. */
type EntryState = 'current' | 'replaced' | 'excluded';

/**
 * Any number of values, one for each day and label set, in little memory: the values are in a spool, and
 * a hash table finds them. Equal hashes do not prove equal keys, so the value itself is read back and
 * compared.
 */
export interface Ledger {
  /** Adds the value, or returns the one that already has its day and labels. */
  readonly add: (value: Value) => Entry | undefined;
  /** Replaces the entry's value. */
  readonly replace: (entry: Entry, value: Value) => void;
  /** Excludes the entry from now on, without removing it. */
  readonly exclude: (entry: Pick<Entry, 'number'>) => void;
  readonly stateOf: (entry: Entry) => EntryState;
  readonly find: (key: Key) => Entry | undefined;
  /** The values to send, in order of arrival. */
  readonly entries: (range?: EntryRange) => Generator<Entry, void, undefined>;
  /** The same as the bodies of requests of at most `size()` values each. */
  readonly batches: (size: () => number, range?: EntryRange) => Generator<Batch, void, undefined>;
  /** One more than the highest entry number. */
  readonly size: () => number;
  readonly close: () => void;
}

export interface LedgerPlace {
  /** Where to create a file, if there are too many values for memory. */
  readonly folder: string;
  readonly random: () => number;
}

const states: readonly EntryState[] = ['current', 'replaced', 'excluded'];

/** The offset in the spool is stored for every 16th entry; the others are found by counting from there. */
const stride = 16;

/** When this part of the slots is filled, their number grows by this factor. */
const mostFilled = 0.75;
const slotGrowth = 1.5;

/** Enough for many entries; an entry with long labels is written on its own. */
const pendingSize = 1 << 16;

export function createLedger({ folder, random }: LedgerPlace): Ledger {
  const spool = createLineSpool(folder);
  // A file whose hashes collide with one seed does not collide with another.
  const seed = Math.floor(random() * 2 ** 32);
  const offsets: number[] = [];
  /** The newest entries, from the number `pendingFirst` on, which are not in the spool yet. */
  let pending = Buffer.allocUnsafe(pendingSize);
  let pendingLength = 0;
  let pendingFirst = 0;
  let marks = new Uint8Array(1024);
  /** Slots in the order of hashes: a hash, and an entry's number plus one or, if the slot is empty, 0. */
  let slots = new Uint32Array(2048);
  let count = 0;

  const keyHash = ({ date, labels }: Key) => hashText(labels, hashText(date, seed));

  /** The result of the last search; returning both would create an object for each row. */
  let found: Entry | undefined;

  /** The slot of the key, or an empty slot for it. */
  function findSlot(key: Key, hash: number): number {
    found = undefined;
    for (let at = firstSlot(slots, hash); ; at = nextSlot(slots, at)) {
      const number = (slots[at + 1] ?? 0) - 1;
      if (number < 0) return at;
      if (slots[at] !== hash) continue;
      if (number >= pendingFirst) flush();
      const offset = offsets[(number / stride) | 0] ?? 0;
      const entry = readEntry(number, spool.read(offset, number % stride));
      if (entry.date !== key.date || entry.labels !== key.labels) continue;
      found = entry;
      return at;
    }
  }

  function put(at: number, hash: number, value: Value): void {
    if (count === marks.length) growMarks();
    // One UTF-16 unit takes at most three bytes.
    const most = 3 * (value.labels.length + value.amount.length) + longestFrame;
    if (pendingLength + most > pending.length) flush();
    if (most > pending.length) pending = Buffer.allocUnsafe(most);
    if (count % stride === 0) offsets.push(spool.size() + pendingLength);
    pendingLength = writeEntry(value, pending, pendingLength);
    count += 1;
    slots[at] = hash;
    slots[at + 1] = count;
    if (count * 2 > slots.length * mostFilled) growSlots();
  }

  /** One write for several entries is faster than one for each. */
  function flush(): void {
    spool.append(pending.subarray(0, pendingLength));
    pendingFirst = count;
    pendingLength = 0;
  }

  function growMarks(): void {
    const smaller = marks;
    marks = new Uint8Array(count * 2);
    marks.set(smaller);
  }

  /** A replaced entry no longer has a slot; a later entry took it. */
  function growSlots(): void {
    const smaller = slots;
    slots = new Uint32Array(Math.ceil((smaller.length / 2) * slotGrowth) * 2);
    for (let from = 0; from < smaller.length; from += 2) {
      const [hash = 0, number = 0] = [smaller[from], smaller[from + 1]];
      if (number === 0) continue;
      let at = firstSlot(slots, hash);
      while (slots[at + 1] !== 0) at = nextSlot(slots, at);
      slots[at] = hash;
      slots[at + 1] = number;
    }
  }

  return {
    add(value) {
      const hash = keyHash(value);
      const at = findSlot(value, hash);
      if (found === undefined) put(at, hash, value);
      return found;
    },
    replace(entry, value) {
      const hash = keyHash(value);
      marks[entry.number] = states.indexOf('replaced');
      put(findSlot(value, hash), hash, value);
    },
    exclude(entry) {
      marks[entry.number] = states.indexOf('excluded');
    },
    stateOf: (entry) => states[marks[entry.number] ?? 0] ?? 'current',
    find(key) {
      findSlot(key, keyHash(key));
      return found !== undefined && marks[found.number] === 0 ? found : undefined;
    },
    *entries({ from, to } = { from: 0, to: count }) {
      flush();
      let number = from - (from % stride);
      for (const stored of spool.lines(offsets[number / stride])) {
        if (number >= to) return;
        if (number >= from && marks[number] === 0) yield readEntry(number, stored);
        number += 1;
      }
    },
    batches(size, { from, to } = { from: 0, to: count }) {
      flush();
      const firstNumber = from - (from % stride);
      const pieces = spool.pieces(offsets[firstNumber / stride]);
      const isCurrent = (number: number) => marks[number] === 0;
      return cutBatches({ pieces, firstNumber, from, to, isCurrent }, size);
    },
    size: () => count,
    close: spool.close,
  };
}

function firstSlot(slots: Uint32Array, hash: number): number {
  return 2 * Math.floor((hash * (slots.length / 2)) / 2 ** 32);
}

function nextSlot(slots: Uint32Array, at: number): number {
  return at + 2 === slots.length ? 0 : at + 2;
}

/** FNV-1a over UTF-16 units, with a final mix so that the low bits depend on all. */
function hashText(text: string, seed: number): number {
  let hash = seed ^ 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
