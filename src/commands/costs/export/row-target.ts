import { StringDecoder } from 'node:string_decoder';
import { type Format, isCellFormat, isDocumentFormat } from '../../../formats/registry.ts';
import { comma, newLine } from '../../../json/bulk/bytes.ts';
import type { CellFormat } from '../../../json/bulk/cell-text.ts';
import { isObject, type JsonObject } from '../../../json/number.ts';
import { parseLines } from '../../../json/parse.ts';
import { keepColumns } from '../../../output/property-path.ts';
import { isFile, openSink, type Sink, sharesScreen } from '../../../output/sink.ts';
import { createEncoder } from '../../../rows/create-encoder.ts';
import type { Encoder, ListFormat } from '../../../rows/encoder.ts';
import { createStreamSink, holdRows, type Send } from '../../../rows/stream.ts';
import { createWidener } from '../../../rows/widen.ts';
import type { Session } from '../../../session.ts';
import type { WindowSink } from '../../../storage/work-folder.ts';
import { escapeLinesForTerminal, safeJson } from '../../../text.ts';
import { tableFormOf } from '../result-format.ts';

/**
 * Where a list writes its rows. A document leaves only when it is complete, and so does a table in a file,
 * because a column that appears late is added to the lines before it.
 */
export async function openRowTarget(session: Session, format: ListFormat, encoder: Encoder) {
  const { outFile } = session.outputFlags;
  const isTable = isCellFormat(format);
  const sink = await openRowSink(session, format, outFile);
  const isComplete = isDocumentFormat(format) || (isTable && isFile(outFile));
  const rows = isComplete ? holdRows() : createStreamSink(sink.write, encoder);
  return {
    rows,
    commit: async () => {
      await rows.send(isTable ? widenInto(session, format, encoder, sink.write) : sink.write);
      await sink.commit();
    },
    discard: async () => {
      await rows.close();
      await sink.discard();
    },
  };
}

/** Where rows go as bytes. On a terminal they are shown as text that is safe there. */
export async function openRowSink(
  { context, progress }: Session,
  format: Format,
  outFile: string | undefined,
): Promise<Sink> {
  const show = isCellFormat(format) ? escapeLinesForTerminal : safeJson;
  const sink = await openSink({ context, outFile, show });
  if (!sharesScreen(context.stdout, outFile)) return sink;
  return {
    ...sink,
    write: (chunk) => {
      // Rows and progress never share a line.
      progress.stop();
      return sink.write(chunk);
    },
  };
}

function widenInto(
  { outputFlags }: Session,
  format: CellFormat,
  encoder: Encoder,
  write: Send,
): Send {
  const { steps, columns } = encoder.state();
  if (steps.length < 2) return write;
  const complete = createEncoder({
    format,
    columns,
    ...tableFormOf(outputFlags),
    lateColumns: 'add',
    pick: keepColumns,
  });
  const widener = createWidener(
    format,
    steps,
    Buffer.concat(complete.end()),
    [],
    outputFlags.delimiter,
  );
  return async (chunk) => {
    for (const piece of widener.pass(Buffer.from(chunk))) if (piece !== 'end') await write(piece);
  };
}

export type KeptRows = ReturnType<typeof keepRows>;

/** Keeps the rows of complete windows as objects, and the first ones as bytes too. Expects whole lines of ndjson. */
export function keepRows(first: number) {
  const rows: JsonObject[] = [];
  const bytes: Buffer[] = [];
  let committed = { rows: 0, bytes: 0 };
  const sink: WindowSink = {
    write: async (lines) => {
      // The lines are copied, since their memory is used again.
      if (rows.length < first) bytes.push(Buffer.from(lines));
      const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length).toString();
      for (const row of readLines(text)) rows.push(row);
    },
    commit: async () => {
      committed = { rows: rows.length, bytes: bytes.length };
    },
    rollback: async () => {
      rows.length = committed.rows;
      bytes.length = committed.bytes;
    },
    close: async () => undefined,
  };
  return { rows, firstPage: () => toPage(Buffer.concat(bytes), first), sink };
}

/** The first lines of ndjson, at most `most` of them, as the body of a page. */
function toPage(lines: Buffer, most: number): Buffer {
  let end = 0;
  for (let row = 0; row < most; row += 1) {
    const next = lines.indexOf(newLine, end + 1);
    if (next < 0) break;
    lines[next] = comma;
    end = next;
  }
  return Buffer.concat([Buffer.from('{"data":['), lines.subarray(0, end), Buffer.from(']}')]);
}

/** Rows as objects, as many at a time as arrive together. */
export function pullRows(
  run: (sink: WindowSink) => Promise<void>,
  isCounted: boolean,
): AsyncGenerator<readonly JsonObject[], void> {
  return pull(async (push) => {
    const read = isCounted ? createLineCounter() : createLineReader();
    const sink = createStreamSink((chunk) => push(read(chunk)));
    try {
      await run(sink);
    } finally {
      await sink.close();
    }
  });
}

/** Reads ndjson that arrives in pieces as objects. A piece may end anywhere. */
function createLineReader(): (chunk: Uint8Array) => JsonObject[] {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return (chunk) => {
    const text = rest + decoder.write(Buffer.from(chunk));
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    return readLines(text.slice(0, end));
  };
}

function readLines(text: string): JsonObject[] {
  return parseLines(text).filter(isObject);
}

/** For callers that only count the rows: an empty object for each line. */
function createLineCounter(): (chunk: Uint8Array) => JsonObject[] {
  return (chunk) => {
    const rows: JsonObject[] = [];
    for (let at = chunk.indexOf(newLine); at >= 0; at = chunk.indexOf(newLine, at + 1)) {
      rows.push(nothing);
    }
    return rows;
  };
}

const nothing: JsonObject = {};

/**
 * Turns work that pushes items into an iterable that pulls them. A push resolves when its item has
 * been used. If the reader stops early, the work is stopped at its next push.
 */
export async function* pull<Item>(
  work: (push: (item: Item) => Promise<void>) => Promise<void>,
): AsyncGenerator<Item, void> {
  let isStopped = false;
  let offered: { readonly item: Item; readonly used: () => void } | undefined;
  let wake = () => {};
  const push = (item: Item): Promise<void> => {
    if (isStopped) throw stop;
    return new Promise((used) => {
      offered = { item, used };
      wake();
    });
  };
  let isDone = false;
  const running = work(push).finally(() => {
    isDone = true;
    wake();
  });
  // The work is awaited below. Until then a failure must not count as unhandled.
  running.catch(() => undefined);
  try {
    for (;;) {
      if (offered === undefined && !isDone) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (offered !== undefined || isDone) resolve();
        });
      }
      const current = offered;
      if (current === undefined) break;
      offered = undefined;
      yield current.item;
      current.used();
    }
    await running;
  } finally {
    isStopped = true;
    offered?.used();
  }
}

const stop = new Error('the reader has stopped');
