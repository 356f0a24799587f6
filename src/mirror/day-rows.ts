import { CostctlError } from '../errors.ts';
import { newLine } from '../json/bulk/bytes.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import { type RowPage, readRow, rowWidth } from '../json/bulk/rows.ts';
import { formatDecimal } from '../json/decimal.ts';
import { stringifyJson } from '../json/stringify.ts';
import { createSum, type Sum } from '../json/sum.ts';
import { createDayReader } from '../rows/currency-and-day.ts';
import { createDayFingerprints } from '../rows/day-fingerprints.ts';
import { emptyFingerprint } from '../rows/fingerprint.ts';
import type { CurrencySum, MirrorDay, MirrorQuery } from './manifest.ts';

export interface RoleColumns {
  readonly date: string;
  readonly amount: string | undefined;
  readonly currency: string | undefined;
}

/** The columns of a mirror, once they are chosen. */
export function rolesOf({ dateColumn, amountColumn, currencyColumn }: MirrorQuery): RoleColumns {
  return {
    date: dateColumn ?? '',
    amount: amountColumn ?? undefined,
    currency: currencyColumn === 'none' ? undefined : (currencyColumn ?? undefined),
  };
}

/** The rows of one day as they were read: their manifest entry, and their lines. */
export interface DayRows {
  readonly day: Omit<MirrorDay, 'readAt'>;
  readonly lines: readonly Buffer[];
}

/** Takes the rows of a window apart by day. */
export type DayCollector = ReturnType<typeof createDayCollector>;

/** Refuses a row without a day, or with an amount that is not a number; `text` is what the row has. */
export type RefuseRow = (
  role: 'date' | 'amount',
  text: string,
  rows: RowPage,
  row: number,
) => never;

/** Without `refuse`, an amount that is not a number makes the sum of its day unknown. */
export function createDayCollector(columns: RoleColumns, refuse?: RefuseRow) {
  const pageDays = new CellReader(columns.date);
  const rowDays = new CellReader(columns.date);
  const amounts = columns.amount === undefined ? undefined : new CellReader(columns.amount);
  const currencies = columns.currency === undefined ? undefined : new CellReader(columns.currency);
  const dayOfCell = createDayReader();
  const contents = createDayFingerprints(columns.date);
  let days = new Map<string, Gathered>();

  function gatheredOf(cells: CellReader, page: RowPage, row: number): Gathered {
    const text = cells.read(page, row) ?? '';
    const day = dayOfCell(text);
    if (day === undefined) {
      refuse?.('date', text, page, row);
      throw noDay(columns.date, text);
    }
    const gathered = days.get(day) ?? new Gathered();
    days.set(day, gathered);
    return gathered;
  }

  return {
    /** `rows` are the wanted rows of the page. */
    add: (rows: RowPage, page: RowPage) => {
      for (let row = 0; row < page.count; row += 1) gatheredOf(pageDays, page, row).read += 1;
      for (let row = 0; row < rows.count; row += 1) {
        const currency = currencies?.read(rows, row) ?? '';
        const amount = amounts?.read(rows, row);
        const isSum = gatheredOf(rowDays, rows, row).add(rows, row, currency, amount);
        if (!isSum) refuse?.('amount', amount ?? '', rows, row);
      }
      contents.add(rows);
    },
    /** Takes the lines so far, by day. From then on the collector keeps no memory for them. */
    drain: () => new Map([...days].map(([date, gathered]) => [date, gathered.drain()])),
    /** What was added, by day; a day without rows is not among them. */
    take: () => {
      contents.commit();
      const hashes = new Map(contents.take().map(({ date, fingerprint }) => [date, fingerprint]));
      const taken = new Map(
        [...days].map(([date, gathered]) => [
          date,
          gathered.take(date, hashes.get(date) ?? emptyFingerprint),
        ]),
      );
      days = new Map();
      return taken;
    },
  };
}

interface GatheredSum {
  rows: number;
  readonly sum: Sum;
  /** Whether every amount so far is a number. */
  isWhole: boolean;
}

export class CurrencySums {
  readonly #sums = new Map<string, GatheredSum>();

  of(currency: string): GatheredSum {
    const name = currency.trim().toUpperCase();
    const own = this.#sums.get(name) ?? { rows: 0, sum: createSum(), isWhole: true };
    this.#sums.set(name, own);
    return own;
  }

  take(): CurrencySum[] {
    return [...this.#sums]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, { rows, sum, isWhole }]) => ({
        currency: currency === '' ? null : currency,
        rows,
        sum: isWhole ? formatDecimal(sum.total()) : null,
      }));
  }
}

const chunkSize = 64 * 1024;

class Gathered {
  read = 0;
  #rows = 0;
  readonly #sums = new CurrencySums();
  #full: Buffer[] = [];
  #chunk = Buffer.alloc(0);
  #length = 0;

  /** Returns whether the amount could be added. */
  add(page: RowPage, row: number, currency: string, amount: string | null | undefined): boolean {
    this.#rows += 1;
    const own = this.#sums.of(currency);
    own.rows += 1;
    const isNumber = amount !== undefined && amount !== null && own.sum.add(amount);
    if (!isNumber && amount !== undefined && amount !== null) own.isWhole = false;
    this.#addLine(page, row);
    return isNumber;
  }

  drain(): readonly Buffer[] {
    const lines = [...this.#full, this.#chunk.subarray(0, this.#length)];
    [this.#full, this.#chunk, this.#length] = [[], Buffer.alloc(0), 0];
    return lines;
  }

  take(date: string, hash: string): DayRows {
    return {
      day: { date, read: this.read, rows: this.#rows, sums: this.#sums.take(), hash },
      lines: this.drain(),
    };
  }

  #addLine(page: RowPage, row: number): void {
    if (page.loose[row] === 0) {
      const [start, end] = [page.rows[row * rowWidth] ?? 0, page.rows[row * rowWidth + 1] ?? 0];
      this.#append(page.body, start, end);
    } else {
      const bytes = Buffer.from(stringifyJson(readRow(page, row)));
      this.#append(bytes, 0, bytes.length);
    }
  }

  #append(source: Buffer, start: number, end: number): void {
    const size = end - start + 1;
    if (this.#length + size > this.#chunk.length) {
      if (this.#length > 0) this.#full.push(this.#chunk.subarray(0, this.#length));
      this.#chunk = Buffer.allocUnsafe(
        Math.max(size, Math.min(chunkSize, this.#chunk.length * 2 || 4096)),
      );
      this.#length = 0;
    }
    source.copy(this.#chunk, this.#length, start, end);
    this.#chunk[this.#length + size - 1] = newLine;
    this.#length += size;
  }
}

function noDay(column: string, text: string): CostctlError {
  const found = text === '' ? 'no day' : `'${text}', which is not a day,`;
  return new CostctlError('incomplete', `a row has ${found} in ${column}`, {
    hint: 'make the mirror in a new folder, and name the column of days: --date-column',
  });
}
