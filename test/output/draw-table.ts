import { renderTable } from '../../src/output/table.ts';
import type { TableColumn } from '../../src/output/table-column.ts';

interface Drawing {
  readonly headers?: readonly string[];
  /** Which columns hold numbers. */
  readonly numeric?: readonly boolean[];
  readonly nested?: readonly boolean[];
  readonly answers?: readonly boolean[];
  readonly width: number | undefined;
}

export const plain = {
  strong: (text: string) => text,
  good: (text: string) => text,
  bad: (text: string) => text,
};

export function columnsOf(
  rows: readonly (readonly string[])[],
  { headers, numeric = [], nested = [], answers = [] }: Omit<Drawing, 'width'>,
): TableColumn[] {
  const count = headers?.length ?? rows[0]?.length ?? 0;
  return Array.from({ length: count }, (_, at) => ({
    header: headers?.[at] ?? '',
    align: numeric[at] ? 'right' : 'left',
    texts: rows.map((row) => row[at] ?? ''),
    places: Uint32Array.from(rows.keys()),
    shrinks: numeric[at] ? 'last' : nested[at] ? 'first' : 'second',
    importance: answers[at] ? 'answer' : 'normal',
  }));
}

/** A table of texts, and below it the columns that had no room. */
export async function drawTable(
  rows: readonly (readonly string[])[],
  drawing: Drawing,
  paint = plain,
): Promise<string> {
  const { width } = drawing;
  const { lines, leftOut } = await renderTable(columnsOf(rows, drawing), { width, paint });
  let text = '';
  for (const line of lines) text += line;
  return leftOut.length === 0 ? text : `${text}left out: ${leftOut.join(', ')}\n`;
}
