import type { NamedType } from '../formats/parquet/types.ts';
import { type ManifestColumn, parquetTypeOf } from './manifest.ts';

export const engines = [
  'duckdb',
  'spark',
  'trino',
  'athena',
  'bigquery',
  'clickhouse',
  'snowflake',
] as const;

export type Engine = (typeof engines)[number];

/** Engines that read only from a store of their cloud, and how its addresses begin. */
const stores: Partial<Readonly<Record<Engine, string>>> = {
  athena: 's3://BUCKET/costs',
  bigquery: 'gs://BUCKET/costs',
  snowflake: 's3://BUCKET/costs',
};

/** Where the engine finds the files by default. */
export function defaultLocation(engine: Engine, folder: string): string {
  return stores[engine] ?? (engine === 'trino' ? `file://${folder}` : folder);
}

export function needsUpload(engine: Engine): boolean {
  return stores[engine] !== undefined;
}

type Names = Readonly<Record<Exclude<NamedType['kind'], 'decimal'>, string>>;

const typeNames: Readonly<Record<Engine, Names>> = {
  duckdb: { text: 'VARCHAR', day: 'DATE', boolean: 'BOOLEAN', integer: 'BIGINT', double: 'DOUBLE' },
  spark: { text: 'STRING', day: 'DATE', boolean: 'BOOLEAN', integer: 'BIGINT', double: 'DOUBLE' },
  trino: { text: 'varchar', day: 'date', boolean: 'boolean', integer: 'bigint', double: 'double' },
  athena: { text: 'string', day: 'date', boolean: 'boolean', integer: 'bigint', double: 'double' },
  bigquery: { text: 'STRING', day: 'DATE', boolean: 'BOOL', integer: 'INT64', double: 'FLOAT64' },
  clickhouse: {
    text: 'String',
    day: 'Date32',
    boolean: 'Bool',
    integer: 'Int64',
    double: 'Float64',
  },
  snowflake: {
    text: 'VARCHAR',
    day: 'DATE',
    boolean: 'BOOLEAN',
    integer: 'NUMBER(19,0)',
    double: 'FLOAT',
  },
};

export function typeIn(engine: Engine, column: ManifestColumn): string {
  const type = parquetTypeOf(column);
  const name =
    type.kind === 'decimal'
      ? decimalIn(engine, type.precision, type.scale)
      : typeNames[engine][type.kind];
  return engine === 'clickhouse' ? `Nullable(${name})` : name;
}

/** BigQuery's NUMERIC has nine decimal places, and 29 digits before the point. */
const numericPlaces = 9;
const numericDigits = 29;

function decimalIn(engine: Engine, precision: number, scale: number): string {
  const size = `(${precision},${scale})`;
  switch (engine) {
    case 'bigquery': {
      const isSmall = scale <= numericPlaces && precision - scale <= numericDigits;
      return `${isSmall ? 'NUMERIC' : 'BIGNUMERIC'}${size}`;
    }
    case 'snowflake':
      return `NUMBER${size}`;
    case 'clickhouse':
      return `Decimal${size}`;
    case 'trino':
    case 'athena':
      return `decimal${size}`;
    default:
      return `DECIMAL${size}`;
  }
}
