import { createHash } from 'node:crypto';
import { CostctlError, usageError } from '../errors.ts';
import type { CellFormat } from '../json/bulk/cell-text.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { keysOf } from '../json/bulk/shapes.ts';
import { createLinesEncoder } from '../rows/create-encoder.ts';
import type { Encoder, EncoderOptions, EncoderState } from '../rows/encoder.ts';
import type { RefusedValue } from '../rows/export-journal.ts';
import { pluralize } from '../text.ts';
import { lacksZone, type Missing } from './convert-value.ts';
import { createFocusTable } from './focus-table.ts';
import type { FocusMap } from './map.ts';
import { createTranslator, type OnFault } from './translate.ts';
import type { FocusType } from './version.ts';
import { type FocusVersion, versions } from './version-rules.ts';

/** For any format: `inner` writes the rows that were translated. `keep` adds the service's columns. */
export function createFocusEncoder(inner: Encoder, map: FocusMap, keep: boolean) {
  const refusals = createRefusals(() => inner.state().rows);
  const translator = createTranslator(map, keep, refusals.add);
  let last: { readonly page: RowPage; readonly translated: RowPage } | undefined;
  /** With `keep`, the columns of all rows so far. A format that names them in each row keeps no list. */
  let kept = new Set<string>();
  /** The page as FOCUS rows, made once for all callers. */
  const translate = (page: RowPage) => {
    if (last?.page === page) return last.translated;
    const translated = translator.translate(page);
    if (keep) kept = new Set([...kept, ...translated.shapes.flatMap(keysOf)]);
    last = { page, translated };
    return translated;
  };
  const encoder = withRefusals(inner, translator, refusals);
  return {
    translate,
    /** Writes FOCUS rows, whatever the format is. */
    encoder: {
      ...encoder,
      encode: (page) => inner.encode(translate(page)),
      state: () => {
        const state = encoder.state();
        return { ...state, columns: [...new Set([...state.columns, ...kept])] };
      },
      restore: (state) => {
        last = undefined;
        kept = new Set(state.columns);
        encoder.restore(state);
      },
    } satisfies Encoder,
  };
}

/** For tables of text, in one step: this is what a million rows go through. */
export function createFocusTableEncoder(
  format: CellFormat,
  options: Omit<EncoderOptions, 'format' | 'columns'>,
  map: FocusMap,
): Encoder {
  const refusals = createRefusals(() => encoder.state().rows);
  const table = createFocusTable(map, { ...options, format }, refusals.add);
  const columns = map.columns.map(({ column }) => column.name);
  const { header, write } = table;
  const writer = { columns, unseen: [], learn: () => [], header, write };
  const encoder = createLinesEncoder(options, () => writer);
  return withRefusals(encoder, table, refusals);
}

/** The state says which columns no row had, and what FOCUS does not allow. */
function withRefusals(
  inner: Encoder,
  { missing, restore }: Missing,
  refusals: ReturnType<typeof createRefusals>,
): Encoder {
  return {
    ...inner,
    state: () => ({ ...inner.state(), unseen: missing(), refused: refusals.list() }),
    restore: (state) => {
      inner.restore(state);
      restore(state.unseen);
      refusals.restore(state.refused);
    },
  };
}

/** How many different values are named; others are only counted. */
const mostNamed = 50;
const other = 'other values';

/** Counts the values that FOCUS does not allow; `rows` is how many rows came before the page. */
function createRefusals(rows: () => number) {
  let refused = new Map<string, RefusedValue>();
  const add: OnFault = (column, value, fault, row) => {
    // Blanks of any length are one kind of value.
    const text = value.trim() === '' ? '' : value;
    const named = `${column}\n${text}`;
    const isKnown = refused.has(named) || refused.size < mostNamed;
    const key = isKnown ? named : `${column}\n${other}`;
    const known = refused.get(key) ?? {
      column,
      value: isKnown ? text : other,
      fault,
      rows: 0,
      firstRow: rows() + row + 1,
    };
    refused.set(key, { ...known, rows: known.rows + 1 });
  };
  return {
    add,
    list: () => [...refused.values()],
    restore: (list: EncoderState['refused'] = []) => {
      refused = new Map(list.map((one) => [`${one.column}\n${one.value}`, one]));
    },
  };
}

