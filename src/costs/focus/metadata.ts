import { createHash } from 'node:crypto';
import type { FocusMap } from './map.ts';
import type { FocusType, FocusVersion } from './version.ts';

export interface MetadataFacts {
  readonly version: FocusVersion;
  readonly map: FocusMap;
  /** The columns of the file, in their order. */
  readonly columns: readonly string[];
  /** How a Parquet file stores each column. */
  readonly types: Readonly<Record<string, string>> | undefined;
  /** The file's own name. */
  readonly name: string;
  readonly program: string;
  readonly now: string;
}

/**
 * The metadata that FOCUS requires next to a data set. The schema has the same id as long as it says
 * the same, so two months of one export share it.
 */
export function describeFocusFile(facts: MetadataFacts): Readonly<Record<string, unknown>> {
  const { version, map, columns, types, name, program, now } = facts;
  const typeOf = new Map(map.columns.map(({ column }) => [column.name, column.type]));
  const definition = columns.map((column) => ({
    ColumnName: column,
    DataType: dataTypes[typeOf.get(column) ?? 'String'],
    ...precisionOf(types?.[column]),
    ...(typeOf.get(column) === 'String' ? { StringEncoding: 'UTF-8' } : {}),
    ...(column === 'Tags' ? { ProviderTagPrefixes: map.tagPrefixes } : {}),
  }));
  const schema = {
    FocusVersion: version,
    DataGeneratorVersion: program,
    ColumnDefinition: definition,
  };
  const schemaId = guidOf(JSON.stringify(schema));
  const instanceId = guidOf(`${schemaId} ${name}`);
  return {
    DataGenerator: map.dataGenerator ?? 'costctl',
    Schema: [
      {
        SchemaId: schemaId,
        ...(version === '1.2' ? {} : { DatasetInstanceId: instanceId }),
        CreationDate: now,
        ...schema,
      },
    ],
    ...(version === '1.2'
      ? {}
      : {
          DatasetInstance: [
            {
              DatasetInstanceId: instanceId,
              DatasetInstanceName: name,
              FocusDatasetId: 'CostAndUsage',
            },
          ],
        }),
  };
}

const dataTypes: Readonly<Record<FocusType, string>> = {
  String: 'STRING',
  Decimal: 'DECIMAL',
  'Date/Time': 'DATETIME',
  JSON: 'JSON',
};

function precisionOf(type: string | undefined) {
  const [, precision, scale] = /^decimal\((\d+),(\d+)\)$/.exec(type ?? '') ?? [];
  if (precision === undefined) return {};
  return { NumericPrecision: Number(precision), NumberScale: Number(scale) };
}

/** An id that follows from a text (RFC 9562, version 8). */
function guidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
