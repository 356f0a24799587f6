import { createHash } from 'node:crypto';
import { CostctlError, usageError } from '../../../errors.ts';
import { explainFault, readTable } from '../../../formats/any-table.ts';
import { readCommaAmount } from '../../../formats/cell-spelling.ts';
import type { CellKind } from '../../../formats/csv-records.ts';
import { oneColumnHint, refuseTwinColumns } from '../../../formats/csv-records.ts';
import { parseDecimal } from '../../../json/decimal.ts';
import type { InvoiceLine } from '../../../questions/reconcile-invoice.ts';
import { dayIn } from '../../../rows/currency-and-day.ts';
import type { Session } from '../../../session.ts';
import { openSource } from '../../../storage/source.ts';
import { nameFirst, quote } from '../../../text.ts';

export interface InvoiceChoice {
  readonly by: readonly string[];
  /** Names of columns in the file: of `amount`, `currency`, `charge` and of the columns grouped by. */
  readonly map: Readonly<Record<string, string>>;
  readonly sheet?: string | undefined;
  /** Whether amounts are written as 1.234,56, and the option that says so. */
  readonly comma: { readonly isUsed: boolean; readonly option: string };
}

/** Names that are found without a map, in upper or lower case, with or without spaces, dashes and underscores. */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  amount: ['amount', 'cost', 'total', 'billedcost', 'netamount', 'betrag'],
  currency: ['currency', 'billingcurrency', 'invoicecurrency', 'waehrung', 'währung'],
  charge: ['chargecategory', 'chargetype', 'charge'],
};

/** The column of FOCUS that says whether an invoice is valid, and its values. */
const statusColumn = 'InvoiceIssueStatus';
const statuses = ['open', 'issued', 'voided'] as const;

/** Columns with the day of a charge. That of the invoice itself is later. */
const dayNames = ['date', 'day', 'usagedate', 'chargeperiodstart', 'datum'];

type Cells = readonly (string | null | undefined)[];
/** Of the cells of a workbook, or the columns of Parquet; of csv undefined. */
type Kinds = readonly (CellKind | undefined)[];

/** Hands over the lines of an invoice: csv, xlsx or Parquet. Returns whether it has a currency. */
export async function readInvoice(
  session: Session,
  path: string,
  choice: InvoiceChoice,
  take: (line: InvoiceLine) => void,
): Promise<{ readonly hasCurrency: boolean; readonly lines: number }> {
  let toLine: ReturnType<typeof createLineReader> | undefined;
  let lines = 0;
  const open = (names: readonly string[]) => {
    toLine = createLineReader(path, names, choice);
  };
  const takeCells = (cells: Cells, line: number, kinds: Kinds = []) => {
    if (toLine === undefined) throw new CostctlError('invalid_data', `${path}: it has no header`);
    lines += 1;
    take(toLine.read(cells, line, kinds));
  };
  if (/\.xls[xm]$/i.test(path)) await readSheet(session, path, choice, open, takeCells);
  else {
    if (choice.sheet !== undefined) throw usageError('--sheet is for workbooks');
    let kinds: Kinds = [];
    await readTable(path, {
      open: (columns) => {
        kinds = columns.map(({ stored }) => (stored === 'number' ? stored : undefined));
        open(columns.map(({ name }) => name));
      },
      take: (cells, line) => takeCells(cells, line, kinds),
    });
  }
  if (lines === 0) throw new CostctlError('invalid_data', `${path} has no lines`);
  return { hasCurrency: toLine?.hasCurrency ?? false, lines };
}

async function readSheet(
  { context, output }: Session,
  path: string,
  { sheet }: InvoiceChoice,
  open: (names: readonly string[]) => void,
  take: (cells: Cells, line: number, kinds: Kinds) => void,
): Promise<void> {
  const { readWorkbook } = await import('../../../formats/xlsx/read-rows.ts');
  const { chunks, close } = await openSource(path, context.stdin, context.signal);
  const options = { name: path, sheet, excelPrecision: undefined, note: output.note };
  let isOpen = false;
  const reading = readWorkbook(chunks, options, (line, cells, fault, kinds = []) => {
    if (fault !== undefined) throw wrongLine(path, line, fault);
    if (cells.every((cell) => cell === '')) return;
    if (isOpen) return take(cells, line, kinds);
    refuseTwinColumns(cells.filter((name) => name !== ''));
    open(cells);
    isOpen = true;
  });
  await reading.finally(close).catch((cause: unknown) => {
    throw explainFault(path, cause);
  });
}

