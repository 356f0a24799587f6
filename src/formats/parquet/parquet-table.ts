import type { RowPage } from '../../json/bulk/rows.ts';
import type { CellBlock } from './cell-block.ts';
import { ColumnCells, missingCell } from './column-cells.ts';
import type { ParquetColumn } from './footer.ts';
import { createGatherer, type GatheredColumn, type Gatherer } from './gather.ts';
import { innerColumns, mostInner } from './inner-columns.ts';
import type { Spelling } from './levels.ts';
import { measureValues, type Written } from './measure-values.ts';
import {
  decimalTypeOf,
  type Evidence,
  isSameType,
  joinEvidence,
  noEvidence,
  type ParquetType,
  typeOf,
} from './types.ts';
import { unitFormOf } from './units.ts';
import { type ByteSink, createParquetFile, type ParquetFile } from './writer.ts';

/** A column of a table, and what is known of its values. */
export interface TableColumn {
  readonly name: string;
  readonly evidence: Evidence;
  /** The column of objects that it was taken out of. */
  readonly inside?: string | undefined;
}

export interface TableTask {
  /** Columns that are known before; those of the rows follow them. */
  readonly known: readonly TableColumn[];
  /** The columns wanted, paths into objects among them; undefined: all. */
  readonly chosen?: readonly string[] | undefined;
  /** Types that are given, whatever the values would allow. */
  readonly types: ReadonlyMap<string, ParquetType>;
  /** Columns that are decimals, whatever their values are; the values decide on the places. */
  readonly decimals?: ReadonlySet<string> | undefined;
  /** Add the properties of objects as columns of their own. */
  readonly opensObjects: boolean;
  /** Note how cells were written: rows that are made from the file again are then the same to the digit. */
  readonly keepsSpelling: boolean;
  /** Opens a file to write to, which is empty each time. */
  readonly open: () => Promise<ByteSink>;
  readonly createdBy: string;
}

export interface TableWritten {
  readonly columns: readonly TableColumn[];
  readonly rows: number;
  /** Names of columns that at least one row had. */
  readonly seen: ReadonlySet<string>;
}

/** What the values of a column do not say, for code that turns them into rows again. */
export interface CellNotes {
  /** A row without a value has `null`, or no such property; `both` if rows differ. */
  absent?: 'null' | 'missing' | 'both';
  /** One for each group of rows. */
  spellings: (Spelling | null)[];
}

/** The key of these notes in a file. */
export const notesKey = 'costctl.cells';

/**
 * Writes rows as one Parquet file. The types come from the values: the file is begun with those of
 * the first group, and written again if a later group needs others. `pages` starts from the
 * beginning each time it is called.
 */
export async function writeTable(task: TableTask, pages: () => AsyncIterable<RowPage | CellBlock>) {
  let { known } = task;
  for (let round = 1; ; round += 1) {
    const writer = createTableWriter({ ...task, known });
    for await (const page of pages()) await writer.add(page);
    const written = await writer.finish();
    if (written !== undefined) return written;
    if (round === 2) throw new Error('the rows changed while they were written');
    known = writer.columns();
  }
}

export function typeOfColumn(
  { name, evidence }: TableColumn,
  { types, decimals }: Pick<TableTask, 'types' | 'decimals'>,
): ParquetType {
  const given = types.get(name);
  if (given !== undefined) return given;
  return decimals?.has(name) === true ? decimalTypeOf(evidence) : typeOf(evidence);
}

