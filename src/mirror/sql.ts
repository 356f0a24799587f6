import { usageError } from '../errors.ts';
import { groupBy } from '../grouping.ts';
import { type Engine, typeIn } from './engines.ts';
import type { Manifest, ManifestColumn } from './manifest.ts';

/** The statements name the files that count if the engine can: replaced files stay in the folders for a while. */
export function describeTable(engine: Engine, manifest: Manifest, location: string): string {
  if (manifest.files.length === 0) {
    throw usageError('the mirror has no rows yet', 'an engine needs at least one file');
  }
  return `${statements[engine](tableOf(manifest, location.replace(/\/+$/, '')))}\n`;
}

interface Table {
  readonly all: readonly ManifestColumn[];
  /** Those that some engine can name. */
  readonly columns: readonly ManifestColumn[];
  /** Those without another whose name differs only in case. */
  readonly single: readonly ManifestColumn[];
  /** Those of them whose names every engine accepts. */
  readonly plain: readonly ManifestColumn[];
  readonly partitionKey: string;
  readonly partitions: readonly string[];
  readonly location: string;
  readonly paths: readonly string[];
  readonly files: readonly string[];
}

/** No engine accepts a name with NUL; the other columns are still readable. */
function canName({ name }: Pick<ManifestColumn, 'name'>): boolean {
  return !name.includes('\0');
}

/** With how each is referred to: by its place if names differ only in case, which DuckDB ignores. */
export function duckdbColumns(
  columns: readonly ManifestColumn[],
): readonly (readonly [ManifestColumn, string])[] {
  const names = new Set(columns.map(({ name }) => name.toLowerCase()));
  const areUnique = names.size === columns.length;
  return columns
    .map((column, place) => [column, areUnique ? double(column.name) : `#${place + 1}`] as const)
    .filter(([column]) => canName(column));
}

/** DuckDB reads a path as a pattern. */
export function escapePattern(path: string): string {
  return path.replaceAll(/[*?[]/g, '[$&]');
}

function tableOf(manifest: Manifest, location: string): Table {
  const { columns, partitionKey, files } = manifest;
  const paths = files.map(({ path }) => path);
  const named = columns.filter(canName);
  const sameNames = groupBy(named, ({ name }) => name.toLowerCase());
  const single = [...sameNames.values()].filter(({ length }) => length === 1).flat();
  return {
    all: columns,
    columns: named,
    single,
    plain: single.filter(({ name }) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)),
    partitionKey,
    partitions: [...new Set(files.map(({ partition }) => partition))],
    location,
    paths,
    files: paths.map((path) => `${location}/${path}`),
  };
}

