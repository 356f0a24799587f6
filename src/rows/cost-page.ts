import { CostctlError } from '../errors.ts';
import { type RowPage, RowScanner, readRow, rowWidth } from '../json/bulk/rows.ts';
import { membersOf } from '../json/members.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/number.ts';
import type { CountedPage } from './page-reader.ts';

/** A page of cost rows, as places in its bytes. Valid until the next one is opened. */
export interface CostPage extends CountedPage {
  readonly rows: RowPage;
}

/** Opens pages one after the other. Anything but a page of cost data is `unexpected_response`. */
export function createPageOpener(
  onRepeated: (key: string) => void = () => undefined,
): (body: Buffer) => CostPage {
  const scanner = new RowScanner();
  let last: CostPage | undefined;
  return (body) => {
    // The first page is looked at before it is read.
    if (body === last?.rows.body) return last;
    last = undefined;
    const rows = scan(scanner, body);
    for (const key of rows.repeated ?? []) onRepeated(key);
    last = { rows, rowCount: rows.count, total: totalOf(rows, body) };
    return last;
  };
}

function scan(scanner: RowScanner, body: Buffer): RowPage {
  try {
    return scanner.scan(body);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw notCostData(cause.message, body, cause);
  }
}

function totalOf({ members }: RowPage, body: Buffer): number {
  const meta = members['meta'];
  const total = isObject(meta) ? meta['totalRecords'] : undefined;
  if (typeof total === 'number' && Number.isSafeInteger(total) && total >= 0) return total;
  throw notCostData('meta.totalRecords is not a count of rows', body);
}

/**
 * `meta.totalRecords` of a page that ends with it, without opening the page. It only decides what is asked
 * next, and is checked when the page is read.
 */
export function totalAtEnd(body: Buffer): number | undefined {
  const end = body.toString('latin1', Math.max(0, body.length - longestEnd));
  const total = pageEnd.exec(end)?.[1];
  return total === undefined ? undefined : Number(total);
}

const pageEnd = /"meta"\s*:\s*\{\s*"totalRecords"\s*:\s*(\d{1,15})\s*\}\s*\}\s*$/;
const longestEnd = 200;

function notCostData(reason: string, body: Buffer, cause?: unknown): CostctlError {
  return new CostctlError('unexpected_response', `the response is not a page of costs: ${reason}`, {
    method: 'GET',
    path: '/v1/costs',
    body: body.toString('utf8', 0, 200),
    cause,
  });
}

export function rowObject(page: RowPage, row: number): JsonObject {
  const value = readRow(page, row);
  return isObject(value) ? value : {};
}

export function selectRows(page: RowPage, wanted: (row: number) => boolean): RowPage {
  const selected: number[] = [];
  for (let row = 0; row < page.count; row++) if (wanted(row)) selected.push(row);
  if (selected.length === page.count) return page;
  const { picked } = page;
  const shapeOf = selected.flatMap((row) => page.shapeOf[row] ?? []);
  return {
    ...page,
    count: selected.length,
    picked: Int32Array.from(selected, (row) => picked?.[row] ?? row),
    shapeOf,
    shapes: [...new Set(shapeOf)],
    rows: Int32Array.from({ length: selected.length * rowWidth }, (_, at) => {
      const row = selected[Math.floor(at / rowWidth)] ?? 0;
      return page.rows[row * rowWidth + (at % rowWidth)] ?? 0;
    }),
    loose: Int32Array.from(selected, (row) => page.loose[row] ?? 0),
    firstCell: Int32Array.from(selected, (row) => page.firstCell[row] ?? 0),
  };
}

/** The innermost values of a row, each with its property path. */
export function* leaves(row: JsonObject, prefix = ''): Generator<[string, JsonValue], void> {
  for (const [key, value] of membersOf(row)) {
    if (isObject(value)) yield* leaves(value, `${prefix}${key}.`);
    else yield [prefix + key, value];
  }
}
