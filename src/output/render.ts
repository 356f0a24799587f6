import { usageError } from '../errors.ts';
import { escapeLinesForTerminal, safeJson } from '../escape.ts';
import { stringifyJson } from '../json/stringify.ts';
import { isRecord, toRecord } from './cells.ts';
import { createPaint } from './color.ts';
import { checkColumns, keepColumns } from './columns.ts';
import type { Format } from './formats.ts';
import { type LineOptions, renderLines } from './lines.ts';
import { renderForPeople } from './people.ts';
import type { Result } from './result.ts';
import type { View } from './view.ts';

/** How results of one run are written. */
export interface Rendering {
  readonly format: Format;
  readonly columns: readonly string[] | undefined;
  readonly raw: boolean;
  readonly header: boolean;
  readonly spreadsheetSafe: boolean;
  /** Whether the text goes to a terminal, and nowhere else. */
  readonly terminal: boolean;
  /** Cells that a line of the terminal holds. */
  readonly width: number | undefined;
  readonly color: boolean;
  readonly now: () => number;
}

export type LineFormat = LineOptions['format'];

/** Whether a list in this format is written record by record as it arrives. */
export function isLineFormat(format: Format): format is LineFormat {
  return format === 'ndjson' || format === 'csv' || format === 'tsv';
}

/** Enough to see which columns a list has, and no more than one page of most lists. */
const firstPage = 100;

export function renderStream(
  records: AsyncIterable<unknown> | Iterable<unknown>,
  format: LineFormat,
  view: View<unknown>,
  rendering: Rendering,
): AsyncGenerator<string> {
  return renderLines(records, { ...rendering, format, fields: view.fields, firstPage });
}

export async function renderResult(
  result: Result,
  view: View<unknown>,
  rendering: Rendering,
): Promise<string> {
  try {
    return await renderWhole(result, view, rendering);
  } catch (cause) {
    throw cause instanceof RangeError && cause.message === 'Invalid string length'
      ? usageError(
          `the result is too long to be written in one piece as ${rendering.format}`,
          'csv, tsv and ndjson are written line by line: give -o csv',
        )
      : cause;
  }
}

async function renderWhole(
  result: Result,
  view: View<unknown>,
  rendering: Rendering,
): Promise<string> {
  const bare = rendering.raw ? renderBare(result, view, rendering) : undefined;
  if (bare !== undefined) return bare;
  switch (rendering.format) {
    case 'table':
    case 'markdown':
      return await renderPeople(result, view, { ...rendering, format: rendering.format });
    case 'json':
      return `${renderJson(keep(result, view, rendering), rendering)}\n`;
    case 'yaml': {
      const { renderYaml } = await import('./yaml.ts');
      const text = await renderYaml(keep(result, view, rendering));
      return rendering.terminal ? escapeLinesForTerminal(text) : text;
    }
    default:
      return await joinLines(result, view, { ...rendering, format: rendering.format });
  }
}

async function renderPeople(
  result: Result,
  view: View<unknown>,
  rendering: Rendering & { readonly format: 'table' | 'markdown' },
): Promise<string> {
  const { terminal, now, color } = rendering;
  const paint = await createPaint(color);
  return await renderForPeople(result, {
    ...rendering,
    view,
    paint,
    look: { now: now(), terminal },
  });
}

async function joinLines(
  result: Result,
  view: View<unknown>,
  rendering: Rendering & { readonly format: LineFormat },
): Promise<string> {
  const records = recordsOf(result);
  const lines: string[] = [];
  const options = { ...rendering, fields: view.fields, firstPage: Number.POSITIVE_INFINITY };
  for await (const line of renderLines(records, options)) lines.push(line);
  return lines.join('');
}

function renderJson(value: unknown, { terminal }: Rendering): string {
  const text = stringifyJson(value, terminal ? 2 : 0);
  return terminal ? safeJson(text) : text;
}

/** Strings and numbers, one a line; undefined where something has parts: that needs the format. */
function renderBare(result: Result, view: View<unknown>, rendering: Rendering): string | undefined {
  const values = keepEach(result, view, rendering);
  if (values.some((value) => isRecord(value) || Array.isArray(value))) return undefined;
  const lines = values.map((value) =>
    typeof value === 'string' ? `${value}\n` : `${stringifyJson(value)}\n`,
  );
  return rendering.terminal ? escapeLinesForTerminal(lines.join('')) : lines.join('');
}

/** The result's value with the columns that were asked for. */
function keep(result: Result, view: View<unknown>, rendering: Rendering): unknown {
  const kept = keepEach(result, view, rendering);
  return result.kind === 'list' ? kept : kept[0];
}

function keepEach(result: Result, view: View<unknown>, { columns }: Rendering): readonly unknown[] {
  const records = recordsOf(result);
  if (columns === undefined) return records;
  checkColumns(columns, records.map(toRecord), view.fields);
  return records.map((record) => keepColumns(record, columns));
}

function recordsOf(result: Result): readonly unknown[] {
  return result.kind === 'list' ? result.records : [result.record];
}
