import { type Received, unexpectedResponse } from '../api/response.ts';
import type { BodyTarget, Request, ResponseHead } from '../http/request.ts';
import type { JsonValue } from '../json/number.ts';
import { tryJson } from '../json/parse.ts';
import type { OutputFlags } from '../open-output.ts';
import { isJsonType } from '../openapi/description.ts';
import { isFile, type Sink } from '../output/sink.ts';
import type { Session } from '../session.ts';

interface DownloadOptions {
  readonly accepts: (head: ResponseHead) => boolean;
  readonly prefix?: ((head: ResponseHead) => string) | undefined;
}

interface Writing extends BodyTarget {
  /** Puts the file in its place; false if no byte arrived. */
  readonly commit: () => Promise<boolean>;
  /** Leaves an existing file as it was. */
  readonly discard: () => Promise<void>;
}

/** The file of one attempt, which is created when the first bytes arrive. */
function startWriting(open: () => Promise<Sink>, prefix: string | undefined): Writing {
  let sink: Sink | undefined;
  let isDiscarded = false;
  let last: Promise<void> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  }

  async function begin(): Promise<Sink> {
    const opened = await open();
    sink = opened;
    if (prefix !== undefined) await opened.write(prefix);
    return opened;
  }

  return {
    write: (chunk) =>
      inTurn(async () => {
        if (!isDiscarded) await (sink ?? (await begin())).write(chunk);
      }),
    async commit() {
      await inTurn(async () => {
        if (prefix !== undefined) sink ??= await begin();
        await sink?.commit();
      });
      return sink !== undefined;
    },
    discard: () =>
      inTurn(async () => {
        isDiscarded = true;
        await sink?.discard();
      }),
  };
}

/** Sends a request whose response may be large; `isSaved`: the output file has it. */
export async function download<Result>(
  { output }: Session,
  { accepts, prefix }: DownloadOptions,
  send: (receive: Request['receive']) => Promise<Result>,
): Promise<{ readonly response: Result; readonly isSaved: boolean }> {
  const open = await output.openFile();
  // What cannot be discarded is not written meanwhile: a new attempt would repeat what has arrived.
  if (open === undefined) return { response: await send(undefined), isSaved: false };
  const attempts: (Writing | undefined)[] = [];
  const receive = (head: ResponseHead) => {
    const before = attempts.at(-1);
    const begin = async () => {
      await before?.discard();
      return open();
    };
    const next = accepts(head) ? startWriting(begin, prefix?.(head)) : undefined;
    attempts.push(next);
    return next;
  };
  try {
    const response = await send(receive);
    return { response, isSaved: (await attempts.at(-1)?.commit()) ?? false };
  } finally {
    await attempts.at(-1)?.discard();
  }
}

/** A smaller response arrives before anyone could read a message. */
const large = 1_000_000;

/** Shows on a terminal how much of a large response has arrived. */
export function showReceived({ progress }: Session): (bytes: number, whole?: number) => void {
  return (bytes, whole) => {
    if (bytes < large) return;
    const all = whole === undefined ? '' : ` of ${(whole / 1e6).toFixed(1)}`;
    progress.update(`received ${(bytes / 1e6).toFixed(1)}${all} MB`);
  };
}

/**
 * A response as JSON, or its bytes exactly as received if it is anything else; undefined if there is
 * no body. An output option asks for a format, which only JSON can be turned into.
 */
export function readResult(
  session: Session,
  received: Received,
): JsonValue | Uint8Array | undefined {
  const { body, headers } = received.response;
  if (body.length === 0) return undefined;
  const type = String(headers['content-type'] ?? '');
  if (type === '' || isJsonType(type)) {
    const value = tryJson(body.toString());
    if (value !== undefined) return value;
    if (type !== '') throw unexpectedResponse(received, 'is not JSON');
  }
  if (!hasOutputOption(session)) return body;
  const kind = type === '' ? 'of an unnamed type' : type;
  const hint = 'leave out the output option: it is then written as received';
  throw unexpectedResponse(received, `is ${kind}, not JSON`, hint);
}

/** Notes that the output file was not written: an existing one is not this response. */
export function noteNoBody({ output, outputFlags }: Session, method: string, path: string): void {
  const { outFile } = outputFlags;
  if (!isFile(outFile)) return;
  output.note(`the response to ${method} ${path} has no body; ${outFile} was not written`);
}

/** Whether `readResult` returns the bytes of such a response, whatever they are. */
export function isWrittenAsReceived(session: Session, { headers }: ResponseHead): boolean {
  const type = String(headers['content-type'] ?? '');
  return type !== '' && !isJsonType(type) && !hasOutputOption(session);
}

export function hasOutputOption({ flags, outputFlags }: Session): boolean {
  const shaping: (keyof OutputFlags)[] = ['columns', 'query', 'raw', 'spreadsheetSafe'];
  return (
    flags.output !== undefined ||
    outputFlags.header === false ||
    shaping.some((name) => outputFlags[name] !== undefined)
  );
}
