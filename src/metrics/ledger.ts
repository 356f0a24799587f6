import { cutBatches, type EntryRange } from './cut-batches.ts';
import { type Entry, type Key, longestFrame, readEntry, type Value, writeEntry } from './entry.ts';
import { HashSlots } from './hash-slots.ts';
import { createLineSpool } from './line-spool.ts';

/** Current entries are sent; an excluded one only records that its day and labels occurred. */
type EntryState = 'current' | 'replaced' | 'excluded';

/**
 * Any number of values, one for each day and label set, in a spool. Equal hashes do not prove equal keys, so
 * the value itself is read back and compared.
 */
export type Ledger = ReturnType<typeof createLedger>;

export interface LedgerPlace {
  /** Where to create a file, if there are too many values for memory. */
  readonly folder: string;
  readonly random: () => number;
}

const states: readonly EntryState[] = ['current', 'replaced', 'excluded'];

/** The offset in the spool is stored for every 16th entry; the others are found by counting from there. */
const stride = 16;

/** Enough for many entries; an entry with long labels is written on its own. */
const pendingSize = 1 << 16;

export function createLedger({ folder, random }: LedgerPlace) {
  const spool = createLineSpool(folder);
  // A file whose hashes collide with one seed does not collide with another.
  const seed = Math.floor(random() * 2 ** 32);
  const offsets: number[] = [];
  /** The newest entries, from the number `pendingFirst` on, which are not in the spool yet. */
  let pending = Buffer.allocUnsafe(pendingSize);
  let pendingLength = 0;
  let pendingFirst = 0;
  /** The states of entries; one past the end is current. */
  let marks = new Uint8Array(0);
  const slots = new HashSlots();
  let count = 0;

  const keyHash = ({ date, labels }: Key) => hashText(labels, hashText(date, seed));
  const isCurrent = (number: number) => (marks[number] ?? 0) === 0;

  /** The entry of the key, whose slot, or an empty one, the table then remembers. */
  function search(key: Key): Entry | undefined {
    for (let number = slots.first(keyHash(key)); number >= 0; number = slots.next()) {
      if (number >= pendingFirst) flush();
      const offset = offsets[(number / stride) | 0] ?? 0;
      const entry = readEntry(number, spool.read(offset, number % stride));
      if (entry.date === key.date && entry.labels === key.labels) return entry;
    }
    return undefined;
  }

  /** Returns the entry's number. */
  function append(value: Value): number {
    // One UTF-16 unit takes at most three bytes.
    const most = 3 * (value.labels.length + value.amount.length) + longestFrame;
    if (pendingLength + most > pending.length) flush();
    if (most > pending.length) pending = Buffer.allocUnsafe(most);
    if (count % stride === 0) offsets.push(spool.size() + pendingLength);
    pendingLength = writeEntry(value, pending, pendingLength);
    count += 1;
    return count - 1;
  }

  /** One write for several entries is faster than one for each. */
  function flush(): void {
    spool.append(pending.subarray(0, pendingLength));
    pendingFirst = count;
    pendingLength = 0;
  }

  function mark(number: number, state: EntryState): void {
    if (number >= marks.length) {
      const smaller = marks;
      marks = new Uint8Array(Math.max(count, 2 * smaller.length));
      marks.set(smaller);
    }
    marks[number] = states.indexOf(state);
  }

  return {
    /** Adds the value, or returns the one that already has its day and labels. */
    add(value: Value): Entry | undefined {
      const found = search(value);
      if (found === undefined) slots.add(append(value));
      return found;
    },
    replace(entry: Entry, value: Value): void {
      mark(entry.number, 'replaced');
      search(value);
      slots.replace(append(value));
    },
    /** Excludes the entry from now on, without removing it. */
    exclude: ({ number }: Pick<Entry, 'number'>) => mark(number, 'excluded'),
    stateOf: ({ number }: Pick<Entry, 'number'>) => states[marks[number] ?? 0] ?? 'current',
    find(key: Key): Entry | undefined {
      const found = search(key);
      return found !== undefined && isCurrent(found.number) ? found : undefined;
    },
    /** The values to send, in order of arrival. */
    *entries({ from, to }: EntryRange = { from: 0, to: count }): Generator<Entry, void, undefined> {
      flush();
      let number = from - (from % stride);
      for (const stored of spool.lines(offsets[number / stride])) {
        if (number >= to) return;
        if (number >= from && isCurrent(number)) yield readEntry(number, stored);
        number += 1;
      }
    },
    /** The same as the bodies of requests of at most `size()` values each. */
    batches(size: () => number, { from, to }: EntryRange = { from: 0, to: count }) {
      flush();
      const firstNumber = from - (from % stride);
      const pieces = spool.pieces(offsets[firstNumber / stride]);
      return cutBatches({ pieces, firstNumber, from, to, isCurrent }, size);
    },
    /** One more than the highest entry number. */
    size: () => count,
    close: spool.close,
  };
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
