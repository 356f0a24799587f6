import { createSpool, type SpoolPlace } from './spool.ts';

/** A value of a metric: what is sent, and the line of the file that it came from. */
export interface Value {
  readonly line: number;
  readonly date: string;
  readonly amount: string;
  /** The labels as JSON text, in the order of the metric's label columns. */
  readonly labels: string;
}

/** A value as the ledger holds it. */
export interface Entry extends Value {
  readonly number: number;
  /** The value as the service takes it: JSON text. */
  readonly json: string;
}

/** Kept values are sent; the others only remember that their day and labels were there. */
export type EntryState = 'kept' | 'replaced' | 'conflicting';

/**
 * Holds any number of values, one for each day and label set, in little memory: the values wait in
 * a spool, and a table of hashes finds them. Equal hashes are never taken for equal keys: the value
 * itself is read back and compared.
 */
export interface Ledger {
  /** Adds the value, or answers the one that has its day and labels already. */
  readonly add: (value: Value) => Entry | undefined;
  /** Puts the value in the place of the entry. */
  readonly replace: (entry: Entry, value: Value) => void;
  /** Neither this one nor another of its day and labels is to be sent. */
  readonly markConflicting: (entry: Entry) => void;
  readonly stateOf: (entry: Entry) => EntryState;
  readonly find: (date: string, labels: string) => Entry | undefined;
  /** The values to send, in the order in which they came. */
  readonly entries: () => Generator<Entry, void, undefined>;
  /** One more than the highest number of an entry. */
  readonly size: () => number;
  readonly close: () => void;
}

const states: readonly EntryState[] = ['kept', 'replaced', 'conflicting'];

export function createLedger(place: SpoolPlace): Ledger {
  const spool = createSpool(place);
  const seed = Math.floor(place.random() * 2 ** 32);
  let offsets = new Float64Array(1024);
  let marks = new Uint8Array(1024);
  /** Pairs: the hash, and one more than the entry's number; 0 is an empty slot. */
  let slots = new Uint32Array(4096);
  let count = 0;

  /** Where the key stands, or the empty slot where it would. */
  function slotOf(hash: number, date: string, labels: string): { at: number; entry?: Entry } {
    const mask = slots.length - 1;
    for (let at = (hash << 1) & mask; ; at = (at + 2) & mask) {
      const number = (slots[at + 1] ?? 0) - 1;
      if (number < 0) return { at };
      if (slots[at] !== hash) continue;
      const entry = readEntry(number, spool.read(offsets[number] ?? 0));
      if (entry.date === date && entry.labels === labels) return { at, entry };
    }
  }

  function put(at: number, hash: number, value: Value): void {
    if (count === offsets.length) grow();
    offsets[count] = spool.append(writeEntry(value));
    count += 1;
    slots[at] = hash;
    slots[at + 1] = count;
  }

  function grow(): void {
    offsets = copyInto(new Float64Array(count * 2), offsets);
    marks = copyInto(new Uint8Array(count * 2), marks);
  }

  /** At most half of the slots are taken. */
  function growSlots(): void {
    const larger = new Uint32Array(slots.length * 2);
    const mask = larger.length - 1;
    for (let from = 0; from < slots.length; from += 2) {
      const hash = slots[from] ?? 0;
      const number = slots[from + 1] ?? 0;
      if (number === 0) continue;
      let at = (hash << 1) & mask;
      while (larger[at + 1] !== 0) at = (at + 2) & mask;
      larger[at] = hash;
      larger[at + 1] = number;
    }
    slots = larger;
  }

  return {
    add(value) {
      const hash = hashText(value.labels, hashText(value.date, seed));
      const { at, entry } = slotOf(hash, value.date, value.labels);
      if (entry !== undefined) return entry;
      put(at, hash, value);
      if (count * 4 > slots.length) growSlots();
      return undefined;
    },
    replace(entry, value) {
      const hash = hashText(value.labels, hashText(value.date, seed));
      marks[entry.number] = states.indexOf('replaced');
      put(slotOf(hash, value.date, value.labels).at, hash, value);
      if (count * 4 > slots.length) growSlots();
    },
    markConflicting(entry) {
      marks[entry.number] = states.indexOf('conflicting');
    },
    stateOf: (entry) => states[marks[entry.number] ?? 0] ?? 'kept',
    find: (date, labels) => {
      const { entry } = slotOf(hashText(labels, hashText(date, seed)), date, labels);
      return entry !== undefined && marks[entry.number] === 0 ? entry : undefined;
    },
    *entries() {
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

/** FNV-1a over UTF-16 units, with a last mix so that the low bits depend on all. */
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

/** The checked day has ten characters, and neither it nor the amount holds a quote. */
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

function copyInto<Numbers extends Float64Array | Uint8Array>(
  larger: Numbers,
  from: Numbers,
): Numbers {
  larger.set(from);
  return larger;
}
