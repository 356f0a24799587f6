import { CostctlError, usageError } from '../errors.ts';
import type { FileColumn } from '../formats/any-table.ts';
import { type DateFormat, guessDateFormats } from '../formats/cell-spelling.ts';
import { readFileRows } from '../formats/file-rows.ts';
import type { CellBlock } from '../formats/parquet/cell-block.ts';
import { openCellSlices } from '../formats/parquet/cell-slices.ts';
import { SharedValues } from '../formats/parquet/shared-values.ts';
import { type RowPage, rowWidth } from '../json/bulk/rows.ts';
import { keysOf } from '../json/members.ts';
import { createColumnWatch } from '../rows/column-watch.ts';
import { leaves, rowObject } from '../rows/cost-page.ts';
import { type GivenColumns, type Role, roles } from '../rows/detect-columns.ts';
import { conflictError } from '../rows/require-columns.ts';
import { createFilter, requireColumnsMet } from '../rows/where.ts';
import { parseCondition } from '../rows/where-language.ts';
import {
  createDayCollector,
  type DayCollector,
  type DayRows,
  type RoleColumns,
} from './day-rows.ts';
import { readSlices } from './read-slices.ts';

export interface FileReaderOptions {
  readonly given: GivenColumns;
  readonly where: readonly string[];
  /** The columns of a mirror that exists. */
  readonly roles: RoleColumns | undefined;
  /** How csv files write days, if not as this program does. */
  readonly dateFormat: DateFormat | undefined;
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
export interface FileReader {
  readonly read: (
    path: string,
    constants: ReadonlyMap<string, string>,
    store: StoreRows,
  ) => Promise<FileRead>;
  readonly roles: () => RoleColumns | undefined;
  /** What a person should know about the choice of columns and about the amounts. */
  readonly notes: () => readonly string[];
  /** Fails if no row had the column of a condition. */
  readonly requireConditions: () => void;
}

const anyDay = { from: '0001-01-01', to: '9999-12-31' };
/** Rows of so many bytes are in memory at a time. */
const drainSize = 16 * 1024 * 1024;

export function createFileReader(options: FileReaderOptions): FileReader {
  const conditions = options.where.map((text) => parseCondition(text));
  const filter = createFilter(conditions);
  const shared = new SharedValues();
  const names = new Set<string>();
  const notes = new Set<string>();
  let chosen = options.roles;
  let watch: ReturnType<typeof createColumnWatch> | undefined;
  /** All columns that matter were given, or are those of FOCUS. */
  let areGiven = false;

  function choose(page: RowPage, path: string): RoleColumns {
    const own = columnsOf(page);
    for (const name of own) names.add(name);
    if (chosen === undefined) {
      const given = { ...focusColumns(own), ...options.given };
      watch = createColumnWatch({ given, ranges: [anyDay] });
      areGiven = roles.every((role) => given[role] !== undefined);
      watch.look(page);
      chosen = requireRoles(watch, path, own);
      noteOthers(chosen, options.given, own, notes);
    } else {
      requireOwn(chosen, own);
      watch?.look(page);
    }
    return chosen;
  }

  /** Whether the columns of a file are known by their names alone, and none is inside another. */
  function isSimple(names: readonly string[]): boolean {
    const own = new Set(names);
    const { date, amount, currency } = chosen ?? { ...focusColumns(own), ...options.given };
    const isKnown = chosen === undefined ? currency !== undefined : watch === undefined || areGiven;
    const needed = [date, amount, currency === 'none' ? undefined : currency];
    return (
      isKnown &&
      own.size === names.length &&
      date !== undefined &&
      amount !== undefined &&
      needed.every((column) => column === undefined || own.has(column)) &&
      conditions.every(({ column }) => own.has(column))
    );
  }

  async function read(
    path: string,
    constants: ReadonlyMap<string, string>,
    store: StoreRows,
  ): Promise<FileRead> {
    const slices = await openCellSlices(path);
    if (slices === undefined) return readPages(path, constants, store);
    try {
      const own = slices.columns.map(({ name }) => name);
      const names = [...own, ...[...constants.keys()].filter((name) => !own.includes(name))];
      if (!isSimple(names)) return await readPages(path, constants, store);
      const days = await readSlices({
        ...{ path, slices, constants, filter, shared },
        signal: options.signal,
        onRows: options.onRows,
        choose: (page) => {
          const found = choose(page, path);
          noteBinary(path, slices.columns, found, notes);
          return found;
        },
        refuse: (place, role, text) => {
          const column = role === 'date' ? chosen?.date : chosen?.amount;
          throw wrongCell(place, role, column ?? '', text);
        },
        store: (date, block) => store(date, [block]),
      });
      return { days, blocks: { names, shared } };
    } finally {
      await slices.close();
    }
  }

  async function readPages(
    path: string,
    constants: ReadonlyMap<string, string>,
    store: StoreRows,
  ): Promise<FileRead> {
    let collector: DayCollector | undefined;
    let held = 0;
    let current: { readonly page: RowPage; readonly placeOf: (row: number) => string } | undefined;
    const refuse = (role: 'date' | 'amount', text: string, rows: RowPage, row: number): never => {
      const place = current?.placeOf(rowIn(current.page, rows, row)) ?? '';
      const column = (role === 'date' ? chosen?.date : chosen?.amount) ?? '';
      throw wrongCell(place, role, column, text);
    };
    const drain = async () => {
      for (const [date, lines] of collector?.drain() ?? []) await store(date, lines);
      held = 0;
    };
    let fileColumns: readonly FileColumn[] = [];
    await readFileRows(
      path,
      {
        constants,
        areNumbers: (column) =>
          column === (chosen?.amount ?? options.given.amount) || isNumberName(column),
        dayOf: (column) =>
          column === (chosen?.date ?? options.given.date) ? options.dateFormat?.read : undefined,
        onColumns: (columns) => {
          fileColumns = columns;
        },
      },
      async (page, placeOf) => {
        options.signal.throwIfAborted();
        if (page.count === 0) return;
        current = { page, placeOf };
        if (collector === undefined) {
          const found = choose(page, path);
          collector = createDayCollector(found, refuse);
          noteBinary(path, fileColumns, found, notes);
        } else watch?.look(page);
        const conflict = watch?.conflict();
        if (conflict !== undefined) throw conflictError(conflict);
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
    roles: () => chosen,
    notes: () => [...notes],
    requireConditions: () => requireColumnsMet(filter, [...names]),
  };
}

/** A row of a selection is found in its page by where it begins. */
function rowIn(page: RowPage, rows: RowPage, row: number): number {
  const start = rows.rows[row * rowWidth];
  let at = 0;
  while (at < page.count && page.rows[at * rowWidth] !== start) at += 1;
  return at;
}

const rowsLookedAt = 20;

function columnsOf(page: RowPage): Set<string> {
  const names = new Set<string>();
  for (let row = 0; row < Math.min(page.count, rowsLookedAt); row += 1) {
    const value = rowObject(page, row);
    for (const name of keysOf(value)) names.add(name);
    for (const [name] of leaves(value)) names.add(name);
  }
  return names;
}

/** Costs of a FOCUS data set, the one that invoices have first. */
const focusCosts = ['BilledCost', 'EffectiveCost', 'ContractedCost', 'ListCost'];

/** What the columns of a FOCUS data set mean is no question. */
function focusColumns(names: ReadonlySet<string>): GivenColumns {
  const amount = focusCosts.find((name) => names.has(name));
  const isFocus = names.has('ChargePeriodStart') && names.has('BillingCurrency');
  if (!isFocus || amount === undefined) return {};
  return { date: 'ChargePeriodStart', amount, currency: 'BillingCurrency' };
}

function noteOthers(
  { amount }: RoleColumns,
  given: GivenColumns,
  names: ReadonlySet<string>,
  notes: Set<string>,
): void {
  const others = focusCosts.filter((name) => names.has(name) && name !== amount);
  if (given.amount !== undefined || !focusCosts.includes(amount ?? '') || others.length === 0)
    return;
  notes.add(`the amount is ${amount}; --amount-column chooses ${others.join(', ')}`);
}

/** A sum of binary fractions depends on who adds it up: this program adds their shortest decimals. */
function noteBinary(
  path: string,
  columns: readonly FileColumn[],
  { amount }: RoleColumns,
  notes: Set<string>,
): void {
  if (!columns.some(({ name, isBinary }) => name === amount && isBinary === true)) return;
  notes.add(
    `${amount} is stored as floating point in ${path}: each amount is the shortest decimal that means the same`,
  );
}

/** Columns of csv with such names are numbers if their cells are. */
function isNumberName(column: string): boolean {
  return (
    /cost|amount|price|quantity/i.test(column) &&
    !/(id|code|unit|currency|type|name)$/i.test(column)
  );
}

function requireRoles(
  watch: ReturnType<typeof createColumnWatch>,
  path: string,
  names: ReadonlySet<string>,
): RoleColumns {
  const found = watch.decide();
  if (found === undefined) throw new Error('there was no row to look at');
  for (const role of roles) {
    const { how, candidates, column } = found[role];
    if (how === 'unclear') throw unclear(path, role, candidates);
    if (how === 'none' && role !== 'currency') throw unclear(path, role, [...names]);
    if (how === 'given' && column !== undefined) requireColumn(column, names);
  }
  const { date, amount, currency } = found;
  return { date: date.column ?? '', amount: amount.column, currency: currency.column };
}

function requireOwn(chosen: RoleColumns, names: ReadonlySet<string>): void {
  for (const column of [chosen.date, chosen.amount, chosen.currency]) {
    if (column !== undefined) requireColumn(column, names);
  }
}

function requireColumn(column: string, names: ReadonlySet<string>): void {
  if (names.has(column)) return;
  throw new CostctlError('invalid_data', `it has no column '${column}'`, {
    hint: `it has ${listOf([...names])}; files with other columns need a mirror of their own`,
  });
}

function unclear(path: string, role: Role, candidates: readonly string[]): CostctlError {
  const what = role === 'date' ? 'day of a row' : role;
  return usageError(
    `${path}: which column has the ${what} is unclear: ${listOf(candidates)}`,
    `give --${role}-column NAME${role === 'date' ? '; days that are not YYYY-MM-DD also need --date-format' : ''}`,
  );
}

const mostListed = 20;

function listOf(names: readonly string[]): string {
  const more = names.length > mostListed ? ', …' : '';
  return `${names.slice(0, mostListed).join(', ')}${more}`;
}

function wrongCell(
  place: string,
  role: 'date' | 'amount',
  column: string,
  text: string,
): CostctlError {
  const noun = role === 'date' ? 'a day' : 'a number';
  const found = text === '' ? `no ${role === 'date' ? 'day' : 'amount'}` : `'${text}'`;
  const why = text === '' ? '' : `, which is not ${noun}`;
  const isComma = role === 'amount' && /^[-+]?[\d.\s']*,\d+$/.test(text.trim());
  const formats = guessDateFormats(text);
  const hints = {
    date:
      formats.length > 0
        ? `give a new mirror of csv files --date-column '${column}' --date-format ${formats.join(' or ')}`
        : 'days are YYYY-MM-DD, or moments in UTC; --date-column names another column',
    amount: isComma
      ? 'it seems to have a decimal comma: write 1234.56, without signs between thousands'
      : 'numbers are written as 1234.56; --amount-column names another column',
  };
  return new CostctlError('invalid_data', `${place} has ${found} in ${column}${why}`, {
    hint: text === '' ? `--where '${column}!=' leaves out rows without one` : hints[role],
  });
}
