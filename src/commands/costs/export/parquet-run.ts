import { rm } from 'node:fs/promises';
import { version } from '../../../../package.json';
import { type CostctlError, usageError } from '../../../errors.ts';
import type { FocusMap } from '../../../focus/map.ts';
import { Misfit } from '../../../formats/parquet/group.ts';
import { readLines } from '../../../formats/parquet/lines.ts';
import {
  createTableWriter,
  type TableTask,
  type TableWritten,
  typeOfColumn,
  writeTable,
} from '../../../formats/parquet/parquet-table.ts';
import {
  describeLongNumbers,
  describeType,
  largestPrecision,
  type ParquetType,
  parseTypes,
} from '../../../formats/parquet/types.ts';
import { refuseUnseen, unknownColumn } from '../../../rows/missing-columns.ts';
import type { RowStep } from '../../../rows/read.ts';
import type { KnownNames } from '../../../rows/row-source.ts';
import { type FileTarget, madePath, placePart } from '../../../rows/target.ts';
import { openPartFile, type PartFile } from '../../../storage/work-folder.ts';
import type { ExportRun, ExportTools } from './run-export.ts';

export type ParquetRun = ReturnType<typeof openParquetRun>;
type PlaceTools = Pick<ExportTools, 'names' | 'usual' | 'usualTypes'>;

/**
 * The rows are written to the part file as lines, and to a Parquet file at the same time. If that
 * file turns out to be of no use (the types have changed, a window was read again, or it is a
 * resumed run), it is written from the lines at the end.
 */
export function openParquetRun(run: ExportRun, target: FileTarget) {
  const given = parseTypes(run.input.types ?? '');
  const forced = run.focus === undefined ? undefined : focusTypes(run.focus.map);
  const types = new Map<string, ParquetType>([...(forced?.types ?? []), ...given]);
  let file: PartFile | undefined;
  let isUsable = true;

  async function open(): Promise<PartFile> {
    await file?.close();
    file = await openPartFile(madePath(target), { from: 0, gzip: false, userId: target.userId });
    return file;
  }

  const task: TableTask = {
    known: [],
    chosen: run.columns,
    types,
    decimals: forced?.decimals,
    opensObjects: false,
    keepsSpelling: false,
    open,
    createdBy: `costctl version ${version}`,
  };
  const writer = createTableWriter(task);

  async function finish({ usual, usualTypes }: PlaceTools) {
    const read = () => readLines(target.part);
    let written = isUsable ? await writer.finish() : undefined;
    if (written === undefined) {
      run.session.progress.update('writing Parquet');
      written = await writeTable({ ...task, known: isUsable ? writer.columns() : [] }, read);
    }
    if (written.rows > 0 && written.columns.length > 0) return { written, used: task };
    // No value says what the columns are: they are what the source knows of them.
    const all = new Map([...usualTypes, ...types]);
    const used = { ...task, chosen: task.chosen ?? usual, types: all };
    return { written: await writeTable(used, read), used };
  }

  const giveUp = () => {
    isUsable = false;
  };
  /** Writes the file while the rows are read. */
  const step: RowStep = {
    add: async (rows) => {
      if (!isUsable) return;
      try {
        await writer.add(rows);
      } catch (error) {
        // The rows are read to their end first: then --resume needs no request.
        if (!(error instanceof Misfit)) throw error;
        giveUp();
      }
    },
    commit: () => undefined,
    rollback: giveUp,
  };
  return {
    step,
    /** Some rows are in the part file from an earlier run, and do not come to `step`. */
    resume: giveUp,
    /** Puts the file in place, and returns how it stores each column. */
    place: async (tools: PlaceTools) => {
      try {
        const { written, used } = await finish(tools);
        await requireSeen(run.columns, given, written, tools.names);
        await file?.commit();
        await placePart(target, madePath(target));
        const own = written.columns.filter(({ name }) => !types.has(name));
        for (const note of describeLongNumbers(own)) run.session.output.note(note);
        return Object.fromEntries(
          written.columns.map((column) => [column.name, describeType(typeOfColumn(column, used))]),
        );
      } catch (error) {
        throw error instanceof Misfit ? describeMisfit(error, given.get(error.column)) : error;
      }
    },
    /** Removes what is not in place. */
    close: async () => {
      await file?.close();
      await rm(madePath(target), { force: true });
    },
  };
}

/** The types of FOCUS, whatever the values of the rows would allow. */
function focusTypes({ columns }: FocusMap) {
  const types = new Map<string, ParquetType>();
  const decimals = new Set<string>();
  for (const { column } of columns) {
    if (column.type === 'Decimal') decimals.add(column.name);
    else types.set(column.name, { kind: column.type === 'Date/Time' ? 'moment' : 'text' });
  }
  return { types, decimals };
}

async function requireSeen(
  chosen: readonly string[] | undefined,
  types: ReadonlyMap<string, ParquetType>,
  { columns, rows, seen }: TableWritten,
  names: KnownNames,
): Promise<void> {
  if (rows === 0) return;
  const unseen = chosen?.filter((name) => !seen.has(name)) ?? [];
  await refuseUnseen(unseen, names);
  const untyped = [...types.keys()].find((name) => !columns.some((column) => column.name === name));
  if (untyped === undefined) return;
  const known = await names([untyped]);
  if (!known.includes(untyped)) throw unknownColumn(untyped, known, '--types');
  throw usageError(
    `--types: the file has no column '${untyped}'`,
    `leave it out of --types, or name the columns with --columns, ${untyped} among them`,
  );
}

function describeMisfit({ column, text }: Misfit, type: ParquetType | undefined): CostctlError {
  if (type === undefined) {
    return usageError(
      `'${text}' of the column '${column}' needs more than the ${largestPrecision} digits of a decimal`,
      `-o csv has every digit; --types ${column}=text stores it as text, also with --resume: the rows are already there`,
    );
  }
  return usageError(
    `--types: '${text}' of the column '${column}' does not fit ${describeType(type)}`,
    `give --types ${column}=text or a wider type, and --resume: the rows are already there`,
  );
}
