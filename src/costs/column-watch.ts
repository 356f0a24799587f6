import { hasEscape, isNested, isNull, isNumber, isText } from '../json/bulk/bits.ts';
import { openBrace, space } from '../json/bulk/bytes.ts';
import { isObject } from '../json/bulk/merge.ts';
import { cellWidth, type RowPage } from '../json/bulk/rows.ts';
import { keysOf, type Shape } from '../json/bulk/shapes.ts';
import { parseDecimal } from '../json/decimal.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../json/number.ts';
import type { BatchColumn, ColumnBatch } from './column-batch.ts';
import { dayIn, isKnownCurrency, normalizeCurrency, wholeDayIn } from './currency-and-day.ts';
import type { DayRange } from './days.ts';
import {
  type ColumnChoice,
  chooseColumn,
  detectColumns,
  type Evidence,
  type FoundColumns,
  type GivenColumns,
  isChosenByName,
  isTelling,
  type Role,
  rankName,
  roles,
} from './detect-columns.ts';

/** Rows that were read later show that another column could be the one. */
export interface Conflict {
  readonly role: Role;
  readonly used: string | undefined;
  readonly column: string;
}

/**
 * Chooses the columns by the first rows, and checks every later row for a column that would have
 * changed the choice.
 */
export interface ColumnWatch {
  readonly look: (page: RowPage) => void;
  /** As `look`, page by page, until there is a conflict. */
  readonly lookAtColumns: (batch: ColumnBatch) => void;
  /** Whether the columns that were looked at decide, whatever the others are. */
  readonly isEnough: () => boolean;
  /** The choice, which from now on stays. Undefined before there is a row. */
  readonly decide: () => FoundColumns | undefined;
  readonly conflict: () => Conflict | undefined;
  /** What the values of a column were, in the rows that the choice was made by. */
  readonly evidenceOf: (column: string) => Evidence | undefined;
  readonly commit: () => void;
  readonly rollback: () => void;
}

export interface WatchOptions {
  readonly given: GivenColumns;
  /** A column with days outside these is about an invoice or a contract, not about the cost. */
  readonly ranges: readonly DayRange[];
  /** The roles that matter; by default all of them. */
  readonly roles?: readonly Role[] | undefined;
  /** The choice of an earlier run that this one continues. */
  readonly found?: FoundColumns | undefined;
  /** Look only at columns whose names tell what they are: they may be enough. */
  readonly byNames?: boolean | undefined;
}

/** What is to be done with one cell of every row that has the same keys. */
interface CellTask {
  readonly cell: number;
  readonly column: string;
  readonly isWatched: boolean;
  /** Objects in the cell may contain columns that matter. */
  readonly isOpened: boolean;
}

/** Objects of one column that were opened, and how many were new. */
interface Opened {
  readonly known: Map<string, JsonValue>;
  misses: number;
}

