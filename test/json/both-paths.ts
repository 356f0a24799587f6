import { isUtf8 } from 'node:buffer';
import { YamlRowWriter } from '../../src/formats/yaml/row-writer.ts';
import { writeYaml } from '../../src/formats/yaml/write-yaml.ts';
import { CellReader } from '../../src/json/bulk/cell-reader.ts';
import { RowWriter } from '../../src/json/bulk/row-writer.ts';
import type { RowScanner } from '../../src/json/bulk/rows.ts';
import { type TableOptions, TableWriter } from '../../src/json/bulk/table-writer.ts';
import { isObject } from '../../src/json/number.ts';
import { parseJson } from '../../src/json/parse.ts';
import { stringifyJson } from '../../src/json/stringify.ts';
import { cellText, columnsOf, readPath } from '../../src/output/property-path.ts';
import { separatedLine } from '../../src/output/table-rows.ts';

/** What a body comes out as in every format, so that two ways of getting there can be compared. */
export interface Texts {
  readonly members: string;
  readonly ndjson: string;
  readonly json: string;
  readonly yaml: string;
  readonly tables: readonly string[];
  readonly cells: readonly (string | null | undefined)[];
}

const tables: readonly TableOptions[] = [
  { format: 'csv' },
  { format: 'tsv' },
  { format: 'csv', spreadsheetSafe: true },
  { format: 'tsv', spreadsheetSafe: true },
  { format: 'csv', columns: ['labels.a', 'cost', 'a.b', 'a', 'labels.a.b', 'cost'] },
  { format: 'tsv', columns: ['labels'], spreadsheetSafe: true },
  { format: 'csv', columns: ['labels.cost'], spreadsheetSafe: true },
  { format: 'csv', delimiter: ';', decimalComma: true },
  { format: 'csv', decimalComma: true, spreadsheetSafe: true },
  { format: 'tsv', columns: ['cost', 'labels.cost'], decimalComma: true },
];
const readColumns = ['service', 'labels.a', 'a.b', '__proto__'];

/** By scanner and writers, on bytes. */
export function fastTexts(scanner: RowScanner, body: Buffer): Texts | 'refused' {
  try {
    const page = scanner.scan(body);
    const rows = Array.from({ length: page.count }, (_, row) => row);
    return {
      members: stringifyJson(page.members),
      ndjson: new RowWriter('ndjson').write(page).toString(),
      json: `[${new RowWriter('json').write(page)}]`,
      yaml: new YamlRowWriter().write(page).toString(),
      tables: tables.map((options) => {
        const writer = new TableWriter(options);
        writer.learn(page);
        return writer.header().toString() + writer.write(page).toString();
      }),
      cells: readColumns.flatMap((column) => {
        const reader = new CellReader(column);
        return rows.map((row) => reader.read(page, row));
      }),
    };
  } catch (error) {
    if (error instanceof SyntaxError) return 'refused';
    throw error;
  }
}

/** By JSON.parse and objects. */
export function plainTexts(body: Buffer): Texts | 'refused' {
  if (!isUtf8(body) || !isJson(body.toString())) return 'refused';
  const whole = parseJson(body.toString());
  if (!isObject(whole)) return 'refused';
  const { data: rows, ...members } = whole;
  if (!Array.isArray(rows) || !rows.every(isObject)) return 'refused';
  const lines = rows.map((row) => stringifyJson(row));
  return {
    members: stringifyJson(members),
    ndjson: lines.map((line) => `${line}\n`).join(''),
    json: `[${lines.join()}]`,
    yaml: rows.length === 0 ? '' : [...writeYaml(rows)].join(''),
    tables: tables.map(({ columns = columnsOf(rows), ...form }) => {
      const options = { ...form, terminal: false };
      const values = [
        columns,
        ...rows.map((row) => columns.map((column) => readPath(row, column))),
      ];
      // As UTF-8, which has no half of a surrogate pair.
      return Buffer.from(values.map((line) => separatedLine(line, options)).join('')).toString();
    }),
    cells: readColumns.flatMap((column) =>
      rows.map((row) => {
        const value = readPath(row, column);
        return value === null || value === undefined ? value : cellText(value);
      }),
    ),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
