import { CostctlError } from '../errors.ts';
import { type DateFormat, guessDateFormats } from '../formats/cell-spelling.ts';
import { readFileRows } from '../formats/file-rows.ts';
import type { CellBlock } from '../formats/parquet/cell-block.ts';
import { openCellSlices } from '../formats/parquet/cell-slices.ts';
import { SharedValues } from '../formats/parquet/shared-values.ts';
import type { FileColumn } from '../formats/table-rows.ts';
import { type RowPage, rowIn } from '../json/bulk/rows.ts';
import { type GivenColumns, isLabelName } from '../rows/detect-columns.ts';
import { createFilter, requireColumnsMet } from '../rows/where.ts';
import { quote } from '../text.ts';
import { createColumnChoice } from './column-choice.ts';
import { createDayCollector, type DayCollector, type DayRows } from './day-rows.ts';
import { parseMirrorConditions } from './mirror-conditions.ts';
import { readSlices } from './read-slices.ts';
import type { HeldColumns } from './watch-columns.ts';

export interface FileReaderOptions {
  readonly given: GivenColumns;
  readonly where: readonly string[];
  readonly held: HeldColumns | undefined;
  /** How csv files write days, if not as `YYYY-MM-DD`. */
  readonly dateFormat: DateFormat | undefined;
  readonly nullTexts: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly onRows: (rows: number) => void;
}

/** Takes the rows of a day that were read so far: lines, or a block of cells. */
type StoreRows = (date: string, rows: readonly Buffer[]) => Promise<void>;

interface FileRead {
  /** Each with its rows added up. */
  readonly days: readonly DayRows['day'][];
  /** What blocks need, if the file was read column by column. */
  readonly blocks: Omit<CellBlock, 'bytes'> | undefined;
}

/** Reads files one after the other: all have the same columns for day, amount and currency. */
export type FileReader = ReturnType<typeof createFileReader>;

/** About this many bytes of rows are in memory at a time. */
const drainSize = 16 * 1024 * 1024;

export function createFileReader(options: FileReaderOptions) {
  const conditions = parseMirrorConditions(options.where, () => columns.roles()?.currency);
  const filter = createFilter(conditions);
  const shared = new SharedValues();
  const columns = createColumnChoice({ given: options.given, conditions, held: options.held });

  function refuse(place: string, role: 'date' | 'amount', text: string): never {
    const column = role === 'date' ? columns.roles()?.date : columns.roles()?.amount;
    throw wrongCell(place, role, column ?? '', text, options.dateFormat);
  }

  async function read(
    path: string,
    constants: ReadonlyMap<string, string | null>,
    store: StoreRows,
  ): Promise<FileRead> {
    const slices = await openCellSlices(path);
    if (slices === undefined) return readPages(path, constants, store);
    try {
      const own = slices.columns.map(({ name }) => name);
      const names = [...own, ...[...constants.keys()].filter((name) => !own.includes(name))];
      if (!columns.areSimple(names)) return await readPages(path, constants, store);
      const days = await readSlices({
        ...{ path, slices, constants, filter, shared },
        signal: options.signal,
        onRows: options.onRows,
        choose: (page) => columns.choose(page, path, slices.columns),
        refuse,
        store: (date, block) => store(date, [block]),
      });
      return { days, blocks: { names, shared } };
    } finally {
      await slices.close();
    }
  }

  async function readPages(
    path: string,
    constants: ReadonlyMap<string, string | null>,
    store: StoreRows,
  ): Promise<FileRead> {
    let collector: DayCollector | undefined;
    let held = 0;
    let current: { readonly page: RowPage; readonly placeOf: (row: number) => string } | undefined;
    const refuseRow = (role: 'date' | 'amount', text: string, rows: RowPage, row: number): never =>
      refuse(current?.placeOf(rowIn(current.page, rows, row)) ?? '', role, text);
    const drain = async () => {
      for (const [date, lines] of collector?.drain() ?? []) await store(date, lines);
      held = 0;
    };
    let fileColumns: readonly FileColumn[] = [];
    await readFileRows(
      path,
      {
        constants,
        nullTexts: options.nullTexts,
        numbersIn: (column) => {
          if (column === (columns.roles()?.amount ?? options.given.amount)) return 'amounts';
          return isNumberName(column) ? 'numbers' : undefined;
        },
        dayOf: (column) =>
          column === (columns.roles()?.date ?? options.given.date)
            ? options.dateFormat?.read
            : undefined,
        onColumns: (own) => {
          fileColumns = own;
        },
      },
      async (page, placeOf) => {
        options.signal.throwIfAborted();
        if (page.count === 0) return;
        current = { page, placeOf };
        if (collector === undefined) {
          collector = createDayCollector(columns.choose(page, path, fileColumns), refuseRow);
        } else columns.look(page, path);
        columns.requireAgreement();
        const rows = filter.select(page);
        collector.add(rows, rows);
        options.onRows(page.count);
        held += page.body.length;
        if (held > drainSize) await drain();
      },
    );
    await drain();
    const days = [...(collector?.take().values() ?? [])].map(({ day }) => day);
    return { days, blocks: undefined };
  }

  return {
    read,
    roles: columns.roles,
    /** What a person should know about the choice of columns and about the amounts. */
    notes: columns.notes,
    /** Fails if no row had the column of a condition. */
    requireConditions: () => requireColumnsMet(filter, async () => columns.names()),
  };
}

/** Whether a column of csv with this name has numbers, if its cells look like numbers. */
function isNumberName(column: string): boolean {
  return (
    /cost|amount|price|quantity/i.test(column) &&
    // `CostInBillingCurrency` is a cost, `costCurrency` is not.
    !/(id|code|unit|(?<!in_?(billing|pricing)_?)currency|type|name)$/i.test(column) &&
    !isLabelName(column)
  );
}

function wrongCell(
  place: string,
  role: 'date' | 'amount',
  column: string,
  text: string,
  dateFormat: DateFormat | undefined,
): CostctlError {
  const noun = role === 'date' ? 'a day' : 'a number';
  const found = text === '' ? `no ${role === 'date' ? 'day' : 'amount'}` : `'${text}'`;
  const why = text === '' ? '' : `, which is not ${noun}`;
  const isComma = role === 'amount' && /^[-+]?[\d.\s']*,\d+$/.test(text.trim());
  const given = ['YYYY-MM-DD', dateFormat?.name];
  const formats = guessDateFormats(text).filter((format) => !given.includes(format));
  const hints = {
    date:
      formats.length > 0
        ? `give a new mirror of csv files --date-column ${quote(column)} --date-format ${formats.join(' or ')}`
        : `days are ${dateFormat === undefined ? 'YYYY-MM-DD' : `like ${dateFormat.write('2026-09-01')} or 2026-09-01`}, or moments in UTC; --date-column names another column`,
    amount: isComma
      ? 'it seems to have a decimal comma: write 1234.56, without signs between thousands'
      : 'numbers are written as 1234.56; --amount-column names another column',
  };
  return new CostctlError('invalid_data', `${place} has ${found} in ${column}${why}`, {
    hint: text === '' ? `--where '${column}!=' leaves out rows without one` : hints[role],
  });
}
