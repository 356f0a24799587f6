import type { ColumnMetaData, DecodedArray, SchemaTree } from 'hyparquet';
import { assembleLists } from 'hyparquet/src/assemble.js';
import { isNumbered, type RowRange, readNumbers } from './decode-chunk.ts';
import { readLevels } from './levels.ts';
import { toPlain } from './plain-page.ts';
import { levelsOf, type Page, readPages, type StoredPart } from './stored-pages.ts';
import { type StoredType, StoredValues } from './stored-values.ts';
import { unpackers } from './unpack-page.ts';
import { innerReaderOf } from './value-reader.ts';

/** A part of a column that another program wrote. */
export interface AnyPart extends StoredPart {
  readonly type: StoredType;
  /** From the root of the schema to the column, which may be inside others. */
  readonly path: SchemaTree[];
}

export function describePart(schema: SchemaTree, part: ColumnMetaData): AnyPart {
  const path = [schema];
  let node = schema;
  for (const name of part.path_in_schema) {
    const child = node.children.find(({ element }) => element.name === name);
    if (child === undefined) throw new Error('which its schema lacks');
    node = child;
    path.push(child);
  }
  const unpack = new Map(Object.entries(unpackers)).get(part.codec);
  if (unpack === undefined) throw new Error(`its compression ${part.codec} is not supported`);
  const kinds = path.slice(1).map(({ element }) => element.repetition_type);
  return {
    values: Number(part.num_values),
    definition: kinds.filter((kind) => kind !== 'REQUIRED').length,
    repetition: kinds.filter((kind) => kind === 'REPEATED').length,
    type: { type: node.element.type, typeLength: node.element.type_length ?? 0 },
    ...{ path, unpack },
  };
}

/** The values of some rows of a column inside others, in lists for what is repeated or may be missing. */
export function readLeaf(bytes: Buffer, part: AnyPart, { from, to }: RowRange): DecodedArray {
  const { path, definition, repetition } = part;
  const valueAt = innerReaderOf(path);
  const stored = new StoredValues();
  stored.begin(part.type);
  const definitions: number[] = [];
  const repetitions: number[] = [];
  const values: unknown[] = [];
  const known: unknown[] = [];
  let row = -1;
  readPages(bytes, part, (page) => {
    if (page.header.kind === 'dictionary') {
      stored.addStored(page.open(), 0, page.header.values);
      return true;
    }
    const own = readLeafPage(page, part, stored);
    let place = 0;
    for (let at = 0; at < page.header.values; at += 1) {
      const [repeated = 0, defined = 0] = [own.repetitions[at], own.definitions[at]];
      if (repeated === 0) row += 1;
      const number = defined === definition ? (own.numbers[place] ?? 0) : -1;
      if (number >= 0) place += 1;
      if (row < from || row >= to) continue;
      if (repetition > 0) repetitions.push(repeated);
      if (definition > 0) definitions.push(defined);
      if (number < 0) continue;
      known[number] ??= valueAt(stored, number);
      values.push(known[number]);
    }
    return row < to;
  });
  if (row < to - 1) throw new Error('its pages lack rows');
  return assembleLists([], definitions, repetitions, values, path);
}

/** The levels of a page, and the number of each value that it has. */
function readLeafPage({ header, open }: Page, part: AnyPart, stored: StoredValues) {
  const page = open();
  const { start, ...bytes } = levelsOf(header, page, part);
  const [repetitions, definitions] = [new Int32Array(header.values), new Int32Array(header.values)];
  if (part.repetition > 0) readLevels(bytes.repetitions, part.repetition, repetitions);
  if (part.definition > 0) readLevels(bytes.definitions, part.definition, definitions);
  const filled = definitions.reduce((sum, own) => sum + (own === part.definition ? 1 : 0), 0);
  const numbers = new Int32Array(filled);
  if (isNumbered(header.encoding)) readNumbers(page, start, numbers, stored.count);
  else {
    const plain = toPlain(page, start, filled, header.encoding, part.type);
    for (let place = 0; place < filled; place += 1) numbers[place] = stored.count + place;
    stored.addStored(plain.page, plain.at, filled);
  }
  return { repetitions, definitions, numbers };
}