/** Refuses a data set with a value that FOCUS does not allow. */
export function refuseValues(
  { refused = [], rows, unseen }: EncoderState,
  map: FocusMap,
  mapPath: string,
): void {
  const [missing] = unseen;
  if (rows > 0 && missing !== undefined) {
    throw usageError(
      `${mapPath}: no row has the column '${missing}'`,
      'costctl costs columns shows the columns',
    );
  }
  const [first] = refused;
  if (first === undefined) return;
  const named = refused
    .slice(0, 10)
    .map(
      ({ column, value, fault, rows, firstRow }) =>
        `${column}: ${value.trim() === '' ? 'a row' : `'${value}'`} ${fault} (${pluralize(rows, 'row')}, the first is row ${firstRow})`,
    );
  const left = pluralize(refused.length - 10, 'more value');
  // Values that are only counted are more than one each.
  const isExact = refused.every(({ value }) => value !== other);
  const more = refused.length > 10 ? `; and ${isExact ? '' : 'at least '}${left}` : '';
  throw new CostctlError('incomplete', `not FOCUS: ${named.join('; ')}${more}`, {
    hint: hintOf(refused, map, mapPath),
  });
}

/** What to do about the first value, or about the rows without one if there are no others. */
function hintOf(refused: readonly RefusedValue[], map: FocusMap, mapPath: string): string {
  const mapped = (name: string) => map.columns.find(({ column }) => column.name === name);
  const timeless = refused.find(
    ({ column, value }) => mapped(column)?.source.kind === 'column' && lacksZone(value),
  );
  if (timeless !== undefined && mapped(timeless.column)?.column.type === 'Date/Time') {
    return `in ${mapPath}, '${timeless.column}: {column: …, zone: UTC}' says that such times are in UTC`;
  }
  if (refused.some(({ value }) => value === 'NULL'))
    return 'a mirror made with --null-text NULL has no value there';
  const first = refused.find(({ value }) => value.trim() !== '') ?? refused[0];
  const { source, column } = mapped(first?.column ?? '') ?? {};
  if (first?.value.trim() === '') {
    const leave = `--where '${source?.kind === 'value' ? 'COLUMN' : source?.column}!=' leaves them out`;
    if (source?.kind === 'table')
      return `in ${mapPath}, '"": …' in the table gives such rows a value; ${leave}`;
    if (source?.kind === 'moment') return leave;
    return `in ${mapPath}, {column: …, or: …} names another column for such rows; ${leave}`;
  }
  if (source?.kind === 'table')
    return `add them to the table of the column in ${mapPath}, or give an otherwise`;
  if (column?.allowed !== undefined)
    return `in ${mapPath}, '${column.name}: {column: …, table: {A: B}}' writes B for A`;
  const needs =
    source?.kind === 'moment' ? `${source.moment} needs a day or a moment in UTC: ` : '';
  return `${needs}name another column in ${mapPath}, or leave such rows out with --where`;
}

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

/** Required by FOCUS. Schemas that say the same have the same id: two months of one export share theirs. */
export function describeFocusFile(facts: MetadataFacts): Readonly<Record<string, unknown>> {
  const { version, map, columns, types, name, program, now } = facts;
  const known = new Map(map.columns.map(({ column }) => [column.name, column.type]));
  const definition = columns.map((column) => {
    const stored = types?.[column];
    const type = known.get(column) ?? typeOfStored(stored);
    return {
      ColumnName: column,
      DataType: dataTypes[type],
      ...precisionOf(stored),
      ...(type === 'String' ? { StringEncoding: 'UTF-8' } : {}),
      ...(column === 'Tags' ? { ProviderTagPrefixes: map.tagPrefixes } : {}),
    };
  });
  const schema = {
    FocusVersion: version,
    DataGeneratorVersion: program,
    ColumnDefinition: definition,
  };
  const schemaId = guidOf(JSON.stringify(schema));
  const { hasInstances } = versions[version];
  const id = hasInstances ? { DatasetInstanceId: guidOf(`${schemaId} ${name}`) } : {};
  const instance = { ...id, DatasetInstanceName: name, FocusDatasetId: 'CostAndUsage' };
  return {
    DataGenerator: map.dataGenerator ?? 'costctl',
    Schema: [{ SchemaId: schemaId, ...id, CreationDate: now, ...schema }],
    ...(hasInstances ? { DatasetInstance: [instance] } : {}),
  };
}

const dataTypes: Readonly<Record<FocusType, string>> = {
  String: 'STRING',
  Decimal: 'DECIMAL',
  'Date/Time': 'DATETIME',
  JSON: 'JSON',
};

/** The type of a column that FOCUS does not define. Text files say nothing about it. */
function typeOfStored(stored = 'text'): FocusType {
  if (/^(?:decimal|int64|double)/.test(stored)) return 'Decimal';
  return stored === 'date' || stored === 'timestamp' ? 'Date/Time' : 'String';
}

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
