import { type CostctlError, usageError } from '../errors.ts';
import { isJsonObject } from '../formats/file-rows.ts';
import { parseDecimal } from '../json/decimal.ts';
import type { Condition } from '../rows/where-language.ts';
import { failAt, openYaml, parseConditions, type YamlItem } from '../rows/yaml-file.ts';
import { didYouMean } from '../suggest.ts';
import { keysOfPairs, valueCheckOf } from './value.ts';
import type { Focus, FocusColumn } from './version.ts';

const moments = ['start-of-day', 'end-of-day', 'start-of-month', 'end-of-month'] as const;

export type Moment = (typeof moments)[number];

/** Where the values of a FOCUS column come from. */
export type Source =
  /** With `isUtc`, times without a zone are in UTC. Rows without a value have that of the column `or`. */
  | {
      readonly kind: 'column';
      readonly column: string;
      readonly or?: string | undefined;
      readonly isUtc?: boolean;
    }
  | { readonly kind: 'value'; readonly text: string | null }
  | {
      readonly kind: 'table';
      readonly column: string;
      readonly table: ReadonlyMap<string, string>;
      readonly otherwise: string | undefined;
    }
  | { readonly kind: 'moment'; readonly column: string; readonly moment: Moment };

export interface MappedColumn {
  readonly column: FocusColumn;
  readonly source: Source;
  /** Rows that do not meet these have no value. */
  readonly where: readonly Condition[];
}

/** A map file, checked: which columns the data set has, in their order. */
export interface FocusMap {
  readonly columns: readonly MappedColumn[];
  /** Who makes the data set, for its metadata. */
  readonly dataGenerator: string | undefined;
  readonly tagPrefixes: readonly string[];
}

const keys = ['column', 'or', 'value', 'table', 'otherwise', 'zone', 'where', ...moments];
const metadataKeys = ['DataGenerator', 'ProviderTagPrefixes'];

/**
 * Nothing is guessed: a required column without a source is an error. `currency` is the column of currencies,
 * if an option or a mirror names it.
 */
export function parseFocusMap(
  path: string,
  text: string,
  focus: Focus,
  currency?: string,
): FocusMap {
  const known = new Map(focus.columns.map((column) => [column.name, column]));
  const mapped = new Map<string, MappedColumn>();
  let dataGenerator: string | undefined;
  let tagPrefixes: readonly string[] = [];
  for (const { name, value, fail } of openYaml(path, text, [...keys, ...metadataKeys]).entries()) {
    if (name === 'metadata') {
      if (value === null || typeof value === 'string') {
        throw fail(`metadata must be a map with ${metadataKeys.join(', ')}`);
      }
      const other = value.keys.find((key) => !metadataKeys.includes(key));
      if (other !== undefined) {
        throw value.fail(other, `metadata has only ${metadataKeys.join(' and ')}`);
      }
      dataGenerator = value.text('DataGenerator');
      tagPrefixes = (value.texts('ProviderTagPrefixes') ?? []).map(({ text: one }) => one);
      continue;
    }
    const column = known.get(name) ?? customColumn(name);
    if (column === undefined) {
      const meant = didYouMean(name, [...known.keys()]);
      throw fail(
        `FOCUS ${focus.version} has no column ${name}${meant} (a column of your own begins with x_)`,
      );
    }
    mapped.set(name, parseMapped(column, value, fail, currency));
  }
  requireMandatory(path, mapped, focus);
  const order = [...known.keys()].filter((name) => mapped.has(name));
  const custom = [...mapped.keys()].filter((name) => !known.has(name));
  return {
    columns: [...order, ...custom].flatMap((name) => mapped.get(name) ?? []),
    dataGenerator,
    tagPrefixes,
  };
}

function customColumn(name: string): FocusColumn | undefined {
  if (!name.startsWith('x_')) return undefined;
  return { name, type: 'String', isMandatory: false, isNullable: true, allowed: undefined };
}

function requireMandatory(
  path: string,
  mapped: ReadonlyMap<string, unknown>,
  { columns, version }: Focus,
): void {
  const missing = columns.filter(({ name, isMandatory }) => isMandatory && !mapped.has(name));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  const nullable = missing.find(({ isNullable }) => isNullable);
  throw usageError(
    `${path}: FOCUS ${version} needs a source for ${names}`,
    nullable === undefined
      ? 'name a column, or give {value: …}'
      : `name a column, give {value: …}, or null if FOCUS allows it, as in '${nullable.name}: null'`,
  );
}

type Fail = (what: string) => CostctlError;

