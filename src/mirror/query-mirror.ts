import { join } from 'node:path';
import { CostctlError, usageError } from '../errors.ts';
import { objectOf } from '../json/members.ts';
import { isObject, type JsonObject, type JsonValue, numberOf } from '../json/number.ts';
import { type Duckdb, type DuckdbConnection, type DuckdbResult, loadDuckdb } from './duckdb.ts';
import type { Manifest } from './manifest.ts';
import { duckdbColumns, escapePattern } from './sql.ts';

export interface QueryOptions {
  /** The folder of the mirror, from the root. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly sql: string;
  readonly signal: AbortSignal;
}

/**
 * Runs one SELECT. DuckDB is locked down first: it reads the files of the mirror and nothing else, no
 * extension, no network, and changes nothing.
 */
export async function queryMirror(options: QueryOptions) {
  const { signal } = options;
  const library = loadDuckdb();
  signal.throwIfAborted();
  library.DuckDBTimestampTZValue.timezoneOffsetInMinutes = 0;
  const instance = await library.DuckDBInstance.create(':memory:', settings);
  const connection = await instance.connect();
  const interrupt = () => connection.interrupt();
  const close = () => {
    signal.removeEventListener('abort', interrupt);
    connection.closeSync();
    instance.closeSync();
  };
  signal.addEventListener('abort', interrupt);
  try {
    await lockDown(connection, options);
    const result = await start(connection, library, options.sql);
    return {
      names: result.deduplicatedColumnNames(),
      /** Reading to the end closes the database. */
      rows: readRows(result, library, signal, close),
    };
  } catch (error) {
    close();
    signal.throwIfAborted();
    throw describeError(error);
  }
}

async function* readRows(
  result: DuckdbResult,
  { DuckDBDecimalValue }: Duckdb,
  signal: AbortSignal,
  close: () => void,
): AsyncGenerator<JsonObject, void> {
  const names = result.deduplicatedColumnNames();
  try {
    for await (const rows of result.yieldRows()) {
      signal.throwIfAborted();
      for (const row of rows) {
        yield objectOf(
          names.map((name, place) => [name, toJson(row[place] ?? null, DuckDBDecimalValue)]),
        );
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw describeError(error);
  } finally {
    close();
  }
}

const settings = {
  memory_limit: '2GB',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  temp_directory: '',
};

async function lockDown(connection: DuckdbConnection, { folder, manifest }: QueryOptions) {
  const { files, columns } = manifest;
  if (files.length === 0) throw usageError(`the mirror ${folder} has no rows yet`);
  const literal = files.map(({ path }) => join(folder, path));
  const allowed = literal.map(quoteText).join(', ');
  const paths = literal.map((path) => quoteText(escapePattern(path))).join(', ');
  const names = duckdbColumns(columns)
    .map(([, own]) => own)
    .join(', ');
  await connection.run(
    `CREATE VIEW costs AS SELECT ${names} FROM read_parquet([${paths}], hive_partitioning = false)`,
  );
  // The day of a moment is that of UTC, wherever the machine is.
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(`SET allowed_paths = [${allowed}, ${paths}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
}

/** Accepts only one statement that reads: COPY and the like could write to the files that may be read. */
async function start(connection: DuckdbConnection, library: Duckdb, sql: string) {
  if (sql.replaceAll(nothing, '') === '') throw usageError('give one SQL statement');
  const statements = await connection.extractStatements(sql);
  // DuckDB makes two statements of a PIVOT that has to find its values.
  if (statements.count !== 1 && /\bpivot\b/i.test(sql)) {
    throw usageError('give one SQL statement, with the values of its PIVOT', pivotHint);
  }
  if (statements.count !== 1) throw usageError('give one SQL statement');
  const prepared = await statements.prepare(0);
  const { StatementType } = library;
  const isReading = [StatementType.SELECT, StatementType.EXPLAIN].includes(prepared.statementType);
  if (!isReading) throw usageError('costs query only reads: give a SELECT');
  return prepared.stream();
}

/** Comments and the ends of statements. */
const nothing = /[\s;]|--.*|\/\*[\s\S]*?\*\//g;

const pivotHint =
  "for example PIVOT costs ON service IN ('Amazon EC2', 'Amazon S3') USING sum(cost)";

/** Numbers keep their digits; what JSON has no form for is text. */
function toJson(value: unknown, decimal: Duckdb['DuckDBDecimalValue']): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint' || value instanceof decimal) return numberOf(String(value));
  if (typeof value !== 'object') return String(value);
  if ('items' in value && Array.isArray(value.items)) {
    return value.items.map((item) => toJson(item, decimal));
  }
  // A map has its keys and values in a list, and a value of a union is in the union.
  if ('entries' in value && Array.isArray(value.entries)) {
    return objectOf(
      value.entries.map(({ key, value: item }) => [String(key), toJson(item, decimal)]),
    );
  }
  if ('tag' in value && 'value' in value) return toJson(value.value, decimal);
  if ('entries' in value && isObject(value.entries)) {
    const entries = Object.entries(value.entries);
    return objectOf(entries.map(([key, item]) => [key, toJson(item, decimal)]));
  }
  return String(value);
}

function describeError(error: unknown): unknown {
  if (error instanceof CostctlError || !(error instanceof Error)) return error;
  const isFile = /^IO Error/.test(error.message);
  // DuckDB marks the place of an error in lines of their own.
  const message = error.message
    .replace(/^Failed to extract statements: /, '')
    .replace(/\s*\n[\s^]*/g, ' ');
  return new CostctlError(isFile ? 'file' : 'usage', `DuckDB: ${message.trimEnd()}`, {
    hint: "the table is costs: costctl costs query 'DESCRIBE costs' --mirror DIR shows its columns",
    cause: error,
  });
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