export function createColumnWatch(options: WatchOptions): ColumnWatch {
  const { given, ranges, roles: needed = roles, byNames = false } = options;
  const all = new Map<string, Evidence>();
  const saved = new Map<string, Evidence>();
  const kindsOf = createKinds(ranges);
  let tasks = new WeakMap<Shape, readonly CellTask[]>();
  let objects = new Map<string, Opened>();
  let rows = 0;
  let savedRows = 0;
  let found: FoundColumns | undefined;
  /** Before there is a choice, every column can matter. */
  let limits: readonly (Limit | undefined)[] = [everything];
  let isAnyColumn = true;
  /** Of the columns that can be meant by their values, only the currency is still looked for. */
  let isOnlyCurrency = false;
  let conflict: Conflict | undefined;
  let hasNews = false;

  if (options.found !== undefined) {
    seed(options.found);
    settle(options.found);
  }

  /** A continued run has not seen the rows that the choice was made by. */
  function seed(choice: FoundColumns): void {
    rows = 1;
    for (const role of roles) {
      const { column } = choice[role];
      if (column === undefined) continue;
      const one = evidenceFor(column);
      for (const count of counts) one[count] = 1;
    }
  }

  /** What the choice was made by stays known, even if its rows are read again. */
  function settle(choice: FoundColumns): void {
    save();
    found = choice;
    limits = needed.map((role) => limitOf(role, choice[role]));
    isAnyColumn = limits.includes(everything);
    isOnlyCurrency = limits.every(
      (limit, place) => limit !== everything || needed[place] === 'currency',
    );
    tasks = new WeakMap();
    objects = new Map();
  }

  function evidenceFor(column: string): Evidence {
    const known = all.get(column);
    if (known !== undefined) return known;
    const created = { ...noEvidence, column };
    all.set(column, created);
    hasNews = true;
    return created;
  }

  function matters(column: string): boolean {
    if (isAnyColumn) return !byNames || isTelling(column, given);
    return limits.some((limit, place) => {
      if (limit === undefined || limit === everything) return false;
      const role = needed[place];
      const rank = role === undefined ? undefined : rankName(role, column);
      return rank !== undefined && rank <= limit && found?.[role ?? 'date'].column !== column;
    });
  }

  /** Names inside objects have a dot: no exact name is one of them. */
  const opensObjects = () => limits.some((limit) => limit === everything || (limit ?? 0) > 0);

  /** If all paths into the objects of a column are known, they tell whether one of them matters. */
  function opensColumn(batch: ColumnBatch, column: string): boolean {
    return opensObjects() && (batch.pathsIn(column)?.some(matters) ?? true);
  }

  function tasksOf(shape: Shape): readonly CellTask[] {
    const known = tasks.get(shape);
    if (known !== undefined) return known;
    const cells = new Map(keysOf(shape).map((key, cell) => [key, cell]));
    const made = [...cells].flatMap(([column, cell]): CellTask[] => {
      const [isWatched, isOpened] = [matters(column), opensObjects()];
      if (!isWatched && !isOpened) return [];
      return [{ cell, column, isWatched, isOpened }];
    });
    tasks.set(shape, made);
    return made;
  }

  function lookAtRow(page: RowPage, row: number, todo: readonly CellTask[]): void {
    const first = page.firstCell[row] ?? 0;
    for (const { cell, column, isWatched, isOpened } of todo) {
      const at = (first + cell) * cellWidth;
      const start = page.cells[at] ?? 0;
      const bits = page.cells[at + 2] ?? 0;
      if ((bits & isNested) !== 0 && page.body[start] === openBrace) {
        if (isOpened) openObject(column, page.body, start, page.cells[at + 1] ?? 0, 1);
      } else if (isWatched) {
        const end = page.cells[at + 1] ?? 0;
        weighCell(evidenceFor(column), { body: page.body, start, end, bits, times: 1 });
      }
    }
  }

  /** A value is weighed once for all rows that have it, in the order in which they come. */
  function lookAtValues(
    batch: ColumnBatch,
    columns: readonly string[],
    from: number,
    to: number,
  ): void {
    const steps: { readonly row: number; readonly take: () => void }[] = [];
    for (const name of columns) {
      const column = batch.ownColumn(name);
      if (column === undefined) continue;
      const [isWatched, isOpened] = [matters(name), opensColumn(batch, name)];
      if (column.areNumbers && column.isFull) {
        if (isWatched) steps.push({ row: from, take: () => weighNumbers(name, to - from) });
        continue;
      }
      const { bytes, bits, ends, startOf } = column.values();
      for (const { value, row, times } of countValues(column, from, to)) {
        if (value < 0) {
          if (column.absent === null && isWatched)
            steps.push({ row, take: () => evidenceFor(name) });
          continue;
        }
        const [start, end] = [startOf(value), ends[value] ?? 0];
        const own = bits[value] ?? 0;
        const body = bytes.buffer;
        if ((own & isNested) !== 0 && body[start] === openBrace) {
          if (isOpened) {
            steps.push({ row, take: () => openObject(name, body, start, end, times) });
          }
        } else if (isWatched) {
          const cell = { body, start, end, bits: own, times };
          steps.push({ row, take: () => weighCell(evidenceFor(name), cell) });
        }
      }
    }
    for (const { take } of steps.sort((one, other) => one.row - other.row)) take();
  }

  /** Which numbers they are does not matter. */
  function weighNumbers(name: string, times: number): void {
    const evidence = evidenceFor(name);
    evidence.values += times;
    evidence.numbers += times;
    hasNews = true;
  }

  function weighCell(evidence: Evidence, { body, start, end, bits, times }: WeighedCell): void {
    if ((bits & isNull) !== 0) return;
    if ((bits & isText) === 0) {
      evidence.values += times;
      if ((bits & isNumber) !== 0) evidence.numbers += times;
    } else if ((bits & hasEscape) !== 0) {
      weighText(evidence, JSON.parse(body.toString('utf8', start, end)), times);
    } else if (end - start > longestTelling || isOtherText(body, start, end)) {
      evidence.values += times;
      evidence.texts += times;
    } else weighText(evidence, body.toString('utf8', start + 1, end - 1), times);
    hasNews = true;
  }

  /** Without a string: no currency has another length, and spaces are only around short texts. */
  function isOtherText(body: Buffer, start: number, end: number): boolean {
    if (!isOnlyCurrency || end - start === codeLength) return false;
    return (body[start + 1] ?? 0) > space && (body[end - 2] ?? 0) > space && end - start > 2;
  }

  function weighText(evidence: Evidence, text: string, times: number): void {
    if (isOnlyCurrency && text.length > longestCode) {
      evidence.values += times;
      evidence.texts += times;
      return;
    }
    const kinds = kindsOf(text);
    for (const kind of kinds) evidence[kind] += times;
    if (kinds.length > 0) hasNews = true;
  }

  /** Objects repeat: one that was opened before is known by its bytes. */
  function openObject(
    column: string,
    body: Buffer,
    start: number,
    end: number,
    times: number,
  ): void {
    const text = body.toString('utf8', start, end);
    const own = objects.get(column) ?? { known: new Map<string, JsonValue>(), misses: 0 };
    objects.set(column, own);
    const isShort = text.length <= longestKnown && own.misses < mostKnown;
    let value = isShort ? own.known.get(text) : undefined;
    if (value === undefined) {
      // Which kind a number is does not depend on its digits.
      value = JSON.parse(text);
      own.misses += 1;
      if (isShort && value !== undefined) own.known.set(text, value);
    }
    if (isObject(value)) weighObject(value, `${column}.`, times);
  }

  function weighObject(value: JsonObject, prefix: string, times: number): void {
    for (const key in value) {
      const inner = value[key];
      if (inner === undefined || inner === null) continue;
      if (isObject(inner)) weighObject(inner, `${prefix}${key}.`, times);
      else if (matters(prefix + key)) weighValue(evidenceFor(prefix + key), inner, times);
    }
  }

  function weighValue(evidence: Evidence, value: JsonValue, times: number): void {
    if (typeof value === 'string') weighText(evidence, value, times);
    else {
      evidence.values += times;
      if (typeof value === 'number' || value instanceof ExactNumber) evidence.numbers += times;
      hasNews = true;
    }
  }

  function findConflict(choice: FoundColumns): Conflict | undefined {
    const seen = [...all.values()];
    for (const role of needed) {
      const { column: used, how } = choice[role];
      if (how === 'given' || how === 'unclear') continue;
      const now = chooseColumn(role, seen, rows, given);
      if (now.column === used && now.how !== 'unclear') continue;
      const other = [now.column, ...now.candidates].find((name) => name !== used && name);
      const column = other ?? used;
      if (column !== undefined) return { role, used, column };
    }
    return undefined;
  }

  function save(): void {
    savedRows = rows;
    for (const [column, evidence] of all) saved.set(column, { ...evidence });
    hasNews = false;
  }

  return {
    lookAtColumns: (batch) => {
      if (found !== undefined && limits.every((limit) => limit === undefined)) return;
      const todo = batch.names.filter((name) => matters(name) || opensColumn(batch, name));
      for (let from = 0; from < batch.count && conflict === undefined; from += batch.pageRows) {
        const to = Math.min(batch.count, from + batch.pageRows);
        rows += to - from;
        lookAtValues(batch, todo, from, to);
        if (found !== undefined && hasNews) conflict ??= findConflict(found);
      }
    },
    look: (page) => {
      if (found !== undefined && limits.every((limit) => limit === undefined)) return;
      rows += page.count;
      let [shape, todo]: [Shape | undefined, readonly CellTask[]] = [undefined, []];
      for (let row = 0; row < page.count; row += 1) {
        const own = page.shapeOf[row];
        if (own !== shape && own !== undefined) [shape, todo] = [own, tasksOf(own)];
        if (todo.length > 0) lookAtRow(page, row, todo);
      }
      if (found !== undefined && hasNews) conflict ??= findConflict(found);
    },
    isEnough: () =>
      !byNames || roles.every((role) => isChosenByName(role, [...all.values()], rows, given)),
    decide: () => {
      if (found === undefined && rows > 0) settle(detectColumns([...all.values()], rows, given));
      return found;
    },
    conflict: () => conflict,
    evidenceOf: (column) => all.get(column),
    commit: save,
    rollback: () => {
      rows = savedRows;
      for (const [column, evidence] of all) {
        Object.assign(evidence, saved.get(column) ?? { ...noEvidence, column });
        if (!saved.has(column)) all.delete(column);
      }
      tasks = new WeakMap();
      conflict = undefined;
    },
  };
}

