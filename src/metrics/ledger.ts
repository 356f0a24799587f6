import { createLineSpool } from './line-spool.ts';

/** There is one value for each day and label set. */
interface Key {
  readonly date: string;
  /** The labels as JSON text, in the order of the metric's label columns. */
  readonly labels: string;
}

/** A value of a metric: the data to send, and its line in the file. */
export interface Value extends Key {
  readonly line: number;
  readonly amount: string;
}

/** A value in the ledger. */
export interface Entry extends Value {
  readonly number: number;
  /** The JSON text to send. */
  readonly json: string;
}

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
  readonly entries: () => Generator<Entry, void, undefined>;
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

/** The spool's offset is stored for every 16th entry; the others are found by counting from there. */
const stride = 16;

/** Labels may be long, so at most this many characters are buffered. */
const longestPending = 1 << 16;

export function createLedger({ folder, random }: LedgerPlace): Ledger {
  const spool = createLineSpool(folder);
  // A file whose hashes collide with one seed does not collide with another.
  const seed = Math.floor(random() * 2 ** 32);
  const offsets: number[] = [];
  /** The newest entries, from this number on, which are not in the spool yet. */
  let pending = '';
  let pendingFirst = 0;
  let hashes = new Uint32Array(1024);
  let marks = new Uint8Array(1024);
  /** Entry numbers plus one; 0 is an empty slot. */
  let slots = new Uint32Array(2048);
  let count = 0;

  const keyHash = ({ date, labels }: Key) => hashText(labels, hashText(date, seed));

  /** The result of the last search; returning both would create an object for each row. */
  let found: Entry | undefined;

  /** The slot of the key, or an empty slot for it. */
  function findSlot(key: Key, hash: number): number {
    const mask = slots.length - 1;
    found = undefined;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const number = (slots[at] ?? 0) - 1;
      if (number < 0) return at;
      if (hashes[number] !== hash) continue;
      if (number >= pendingFirst) flush();
      const offset = offsets[(number / stride) | 0] ?? 0;
      const entry = readEntry(number, spool.read(offset, number % stride));
      if (entry.date !== key.date || entry.labels !== key.labels) continue;
      found = entry;
      return at;
    }
  }

  function put(at: number, hash: number, value: Value): void {
    if (count === hashes.length) grow();
    if (count % stride === 0) flush();
    pending = pending === '' ? writeEntry(value) : `${pending}\n${writeEntry(value)}`;
    hashes[count] = hash;
    count += 1;
    slots[at] = count;
    if (pending.length > longestPending) flush();
    if (count * 4 > slots.length * 3) growSlots();
  }

  /** One write for several entries is faster than one for each. */
  function flush(): void {
    if (pending === '') return;
    const offset = spool.append(pending);
    if (pendingFirst % stride === 0) offsets.push(offset);
    pendingFirst = count;
    pending = '';
  }

  function grow(): void {
    const oldHashes = hashes;
    const oldMarks = marks;
    hashes = new Uint32Array(count * 2);
    hashes.set(oldHashes);
    marks = new Uint8Array(count * 2);
    marks.set(oldMarks);
  }

  /** A replaced entry no longer has a slot; a later entry took it. */
  function growSlots(): void {
    const smaller = slots;
    slots = new Uint32Array(smaller.length * 2);
    const mask = slots.length - 1;
    for (const number of smaller) {
      if (number === 0) continue;
      let at = (hashes[number - 1] ?? 0) & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = number;
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
    *entries() {
      flush();
      let number = 0;
      for (const line of spool.lines()) {
        if (marks[number] === 0) yield readEntry(number, line);
        number += 1;
      }
    },
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

function writeEntry({ line, date, amount, labels }: Value): string {
  return `${line}\t{"date":"${date}","amount":"${amount}","labels":${labels}}`;
}

/** The checked day has ten characters, and neither it nor the amount contains a quote. */
function readEntry(number: number, text: string): Entry {
  const jsonAt = text.indexOf('\t') + 1;
  const dateAt = jsonAt + '{"date":"'.length;
  const dateEnd = dateAt + 'YYYY-MM-DD'.length;
  const amountAt = dateEnd + '","amount":"'.length;
  const amountEnd = text.indexOf('"', amountAt);
  return {
    number,
    line: Number(text.slice(0, jsonAt - 1)),
    date: text.slice(dateAt, dateEnd),
    amount: text.slice(amountAt, amountEnd),
    labels: text.slice(amountEnd + '","labels":'.length, -1),
    json: text.slice(jsonAt),
  };
}