function createLineReader(path: string, names: readonly string[], choice: InvoiceChoice) {
  const { by, map, comma } = choice;
  const known = new Set(['amount', 'currency', 'charge', ...by]);
  const unknown = Object.keys(map).find((field) => !known.has(field));
  if (unknown !== undefined) {
    throw usageError(`--map: unknown field ${unknown}`, `known fields: ${[...known].join(', ')}`);
  }
  const placeOf = (field: string): number =>
    findColumn(path, names, field, Object.hasOwn(map, field) ? map[field] : undefined);
  const amountAt = placeOf('amount');
  const currencyAt = placeOf('currency');
  const chargeAt = placeOf('charge');
  const statusAt = names.indexOf(statusColumn);
  const chargedAt = names.findIndex((name) => dayNames.includes(plainName(name)));
  // The invoice data of FOCUS has only the period that is billed.
  const dayAt = chargedAt < 0 ? names.indexOf('BillingPeriodStart') : chargedAt;
  const keys = by.map(placeOf);
  const missing = ['amount', ...by].filter((field) => placeOf(field) < 0);
  if (missing.length > 0) {
    const places = missing.map((field) => quote(`${field}=COLUMN`)).join(',');
    throw usageError(
      `${path} has no column for ${missing.join(' and ')}: it has ${nameFirst(names, 10)}`,
      names.length === 1 ? oneColumnHint : `say which: --map ${places}`,
    );
  }
  const seen = new Set<string>();
  const textAt = (cells: Cells, at: number) => {
    const text = cells[at]?.trim() ?? '';
    return text === '' ? null : text;
  };
  return {
    hasCurrency: currencyAt >= 0,
    read: (cells: Cells, line: number, kinds: Kinds): InvoiceLine => {
      const invalid = [amountAt, currencyAt, chargeAt, ...keys].find(
        (at) => kinds[at] === 'invalid',
      );
      if (invalid !== undefined) throw wrongLine(path, line, cells[invalid] ?? '');
      const written = textAt(cells, amountAt) ?? '';
      const isComma = comma.isUsed && kinds[amountAt] !== 'number';
      const amount = parseDecimal(isComma ? (readCommaAmount(written) ?? '') : written);
      if (amount === undefined) {
        const what = written === '' ? 'it has no amount' : `'${written}' is not an amount`;
        throw wrongLine(path, line, what, hintOnAmount(written, comma));
      }
      const whole = createHash('sha256').update(JSON.stringify(cells)).digest('base64');
      const isRepeated = seen.has(whole);
      seen.add(whole);
      const charge = textAt(cells, chargeAt)?.toLowerCase();
      return {
        values: keys.map((at) => textAt(cells, at)),
        currency: textAt(cells, currencyAt)?.toUpperCase() ?? null,
        amount,
        kind: charge === 'tax' || charge === 'credit' ? charge : undefined,
        status: statuses.find((one) => one === textAt(cells, statusAt)?.toLowerCase()),
        day: dayIn(textAt(cells, dayAt) ?? ''),
        isRepeated,
      };
    },
  };
}

function hintOnAmount(written: string, { isUsed, option }: InvoiceChoice['comma']) {
  const isPlain = (text: string) => parseDecimal(text) !== undefined;
  if (written === '') return 'a line that has none, such as a heading, is to be removed';
  if (isUsed && isPlain(written)) return `amounts like 1234.56 are read without ${option}`;
  if (!isUsed && isPlain(readCommaAmount(written) ?? ''))
    return `amounts like 1.234,56 need ${option}`;
  if (isPlain(written.replaceAll(',', ''))) return 'write 1234.56, without signs between thousands';
  return /^\D*[\d,]+(\.\d+)?\D*$/.test(written)
    ? 'write 1234.56 or -1234.56, with nothing else in the cell'
    : undefined;
}

/** The place of a column, by the map or else by its name; -1 if the file lacks it. */
function findColumn(
  path: string,
  names: readonly string[],
  field: string,
  mapped: string | undefined,
): number {
  if (mapped !== undefined) {
    const at = names.indexOf(mapped);
    if (at >= 0) return at;
    throw usageError(`--map: ${path} has no column ${mapped}`, `it has ${nameFirst(names, 10)}`);
  }
  const exact = names.indexOf(field);
  if (exact >= 0) return exact;
  const usual = Object.hasOwn(usualNames, field) ? usualNames[field] : undefined;
  const wanted = usual ?? [field.toLowerCase()];
  const fitting = names.filter((name) => wanted.includes(plainName(name)));
  const [first, second] = fitting;
  if (first === undefined) return -1;
  if (second === undefined) return names.indexOf(first);
  throw usageError(
    `${path} has several columns for ${field}: ${nameFirst(fitting, 10)}`,
    `choose one, such as --map ${quote(`${field}=${first}`)}`,
  );
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[ _-]/g, '');
}

function wrongLine(path: string, line: number, what: string, hint?: string): CostctlError {
  return new CostctlError('invalid_data', `${path}: line ${line}: ${what}`, { hint });
}