function parseMapped(
  column: FocusColumn,
  value: string | YamlItem | null,
  fail: Fail,
  currency: string | undefined,
): MappedColumn {
  if (value === null) {
    if (!column.isNullable) throw fail(`${column.name} may not be null in FOCUS`);
    return { column, source: { kind: 'value', text: null }, where: [] };
  }
  if (typeof value === 'string') {
    return { column, source: { kind: 'column', column: value }, where: [] };
  }
  const where = parseConditions(value.texts('where') ?? [], 'where', currency);
  if (where.length > 0 && !column.isNullable) {
    throw value.fail(
      'where',
      `${column.name} may not be null in FOCUS, so every row needs a value`,
    );
  }
  return { column, source: parseSource(column, value), where };
}

function parseSource(column: FocusColumn, item: YamlItem): Source {
  const moment = moments.find((one) => item.keys.includes(one));
  const given = item.keys.filter((key) => !['where', 'or', 'otherwise', 'zone'].includes(key));
  const isUtc = parseZone(column, item);
  const isTable = given.length === 2 && given.includes('column') && given.includes('table');
  if (given.length !== 1 && !isTable) {
    throw item.fail(
      'column',
      'give one of column, value, start-of-day, end-of-day, start-of-month and end-of-month, or column with table',
    );
  }
  if (item.keys.includes('or') && (isTable || given[0] !== 'column')) {
    throw item.fail(
      'or',
      'or names a second column, for rows without a value in column; it needs column, and no table',
    );
  }
  if (item.keys.includes('otherwise') && !isTable) {
    throw item.fail(
      'otherwise',
      'otherwise is for values that are not in table; it needs column with table',
    );
  }
  if (moment !== undefined) {
    if (column.type !== 'Date/Time') {
      throw item.fail(moment, `${column.name} is a ${column.type}, not a moment`);
    }
    return { kind: 'moment', column: item.required(moment), moment };
  }
  if (item.keys.includes('value')) {
    const text = item.required('value');
    requireValue(column, text, (what) => item.fail('value', what));
    return { kind: 'value', text };
  }
  const from = item.required('column');
  if (!isTable) return { kind: 'column', column: from, or: item.text('or'), isUtc };
  const pairs = item.pairs('table');
  if (pairs === undefined) throw item.fail('table', 'table must be a map such as {Fee: Purchase}');
  const otherwise = item.text('otherwise');
  for (const [, to] of pairs) requireValue(column, to.text, (what) => failAt(to.place, what));
  if (otherwise !== undefined) {
    requireValue(column, otherwise, (what) => item.fail('otherwise', what));
  }
  return {
    kind: 'table',
    column: from,
    table: new Map(pairs.map(([name, to]) => [name, to.text])),
    otherwise,
  };
}

/** Whether the map says that times without a zone are in UTC. No other zone is possible, and none is assumed. */
function parseZone({ name, type }: FocusColumn, item: YamlItem): boolean {
  const zone = item.text('zone');
  if (zone === undefined) return false;
  if (type !== 'Date/Time') {
    throw item.fail('zone', `zone is for a column with moments, and ${name} has a ${type}`);
  }
  if (!item.keys.includes('column') || item.keys.includes('table')) {
    throw item.fail('zone', 'zone needs column, and no table');
  }
  if (zone !== 'UTC') throw item.fail('zone', 'zone can only be UTC');
  return true;
}

/** A value that the map itself gives is checked before anything is read. */
function requireValue(column: FocusColumn, text: string, fail: Fail): void {
  const isMissing = text.trim() === '' && !column.isNullable;
  const problem = isMissing ? 'is blank, and every row needs a value' : faultOf(column, text);
  if (problem === undefined) return;
  const meant = didYouMean(text, [...(column.allowed ?? [])]);
  throw fail(`${column.name}: '${text}' ${problem}${meant}`);
}

/** Why a column cannot have a value; undefined if it can. */
export function faultOf(column: FocusColumn, text: string): string | undefined {
  const { type, isFlat, allowed } = column;
  if (allowed !== undefined) return allowed.has(text) ? undefined : 'is not an allowed value';
  switch (type) {
    case 'Decimal':
      return parseDecimal(text) === undefined ? 'is not a number' : undefined;
    case 'Date/Time':
      return valueCheckOf({ kind: 'date and time' })?.(text, 'csv') && /^\d{4}-.*Z$/.test(text)
        ? undefined
        : 'is not a moment such as 2026-10-01T00:00:00Z';
    case 'JSON':
      if (!isJsonObject(text)) return 'is not a JSON object';
      return isFlat === true && keysOfPairs(text) === undefined
        ? 'has an object or an array in it, or a key twice'
        : undefined;
    case 'String':
      return undefined;
  }
}