const statements: Readonly<Record<Engine, (table: Table) => string>> = {
  duckdb: ({ all, files }) => `CREATE OR REPLACE VIEW costs AS
SELECT
${lines(duckdbColumns(all), ([column, own]) => `CAST(${own} AS ${typeIn('duckdb', column)}) AS ${double(column.name)}`)}
FROM read_parquet([
${files.map((file) => `  ${text(escapePattern(file))}`).join(',\n')}
], hive_partitioning = false);`,

  spark: ({
    columns,
    single,
    files,
  }) => `${single.length < columns.length ? 'SET spark.sql.caseSensitive = true;\n' : ''}CREATE OR REPLACE TEMPORARY VIEW costs AS
SELECT
${lines(columns, (column) => `CAST(${back(column.name)} AS ${typeIn('spark', column)}) AS ${back(column.name)}`)}
FROM (
${files.map((file) => `  SELECT * FROM parquet.${back(file)}`).join('\n  UNION ALL\n')}
);`,

  trino: ({ columns, single, partitionKey, location }) => `${folderNote('trino')}
${twinsOut(columns, single)}DROP TABLE IF EXISTS hive.default.costs;
CREATE TABLE hive.default.costs (
${lines(single, (column) => `${double(column.name)} ${typeIn('trino', column)}`)},
  ${double(partitionKey)} varchar
)
WITH (
  format = 'PARQUET',
  external_location = ${text(location)},
  partitioned_by = ARRAY[${text(partitionKey)}]
);
CALL hive.system.sync_partition_metadata('default', 'costs', 'FULL');`,

  athena: ({
    columns,
    single,
    plain,
    partitionKey,
    partitions,
    location,
  }) => `${folderNote('athena')}
${twinsOut(columns, single)}${oddOut(single, plain, "json_extract_scalar(tags, '$.team')")}DROP TABLE IF EXISTS costs;
CREATE EXTERNAL TABLE costs (
${lines(plain, (column) => `${back(column.name)} ${typeIn('athena', column)}`)}
)
PARTITIONED BY (${back(partitionKey)} string)
STORED AS PARQUET
LOCATION ${escaped(`${location}/`)};
ALTER TABLE costs ADD IF NOT EXISTS
${partitions.map((partition) => `  PARTITION (${back(partitionKey)} = ${escaped(valueIn(partition))}) LOCATION ${escaped(`${location}/${partition}/`)}`).join('\n')};`,

  bigquery: ({
    columns,
    single,
    plain,
    files,
  }) => `${twinsOut(columns, single)}${oddOut(single, plain, "JSON_VALUE(tags, '$.team')")}CREATE OR REPLACE EXTERNAL TABLE DATASET.costs (
${lines(plain, (column) => `${back(column.name)} ${typeIn('bigquery', column)}`)}
)
OPTIONS (
  format = 'PARQUET',
  uris = [
${files.map((file) => `    ${escaped(file)}`).join(',\n')}
  ]
);`,

  clickhouse: ({ columns, location, paths }) => `CREATE OR REPLACE VIEW costs AS
SELECT * FROM ${location.includes('://') ? 's3' : 'file'}(
  ${escaped(`${location}/${paths.length === 1 ? paths[0] : `{${paths.join(',')}}`}`)},
  'Parquet',
  ${escaped(columns.map((column) => `${back(column.name)} ${typeIn('clickhouse', column)}`).join(', '))}
);`,

  snowflake: ({
    columns,
    location,
    paths,
  }) => `CREATE STAGE IF NOT EXISTS costs_stage URL = ${escaped(`${location}/`)};
CREATE OR REPLACE EXTERNAL TABLE costs (
${lines(columns, (column) => `${double(column.name)} ${typeIn('snowflake', column)} AS (value:${double(column.name)}::${typeIn('snowflake', column)})`)}
)
LOCATION = @costs_stage
AUTO_REFRESH = FALSE
FILE_FORMAT = (TYPE = PARQUET)
PATTERN = ${escaped(`.*(${paths.map((path) => path.replaceAll('.', '[.]')).join('|')})`)};`,
};

function folderNote(engine: 'trino' | 'athena'): string {
  return `-- ${engine} reads every file of a folder: it must have only the files that _manifest.json names.
-- Upload those alone, or keep no replaced files: costctl costs mirror DIR --keep 0s`;
}

/** These engines take names that differ only in case for one, and do not say which column they read for it. */
function twinsOut(columns: readonly ManifestColumn[], single: readonly ManifestColumn[]): string {
  return leftOut(columns, single, 'names that differ only in case are the same here');
}

function oddOut(
  columns: readonly ManifestColumn[],
  plain: readonly ManifestColumn[],
  instead: string,
): string {
  const isNested = columns.some((column) => !plain.includes(column) && column.name.includes('.'));
  const why = 'column names have only letters, digits and _ here';
  return leftOut(columns, plain, why, isNested ? `; use ${instead} for nested ones` : '');
}

function leftOut(
  columns: readonly ManifestColumn[],
  kept: readonly ManifestColumn[],
  why: string,
  more = '',
): string {
  const names = columns.filter((column) => !kept.includes(column)).map(({ name }) => name);
  if (names.length === 0) return '';
  const listed = names.map((name) => name.replace(/[\r\n]/g, ' ')).join(', ');
  return `-- Left out, because ${why}: ${listed}${more}\n`;
}

function lines<Column>(columns: readonly Column[], write: (column: Column) => string): string {
  return columns.map((column) => `  ${write(column)}`).join(',\n');
}

function valueIn(partition: string): string {
  return partition.slice(partition.indexOf('=') + 1);
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** For engines that read a backslash in a text as an escape, and of which some read '' as the end of a text. */
function escaped(value: string): string {
  return `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
}

function double(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function back(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
