import type { DayRange } from '../days.ts';
import { type ColumnBatch, countValues } from '../formats/column-batch.ts';
import { within } from '../grouping.ts';
import { isNested } from '../json/bulk/bits.ts';
import { openBrace } from '../json/bulk/bytes.ts';
import { cellWidth, type RowPage } from '../json/bulk/rows.ts';
import { keysOf, type Shape } from '../json/bulk/shapes.ts';
import { ColumnEvidence } from './column-evidence.ts';
import {
  type ColumnChoice,
  chooseColumn,
  detectColumns,
  type FoundColumns,
  type GivenColumns,
  isChosenByName,
  isTelling,
  type Role,
  rankName,
  roles,
} from './detect-columns.ts';
import { createWeigher } from './measure-cells.ts';

/** Later rows show that another column could have the role. */
export interface Conflict {
  readonly role: Role;
  readonly used: string | undefined;
  readonly column: string;
}

/** By the first rows; each later row is checked for a column that would have changed the choice. */
export type ColumnWatch = ReturnType<typeof createColumnWatch>;

export interface WatchOptions {
  readonly given: GivenColumns;
  /** A column with days outside these is about an invoice or a contract, not about the cost. */
  readonly ranges: readonly DayRange[];
  /** The roles that matter; by default all of them. */
  readonly roles?: readonly Role[] | undefined;
  /** The choice of an earlier run that this one continues. */
  readonly found?: FoundColumns | undefined;
  /** Columns of earlier rows, which were judged: of these only one whose name tells its role can still get it. */
  readonly judged?: ReadonlySet<string> | undefined;
  /** Look only at columns whose names say what they are: they may be enough. */
  readonly byNames?: boolean | undefined;
}

/** What is to be done with one cell of every row that has the same keys. */
interface CellTask {
  readonly cell: number;
  readonly column: string;
  readonly isWatched: boolean;
  /** Whether objects in the cell may contain columns that matter. */
  readonly isOpened: boolean;
}

