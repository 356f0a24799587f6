import { usageError } from '../errors.ts';
import {
  type Format,
  isDocumentFormat,
  isLineFormat,
  isPeopleFormat,
  type PeopleFormat,
  registry,
} from '../formats/registry.ts';
import type { CellForm } from '../json/bulk/cell-text.ts';
import { isObject } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { escapeLinesForTerminal } from '../text.ts';
import { createPaint } from './color.ts';
import { renderForPeople } from './people.ts';
import { checkColumns, keepColumns, toRecord } from './property-path.ts';
import { renderLines } from './table-rows.ts';
import { type Result, recordsOf, type View } from './view.ts';

export interface Rendering extends Omit<CellForm, 'format'> {
  readonly format: Format;
  readonly columns?: readonly string[] | undefined;
  readonly raw?: boolean | undefined;
  readonly header: boolean;
  readonly byteOrderMark?: boolean | undefined;
  readonly terminal: boolean;
  /** Whether table and markdown show all digits. */
  readonly exact?: boolean | undefined;
  readonly width: number | undefined;
  readonly color: boolean;
  readonly now: () => number;
  readonly onLeftOut: (headers: readonly string[]) => void;
}

/** A complete result in pieces of text. All errors are thrown before the first piece. */
export async function* renderResult(result: Result, view: View<unknown>, rendering: Rendering) {
  try {
    yield* inPieces(await renderWhole(result, view, rendering));
  } catch (cause) {
    throw cause instanceof RangeError && cause.message === 'Invalid string length'
      ? usageError(
          `a value is too long to be written in one piece as ${rendering.format}`,
          'csv, tsv and ndjson are written line by line: use -o csv',
        )
      : cause;
  }
}

async function renderWhole(result: Result, view: View<unknown>, rendering: Rendering) {
  const bare = rendering.raw ? renderBare(result, view, rendering) : undefined;
  if (bare !== undefined) return bare;
  const { format, terminal } = rendering;
  if (isPeopleFormat(format)) return await renderPeople(result, view, { ...rendering, format });
  if (isDocumentFormat(format)) {
    const write = await registry[format].write();
    return write(withAbout(result, view, rendering), { terminal });
  }
  // Workbooks and reports are written elsewhere: a workbook is not text, and a report needs states.
  if (!isLineFormat(format)) throw new Error(`${format} is not written here`);
  const firstPage = Number.POSITIVE_INFINITY;
  return renderLines(recordsOf(result), { ...rendering, format, view, firstPage });
}

async function renderPeople(
  result: Result,
  view: View<unknown>,
  rendering: Rendering & { readonly format: PeopleFormat },
): Promise<Lines> {
  const { format, now, color, exact = false } = rendering;
  const terminal = rendering.terminal && format === 'table';
  const paint = await createPaint(color);
  return renderForPeople(result, {
    ...rendering,
    view,
    paint,
    look: { now: now(), terminal, exact },
  });
}

/** Strings and numbers, one per line; undefined if a value is an object or list, which needs the format. */
function renderBare(result: Result, view: View<unknown>, rendering: Rendering) {
  const values = keepEach(result, view, rendering);
  if (values.some((value) => isObject(value) || Array.isArray(value))) return undefined;
  const lines = values.map(
    (value) => `${typeof value === 'string' ? value : stringifyJson(value)}\n`,
  );
  return rendering.terminal ? lines.map(escapeLinesForTerminal) : lines;
}

/** With `about`: always in a single object, around a list only if asked for. */
function withAbout(result: Result, view: View<unknown>, rendering: Rendering): unknown {
  const { about } = view;
  const kept = keep(result, view, rendering);
  if (about === undefined) return kept;
  if (result.kind === 'list') return about.envelope ? { about: about.facts, data: kept } : kept;
  return isObject(kept) ? { ...kept, about: about.facts } : kept;
}

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

const pieceSize = 65_536;

type Lines = AsyncIterable<string> | Iterable<string>;

async function* inPieces(texts: Lines): AsyncGenerator<string> {
  let piece = '';
  // A promise for each line would take longer than the text itself.
  const isReady = Symbol.iterator in texts;
  for (const text of isReady ? texts : []) {
    piece += text;
    if (piece.length < pieceSize) continue;
    yield piece;
    piece = '';
  }
  for await (const text of isReady ? [] : texts) piece += text;
  if (piece !== '') yield piece;
}
