import { tab } from '../json/bulk/bytes.ts';

/** There is one value for each day and label set. */
export interface Key {
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
}

/** What a stored entry has besides its amount and labels takes fewer bytes. */
export const longestFrame = 100;

/** Stores an entry as a line of what is sent of it, a tab, and its line in the file; returns where that ends. */
export function writeEntry({ line, date, amount, labels }: Value, into: Buffer, from: number) {
  let at = writeText('{"date":"', into, from);
  at = writeText(date, into, at);
  at = writeText('","amount":"', into, at);
  at = writeText(amount, into, at);
  at = writeText('","labels":', into, at);
  at = writeText(labels, into, at);
  at = writeText('}\t', into, at);
  at = writeText(String(line), into, at);
  return writeText('\n', into, at);
}

/** For short texts, Node's own way takes several times as long. */
function writeText(text: string, into: Buffer, from: number): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return from + into.write(text, from);
    into[from + at] = code;
  }
  return from + text.length;
}

/** Where what is sent of an entry ends, if its stored line ends at `end`. */
export function endOfSent(stored: Buffer, end: number): number {
  let at = end;
  while (stored[at] !== tab) at -= 1;
  return at;
}

/** The checked day has ten characters, and neither it nor the amount contains a quote. */
export function readEntry(number: number, stored: string): Entry {
  const dateAt = '{"date":"'.length;
  const dateEnd = dateAt + 'YYYY-MM-DD'.length;
  const amountAt = dateEnd + '","amount":"'.length;
  const amountEnd = stored.indexOf('"', amountAt);
  const lineAt = stored.lastIndexOf('\t') + 1;
  return {
    number,
    line: Number(stored.slice(lineAt)),
    date: stored.slice(dateAt, dateEnd),
    amount: stored.slice(amountAt, amountEnd),
    labels: stored.slice(amountEnd + '","labels":'.length, lineAt - '}\t'.length),
  };
}
