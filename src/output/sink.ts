import { fstatSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createGzip } from 'node:zlib';
import type { Context, OutputStream } from '../context.ts';
import { CostctlError, ifPossible } from '../errors.ts';
import { type AtomicFile, openAtomicFile } from '../storage/atomic.ts';
import { statIfThere } from '../storage/file-system.ts';
import { formatOfPath } from './formats.ts';
import { flush, writeTo } from './write-stream.ts';

/** A destination for bytes: a file, or stdout, which `commit` drains. */
export type Sink = AtomicFile;

interface SinkOptions {
  readonly context: Pick<Context, 'stdout' | 'clock' | 'processId' | 'userId' | 'signal'>;
  /** Undefined or `-`: stdout. A name that ends in `.gz` is compressed. */
  readonly outFile?: string | undefined;
  /** Makes text safe for a terminal; elsewhere bytes are written unchanged. */
  readonly show?: (text: string) => string;
}

export async function openSink({ context, outFile, show }: SinkOptions): Promise<Sink> {
  if (!isFile(outFile)) {
    const stdout: Sink = {
      write: (chunk) => writeTo(context.stdout, chunk, context.signal),
      commit: () => flush(context.stdout),
      discard: async () => undefined,
    };
    return show !== undefined && context.stdout.isTTY === true ? showTo(stdout, show) : stdout;
  }
  const file = gather(await openAtomicFile(outFile, context));
  return formatOfPath(outFile).gzip ? compressOnce(file, context.signal) : file;
}

/** Whether a result goes to a file; `-` means stdout. */
export function isFile(outFile: string | undefined): outFile is string {
  return outFile !== undefined && outFile !== '-';
}

function showTo(target: Sink, show: (text: string) => string): Sink {
  // A chunk may end within a character.
  const decoder = new StringDecoder('utf8');
  return {
    ...target,
    write: (chunk) =>
      target.write(show(typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk)))),
    async commit() {
      const rest = decoder.end();
      if (rest !== '') await target.write(show(rest));
      await target.commit();
    },
  };
}

const pieceSize = 65_536;

function gather(target: Sink): Sink {
  let text = '';
  const pass = async () => {
    const piece = text;
    text = '';
    if (piece !== '') await target.write(piece);
  };
  return {
    async write(chunk) {
      if (typeof chunk === 'string') {
        text += chunk;
        if (text.length >= pieceSize) await pass();
        return;
      }
      await pass();
      await target.write(chunk);
    },
    async commit() {
      await pass();
      await target.commit();
    },
    discard: target.discard,
  };
}

/** What arrives compressed, such as an archive that was downloaded, stays as it is. */
function compressOnce(file: Sink, signal: AbortSignal): Sink {
  let target: Sink | undefined;
  return {
    async write(chunk) {
      target ??= isGzip(chunk) ? file : compress(file, signal);
      await target.write(chunk);
    },
    async commit() {
      target ??= compress(file, signal);
      await target.commit();
    },
    discard: () => (target ?? file).discard(),
  };
}

/** Whether it begins as gzip does (RFC 1952, section 2.3.1). No text begins so. */
function isGzip(chunk: Uint8Array | string): boolean {
  return typeof chunk !== 'string' && chunk[0] === 0x1f && [0x8b, undefined].includes(chunk[1]);
}

/** gzip with zlib's defaults: no timestamp, so equal results are equal files. */
function compress(target: Sink, signal: AbortSignal): Sink {
  const gzip = createGzip();
  let failure: { readonly cause: unknown } | undefined;
  const pumped = (async () => {
    for await (const chunk of gzip) await target.write(chunk);
  })().catch((cause: unknown) => {
    failure = { cause };
    gzip.destroy();
  });
  const settle = async () => {
    await pumped;
    if (failure !== undefined) throw failure.cause;
  };
  return {
    async write(chunk) {
      await writeTo(gzip, chunk, signal).catch((cause: unknown) => {
        throw failure === undefined ? cause : failure.cause;
      });
    },
    async commit() {
      gzip.end();
      await settle();
      await target.commit();
    },
    async discard() {
      gzip.destroy();
      await pumped;
      await target.discard();
    },
  };
}

/**
 * Whether a result may appear on the same screen as the progress: on a terminal, or through a pipe whose
 * reader prints it, such as head. Then progress must end before the first byte.
 */
export function sharesScreen(stdout: OutputStream, outFile: string | undefined): boolean {
  if (isFile(outFile)) return false;
  if (stdout.isTTY === true) return true;
  const descriptor = 'fd' in stdout ? stdout.fd : undefined;
  if (typeof descriptor !== 'number') return false;
  const target = ifPossible(() => fstatSync(descriptor));
  return target !== undefined && (target.isFIFO() || target.isSocket());
}

/** Throws if the file exists: a file to start from is written once, as a later run would replace the edits. */
export async function requireNewFile(outFile: string | undefined): Promise<void> {
  if (!isFile(outFile)) return;
  const found = await statIfThere(outFile);
  if (found?.isFile() !== true || found.size === 0) return;
  throw new CostctlError('file', `cannot write ${outFile}: the file exists`, {
    hint: 'name another file with -O, and copy from it what you need',
  });
}

/**
 * With --quiet a check that passes prints nothing. But a program that reads the file expects the result of
 * this run, not of an earlier one, so a file is always written.
 */
export function isSilent(
  run: {
    readonly settings: { readonly quiet: boolean };
    readonly outputFlags: { readonly outFile?: string | undefined };
  },
  passed: boolean,
): boolean {
  return passed && run.settings.quiet && !isFile(run.outputFlags.outFile);
}
