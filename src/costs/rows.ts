import { isObject } from '../json/bulk/merge.ts';
import { type RowPage, rowText } from '../json/bulk/rows.ts';
import type { JsonObject } from '../json/number.ts';
import { parseJson } from '../json/parse.ts';
import type { DayRange } from './days.ts';
import { rowObject } from './page.ts';
import { pull } from './pull.ts';
import { type RowReading, readRows } from './read.ts';
import type { RowSource } from './source.ts';
import type { RowFilter } from './where.ts';

export interface RowsOptions {
  readonly source: RowSource;
  readonly filter: RowFilter;
}

/**
 * Rows as objects, for what cannot be done with bytes alone. The rows of a window come once it is
 * complete; until then they wait as text.
 */
export async function* readWholeRows(reading: RowReading): AsyncGenerator<JsonObject, void> {
  let waiting: string[] = [];
  const batches = pull<readonly string[]>((push) =>
    readRows({
      ...reading,
      steps: [
        ...reading.steps,
        {
          add: (rows) => {
            for (let row = 0; row < rows.count; row += 1) waiting.push(rowText(rows, row));
          },
          commit: () => undefined,
          rollback: () => {
            waiting = [];
          },
        },
      ],
      onWindow: async (window) => {
        await reading.onWindow?.(window);
        const batch = waiting;
        waiting = [];
        await push(batch);
      },
    }),
  );
  for await (const batch of batches) {
    for (const text of batch) {
      const row = parseJson(text);
      if (isObject(row)) yield row;
    }
  }
}

/** The first rows of the range, read with as few pages as possible. */
export async function* readFirstRows(
  range: DayRange,
  count: number,
  { source, filter }: RowsOptions,
): AsyncGenerator<JsonObject, void> {
  let left = count;
  const pages = pull<readonly JsonObject[]>((push) =>
    source.readFirst(range, count, (page) => push(objectsOf(filter.select(page)))),
  );
  for await (const rows of pages) {
    yield* rows.slice(0, left);
    left -= rows.length;
  }
}

/** The rows of one page. */
export async function* readOnePage(
  range: DayRange,
  page: number,
  { source, filter }: RowsOptions,
): AsyncGenerator<JsonObject, void> {
  const pages = pull<readonly JsonObject[]>((push) =>
    source.readPage(range, page, (rows) => push(objectsOf(filter.select(rows)))),
  );
  for await (const rows of pages) yield* rows;
}

function objectsOf(rows: RowPage): JsonObject[] {
  return Array.from({ length: rows.count }, (_, row) => rowObject(rows, row));
}