/** A cell that some rows have. */
interface WeighedCell {
  readonly body: Buffer;
  readonly start: number;
  readonly end: number;
  readonly bits: number;
  readonly times: number;
}

interface CountedValue {
  readonly value: number;
  /** The first row that has it. */
  readonly row: number;
  times: number;
}

/** The different values of some rows, and how many rows have each. */
function countValues({ rows }: BatchColumn, from: number, to: number): Iterable<CountedValue> {
  const counted = new Map<number, CountedValue>();
  let last: CountedValue | undefined;
  for (let row = from; row < to; row += 1) {
    const value = Math.max(-1, rows[row] ?? -1);
    if (last?.value !== value) {
      last = counted.get(value);
      if (last === undefined) {
        last = { value, row, times: 0 };
        counted.set(value, last);
      }
    }
    last.times += 1;
  }
  return counted.values();
}

/** Columns with a name up to this rank can change the choice; `everything`: every column can. */
type Limit = number | typeof everything;

const everything = 'everything';

function limitOf(role: Role, { column, how }: ColumnChoice): Limit | undefined {
  if (how === 'given' || how === 'unclear') return undefined;
  return (column === undefined ? undefined : rankName(role, column)) ?? everything;
}

const noEvidence = {
  values: 0,
  days: 0,
  moments: 0,
  numbers: 0,
  texts: 0,
  codes: 0,
  currencies: 0,
};

