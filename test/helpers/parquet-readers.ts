import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { openDuckdb } from './duckdb.ts';

/** Cells as text; a decimal has no zeros at its end. */
export type TextRow = Readonly<Record<string, string | null>>;

/** What a reader shows of the statistics of one column in one group of rows. */
export interface ChunkStatistics {
  readonly column: string;
  readonly group: number;
  readonly rows: number;
  readonly nulls: number;
  readonly min: string | null;
  readonly max: string | null;
}

/** A program that reads Parquet and shares no code with this one. */
export interface ParquetReader {
  readonly name: string;
  /** Packages that `npm run readers` installs. */
  readonly needs: readonly string[];
  /** The rows in the order of the file. */
  readonly read: (path: string) => Promise<readonly TextRow[]>;
  /** The sum as the reader itself computes it. */
  readonly sum?: (paths: readonly string[], column: string) => Promise<string>;
  readonly statistics?: (path: string) => Promise<readonly ChunkStatistics[]>;
}

const load = createRequire(import.meta.url);

export function trimDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function decimalText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return trimDecimal(units < 0n ? `-${text}` : text);
}

function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

/** The cells as text; those of the columns named are decimals. */
function textRow(row: Readonly<Record<string, unknown>>, decimals: ReadonlySet<string>): TextRow {
  const entries = Object.entries(row).map(([name, value]) => {
    const text = cellText(value);
    return [name, text !== null && decimals.has(name) ? trimDecimal(text) : text];
  });
  return Object.fromEntries(entries);
}

async function askDuckdb(sql: string): Promise<readonly (readonly unknown[])[]> {
  const connection = await openDuckdb();
  const rows = (await connection.runAndReadAll(sql)).getRows();
  connection.closeSync();
  return rows;
}

const listOf = (paths: readonly string[]) => `[${paths.map((path) => `'${path}'`).join()}]`;

const duckdb: ParquetReader = {
  name: 'DuckDB',
  needs: ['@duckdb/node-api'],
  read: async (path) => {
    const from = `read_parquet(${listOf([path])}, hive_partitioning = false)`;
    const columns = await askDuckdb(`DESCRIBE SELECT * FROM ${from}`);
    const names = columns.map(([name]) => String(name));
    const decimals = new Set(names.filter((_, at) => `${columns[at]?.[1]}`.startsWith('DECIMAL')));
    const rows = await askDuckdb(`SELECT COLUMNS(*)::VARCHAR FROM ${from}`);
    return rows.map((row) =>
      textRow(Object.fromEntries(names.map((name, at) => [name, row[at]])), decimals),
    );
  },
  sum: async (paths, column) => {
    const from = `read_parquet(${listOf(paths)}, hive_partitioning = false)`;
    const [[sum] = []] = await askDuckdb(`SELECT sum("${column}")::VARCHAR FROM ${from}`);
    return trimDecimal(String(sum));
  },
  statistics: async (path) => {
    const rows = await askDuckdb(`SELECT path_in_schema, row_group_id, row_group_num_rows,
      stats_null_count, stats_min_value, stats_max_value FROM parquet_metadata('${path}')`);
    return rows.map(([column, group, count, nulls, min, max]) => ({
      column: String(column),
      group: Number(group),
      rows: Number(count),
      nulls: Number(nulls),
      min: cellText(min),
      max: cellText(max),
    }));
  },
};

interface ArrowTable {
  readonly schema: {
    readonly fields: readonly { readonly name: string; readonly type: ArrowType }[];
  };
  readonly getChild: (name: string) => Iterable<unknown>;
}

interface ArrowType {
  readonly toString: () => string;
  readonly scale?: number;
}

const arrow: ParquetReader = {
  name: 'arrow-rs',
  needs: ['parquet-wasm'],
  read: async (path) => {
    const answer = load('parquet-wasm/node').readParquet(new Uint8Array(readFileSync(path)));
    const table: ArrowTable = load('apache-arrow').tableFromIPC(answer.intoIPCStream());
    const columns = table.schema.fields.map(({ name, type }) => ({
      name,
      cells: [...table.getChild(name)].map((cell) => arrowText(cell, type)),
    }));
    return (columns[0]?.cells ?? []).map((_, row) =>
      Object.fromEntries(columns.map(({ name, cells }) => [name, cells[row] ?? null])),
    );
  },
};

function arrowText(cell: unknown, type: ArrowType): string | null {
  if (cell instanceof Uint32Array) {
    const units = cell.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
    return decimalText(BigInt.asIntN(cell.length * 32, units), type.scale ?? 0);
  }
  return cellText(cell !== null && String(type).startsWith('Date') ? new Date(Number(cell)) : cell);
}

const polars: ParquetReader = {
  name: 'Polars',
  needs: ['nodejs-polars'],
  read: async (path) => {
    const library = load('nodejs-polars');
    const frame = library.readParquet(path);
    const names: readonly string[] = frame.columns;
    const decimals = new Set(names.filter((_, at) => `${frame.dtypes[at]}`.includes('Decimal')));
    const texts = frame.select(library.col('*').cast(library.Utf8)).toRecords();
    return texts.map((row: TextRow) => textRow(row, decimals));
  },
  sum: async (paths, column) => {
    const library = load('nodejs-polars');
    const frames = paths.map((path) => library.readParquet(path).select(library.col(column)));
    const sum = library.col(column).sum().cast(library.Utf8);
    return trimDecimal(library.concat(frames).select(sum).toRecords()[0][column]);
  },
};

const hyparquet: ParquetReader = {
  name: 'hyparquet',
  needs: [],
  read: async (path) => {
    const file = bytesOf(path);
    const metadata = parquetMetadata(file);
    const scales = new Map<string, number>();
    // It turns decimals into floating point, so their bytes are read as they are.
    const schema = metadata.schema.map((element) => {
      if (element.converted_type !== 'DECIMAL') return element;
      scales.set(element.name, element.scale ?? 0);
      const { converted_type: _, logical_type: __, ...plain } = element;
      return plain;
    });
    const rows = await parquetReadObjects({ file, metadata: { ...metadata, schema } });
    return rows.map((row) => {
      const cells = Object.entries(row).map(([name, cell]) => {
        const scale = scales.get(name);
        const isEmpty = cell === null || cell === undefined;
        if (scale === undefined || isEmpty) return [name, cellText(cell)];
        return [name, decimalText(unitsOf(cell), scale)];
      });
      return Object.fromEntries(cells);
    });
  },
  statistics: async (path) =>
    parquetMetadata(bytesOf(path)).row_groups.flatMap(({ columns, num_rows }, group) =>
      columns.map(({ meta_data }) => ({
        column: meta_data?.path_in_schema.join('.') ?? '',
        group,
        rows: Number(num_rows),
        nulls: Number(meta_data?.statistics?.null_count),
        min: exactText(meta_data?.statistics?.min_value),
        max: exactText(meta_data?.statistics?.max_value),
      })),
    ),
};

/** It shows the bounds of decimals only as floating point: these are left to DuckDB. */
function exactText(bound: unknown): string | null {
  return typeof bound === 'number' ? null : cellText(bound);
}

function unitsOf(cell: unknown): bigint {
  if (!(cell instanceof Uint8Array)) return BigInt(String(cell));
  return BigInt.asIntN(cell.length * 8, BigInt(`0x${Buffer.from(cell).toString('hex')}`));
}

function bytesOf(path: string): ArrayBuffer {
  return new Uint8Array(readFileSync(path)).buffer;
}

export const parquetReaders: readonly ParquetReader[] = [duckdb, arrow, polars, hyparquet];