/** Writes rows as they come. */
export function createTableWriter(task: TableTask) {
  const columns = new Map(task.known.map((column) => [column.name, column]));
  const outer = task.known.flatMap(({ name, inside }) => (inside === undefined ? [name] : []));
  const gatherer = createGatherer(outer, task.chosen);
  const notes = new Map<string, CellNotes>();
  let layout: readonly ParquetColumn[] = [];
  let file: ParquetFile | undefined;
  let isStale = false;
  let rows = 0;

  async function writeGroup(): Promise<void> {
    const { cells, isRenewed } = collect(gatherer, task, columns);
    const written = new Map<string, Written | undefined>();
    for (const [name, own] of cells) {
      const given = task.types.get(name);
      const scale = given && unitFormOf(given)?.scale;
      written.set(name, learn(columns, notes, name, own, scale));
    }
    const wanted = [...columns.values()].map((column) => ({
      name: column.name,
      type: typeOfColumn(column, task),
    }));
    if (file === undefined) {
      layout = wanted;
      file = createParquetFile(wanted, await task.open(), task.createdBy);
    }
    isStale ||= (rows > 0 && isRenewed) || !isSameLayout(layout, wanted);
    rows += gatherer.rows();
    if (!isStale) {
      const spellings = await file.writeGroup(
        wanted.map(({ name }) => ({
          cells: cells.get(name) ?? createEmpty(gatherer.rows()),
          written: task.keepsSpelling ? written.get(name) : undefined,
        })),
      );
      for (const [place, { name }] of wanted.entries()) {
        notes.get(name)?.spellings.push(spellings[place] ?? null);
      }
    }
    gatherer.clear();
  }

  return {
    add: async (rows: RowPage | CellBlock): Promise<void> => {
      if ('cells' in rows) gatherer.add(rows);
      else gatherer.addBlock(rows);
      if (gatherer.rows() >= groupRows(gatherer) || gatherer.size() > mostBytes) await writeGroup();
    },
    /** Undefined if the rows need other columns or types than the file was begun with. */
    finish: async (): Promise<TableWritten | undefined> => {
      if (gatherer.rows() > 0 || file === undefined) await writeGroup();
      if (isStale) return undefined;
      const noted = JSON.stringify(Object.fromEntries(notes));
      await file?.finish(new Map(task.keepsSpelling ? [[notesKey, noted]] : []));
      const seen = gatherer.columns.filter(({ isSeen }) => isSeen).map(({ name }) => name);
      return { columns: [...columns.values()], rows, seen: new Set(seen) };
    },
    /** The columns so far, and all of them after the end. */
    columns: (): readonly TableColumn[] => [...columns.values()],
  };
}

/** Groups are as large as those of DuckDB, and smaller if there are many columns. */
const mostRows = 122_880;
const fewestRows = 2_000;
const mostCells = 4_000_000;
const mostBytes = 64 * 1024 * 1024;

function groupRows({ columns }: Gatherer): number {
  return Math.max(fewestRows, Math.min(mostRows, mostCells / Math.max(1, columns.length)));
}

interface Collected {
  readonly cells: Map<string, ColumnCells>;
  /** Whether a property of the rows has the name of one that was inside an object before, and takes its place. */
  readonly isRenewed: boolean;
}

/** The cells of the gathered columns, and of the columns inside their objects. */
function collect(
  { columns: gathered }: Gatherer,
  task: TableTask,
  columns: Map<string, TableColumn>,
): Collected {
  const cells = new Map<string, ColumnCells>(gathered.map(({ name, cells }) => [name, cells]));
  let isRenewed = false;
  for (const { name } of gathered) {
    const known = columns.get(name);
    if (known !== undefined && known.inside === undefined) continue;
    isRenewed ||= known !== undefined;
    columns.set(name, { name, evidence: noEvidence });
  }
  if (task.opensObjects) {
    for (const column of gathered) openObjects(column, cells, columns);
  }
  return { cells, isRenewed };
}

function openObjects(
  column: GatheredColumn,
  cells: Map<string, ColumnCells>,
  columns: Map<string, TableColumn>,
): void {
  const inner = [...columns.values()].filter(({ inside }) => inside !== undefined).length;
  const isKnown = (path: string) => columns.get(path)?.inside === column.name;
  for (const [name, own] of innerColumns(column, isKnown, Math.max(0, mostInner - inner))) {
    // A property that is itself named `tags.team` takes precedence over the property `team` of `tags`.
    const known = columns.get(name);
    if (cells.has(name) || (known !== undefined && known.inside !== column.name)) continue;
    if (known === undefined) columns.set(name, { name, evidence: noEvidence, inside: column.name });
    cells.set(name, own);
  }
}

function learn(
  columns: Map<string, TableColumn>,
  notes: Map<string, CellNotes>,
  name: string,
  cells: ColumnCells,
  scale: number | undefined,
): Written | undefined {
  const column = columns.get(name);
  if (column === undefined) return undefined;
  const { evidence, written } = measureValues(cells.values, scale);
  columns.set(name, { ...column, evidence: joinEvidence(column.evidence, evidence) });
  if (column.inside !== undefined) return undefined;
  const note = notes.get(name) ?? { spellings: [] };
  const absent = absenceOf(cells);
  if (absent !== undefined) {
    note.absent = note.absent === undefined || note.absent === absent ? absent : 'both';
  }
  notes.set(name, note);
  return written;
}

function absenceOf({ nullCount, missingCount }: ColumnCells): CellNotes['absent'] {
  if (nullCount > 0 && missingCount > 0) return 'both';
  if (nullCount > 0) return 'null';
  return missingCount > 0 ? 'missing' : undefined;
}

function isSameLayout(one: readonly ParquetColumn[], other: readonly ParquetColumn[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ name, type }, place) => {
      const column = other[place];
      return column !== undefined && column.name === name && isSameType(column.type, type);
    })
  );
}

function createEmpty(rows: number): ColumnCells {
  const cells = new ColumnCells();
  for (let row = 0; row < rows; row += 1) cells.addAbsent(missingCell);
  return cells;
}