export function createColumnWatch(options: WatchOptions) {
  const { given, ranges, roles: needed = roles, byNames = false, judged } = options;
  const evidence = new ColumnEvidence();
  const meter = createWeigher(evidence, { ranges, matters });
  let tasks = new WeakMap<Shape, readonly CellTask[]>();
  let found: FoundColumns | undefined;
  /** Before there is a choice, every column can matter. */
  let limits: readonly (Limit | undefined)[] = [everything];
  let isAnyColumn = true;
  let conflict: Conflict | undefined;

  if (options.found !== undefined) {
    const choice = options.found;
    evidence.assume(roles.flatMap((role) => choice[role].column ?? []));
    settle(choice);
  }

  /** The evidence for the choice is kept, even if its rows are read again. */
  function settle(choice: FoundColumns): void {
    evidence.commit();
    found = choice;
    limits = needed.map((role) => limitOf(role, choice[role]));
    isAnyColumn = limits.includes(everything);
    // Is the currency the only role that values alone can still decide?
    meter.restart(
      limits.every((limit, place) => limit !== everything || needed[place] === 'currency'),
    );
    tasks = new WeakMap();
  }

  function matters(column: string): boolean {
    if (isAnyColumn) return !(byNames || judged?.has(column)) || isTelling(column, given);
    return limits.some((limit, place) => {
      if (limit === undefined || limit === everything) return false;
      const role = needed[place];
      const rank = role === undefined ? undefined : rankName(role, column);
      return rank !== undefined && rank <= limit && found?.[role ?? 'date'].column !== column;
    });
  }

  /** Names inside objects have a dot, so none of them is an exact name. */
  const opensObjects = () => limits.some((limit) => limit === everything || (limit ?? 0) > 0);

  /** Whether to look into the objects of a column: if all paths in them are known, only if one of these matters. */
  function opensColumn(batch: ColumnBatch, column: string): boolean {
    return opensObjects() && (batch.pathsIn(column)?.some(matters) ?? true);
  }

  function tasksOf(shape: Shape): readonly CellTask[] {
    return within(tasks, shape, () => {
      const cells = new Map(keysOf(shape).map((key, cell) => [key, cell]));
      return [...cells].flatMap(([column, cell]): CellTask[] => {
        const [isWatched, isOpened] = [matters(column), opensObjects()];
        return isWatched || isOpened ? [{ cell, column, isWatched, isOpened }] : [];
      });
    });
  }

  function lookAtRow(page: RowPage, row: number, todo: readonly CellTask[]): void {
    const first = page.firstCell[row] ?? 0;
    for (const { cell, column, isWatched, isOpened } of todo) {
      const at = (first + cell) * cellWidth;
      const start = page.cells[at] ?? 0;
      const end = page.cells[at + 1] ?? 0;
      const bits = page.cells[at + 2] ?? 0;
      if ((bits & isNested) !== 0 && page.body[start] === openBrace) {
        if (isOpened) meter.openObject(column, { body: page.body, start, end, times: 1 });
      } else if (isWatched) {
        meter.measureCell(column, { body: page.body, start, end, bits, times: 1 });
      }
    }
  }

  /** Measures each value once for all rows that have it, in the order in which values first appear. */
  function lookAtValues(batch: ColumnBatch, columns: readonly string[], from: number, to: number) {
    const steps: { readonly row: number; readonly take: () => void }[] = [];
    for (const name of columns) {
      const column = batch.ownColumn(name);
      if (column === undefined) continue;
      const [isWatched, isOpened] = [matters(name), opensColumn(batch, name)];
      if (column.areNumbers && column.isFull) {
        if (isWatched) steps.push({ row: from, take: () => meter.measureNumbers(name, to - from) });
        continue;
      }
      const { bytes, bits, ends, startOf } = column.values();
      for (const { value, row, times } of countValues(column, from, to)) {
        if (value < 0) {
          if (column.absent === null && isWatched)
            steps.push({ row, take: () => evidence.of(name) });
          continue;
        }
        const [start, end] = [startOf(value), ends[value] ?? 0];
        const own = bits[value] ?? 0;
        const body = bytes.buffer;
        if ((own & isNested) !== 0 && body[start] === openBrace) {
          if (isOpened) {
            steps.push({ row, take: () => meter.openObject(name, { body, start, end, times }) });
          }
        } else if (isWatched) {
          const cell = { body, start, end, bits: own, times };
          steps.push({ row, take: () => meter.measureCell(name, cell) });
        }
      }
    }
    for (const { take } of steps.sort((one, other) => one.row - other.row)) take();
  }

  function findConflict(choice: FoundColumns): Conflict | undefined {
    const taken = new Set(roles.map((role) => choice[role].column));
    for (const role of needed) {
      const { column: used, how } = choice[role];
      if (how === 'given' || how === 'unclear') continue;
      const seen = evidence.all().filter(({ column }) => column === used || !taken.has(column));
      const now = chooseColumn(role, seen, evidence.rows, given);
      if (now.column === used && now.how !== 'unclear') continue;
      const other = [now.column, ...now.candidates].find((name) => name !== used && name);
      const column = other ?? used;
      if (column !== undefined) return { role, used, column };
    }
    return undefined;
  }

  return {
    /** Like `look`, page by page, until there is a conflict. */
    lookAtColumns: (batch: ColumnBatch) => {
      if (found !== undefined && limits.every((limit) => limit === undefined)) return;
      const todo = batch.names.filter((name) => matters(name) || opensColumn(batch, name));
      for (let from = 0; from < batch.count && conflict === undefined; from += batch.pageRows) {
        const to = Math.min(batch.count, from + batch.pageRows);
        evidence.rows += to - from;
        lookAtValues(batch, todo, from, to);
        if (found !== undefined && evidence.hasNews) conflict ??= findConflict(found);
      }
    },
    look: (page: RowPage) => {
      if (found !== undefined && limits.every((limit) => limit === undefined)) return;
      evidence.rows += page.count;
      let [shape, todo]: [Shape | undefined, readonly CellTask[]] = [undefined, []];
      for (let row = 0; row < page.count; row += 1) {
        const own = page.shapeOf[row];
        if (own !== shape && own !== undefined) [shape, todo] = [own, tasksOf(own)];
        if (todo.length > 0) lookAtRow(page, row, todo);
      }
      if (found !== undefined && evidence.hasNews) conflict ??= findConflict(found);
    },
    /** Whether the columns that were looked at decide the choice, whatever the others have. */
    isEnough: () =>
      !byNames || roles.every((role) => isChosenByName(role, evidence.all(), evidence.rows, given)),
    /** Makes the choice, which then stays. Undefined if there was no row yet. */
    decide: () => {
      if (found === undefined && evidence.rows > 0)
        settle(detectColumns(evidence.all(), evidence.rows, given));
      return found;
    },
    conflict: () => conflict,
    /** What the values of a column were, in the rows that the choice was made by. */
    evidenceOf: (column: string) => evidence.find(column),
    commit: () => evidence.commit(),
    rollback: () => {
      evidence.rollback();
      tasks = new WeakMap();
      conflict = undefined;
    },
  };
}

/** Columns with a name up to this rank can change the choice; `everything`: every column can. */
type Limit = number | typeof everything;

const everything = 'everything';

function limitOf(role: Role, { column, how }: ColumnChoice): Limit | undefined {
  if (how === 'given' || how === 'unclear') return undefined;
  return (column === undefined ? undefined : rankName(role, column)) ?? everything;
}