type Count = keyof typeof noEvidence;

const counts: readonly Count[] = [
  'values',
  'days',
  'moments',
  'numbers',
  'texts',
  'codes',
  'currencies',
];

/** A currency with its quotes. */
const codeLength = 5;
/** With spaces around it. */
const longestCode = 12;
/** No longer text is a day, a currency or a usual number. */
const longestTelling = 80;
const longestKnown = 1024;
const mostKnown = 4096;

/** What a text counts as. Texts repeat, so one that was judged is known. */
function createKinds(ranges: readonly DayRange[]): (text: string) => readonly Count[] {
  const known = new Map<string, readonly Count[]>();
  return (text) => {
    let kinds = known.get(text);
    if (kinds !== undefined) return kinds;
    kinds = judgeText(text, ranges);
    if (known.size >= mostKnown) known.clear();
    known.set(text, kinds);
    return kinds;
  };
}

function judgeText(text: string, ranges: readonly DayRange[]): readonly Count[] {
  const currency = normalizeCurrency(text);
  if (currency === null) return [];
  const day = wholeDayIn(text);
  const isInRange = day !== undefined && ranges.some(({ from, to }) => from <= day && day <= to);
  const isNumeric = parseDecimal(text) !== undefined;
  return [
    'values',
    ...(isInRange ? (['days'] as const) : []),
    ...(dayIn(text) === undefined ? [] : (['moments'] as const)),
    isNumeric ? 'numbers' : 'texts',
    ...(/^[A-Z]{3}$/.test(text) ? (['codes'] as const) : []),
    ...(isKnownCurrency(currency) ? (['currencies'] as const) : []),
  ];
}
