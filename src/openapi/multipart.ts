import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { CostctlError, fileError, toFileError, usageError } from '../errors.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { readPipe } from '../storage/read-input.ts';
import type { Body, Encoding, Serialization } from './description.ts';
import { serializeQuery, textOf } from './text-values.ts';

interface Part {
  readonly head: string;
  readonly content: string | UploadFile;
}

/** Writes fields and files as parts; files are read while they are sent. */
export function writeMultipart(
  fields: JsonObject,
  files: ReadonlyMap<string, readonly UploadFile[]>,
  encoding: Readonly<Record<string, Encoding>>,
  random: () => number,
) {
  const boundary = `costctl-${hexDigits(random)}${hexDigits(random)}`;
  const stated = (name: string) => (Object.hasOwn(encoding, name) ? encoding[name] : undefined);
  const parts = [
    ...Object.entries(fields).flatMap(([name, value]) => partsOf(name, value, stated(name))),
    ...[...files].flatMap(([name, list]) =>
      list.map((file) => filePart(name, file, stated(name)?.type)),
    ),
  ];
  const opening = (part: Part) => `--${boundary}\r\n${part.head}\r\n\r\n`;
  const end = `--${boundary}--\r\n`;
  const lengths = parts.map(({ head, content }) => {
    const size = typeof content === 'string' ? Buffer.byteLength(content) : content.size;
    return Buffer.byteLength(opening({ head, content })) + size + 2;
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: lengths.reduce((sum, length) => sum + length, end.length),
    async *open() {
      for (const part of parts) {
        yield Buffer.from(opening(part));
        if (typeof part.content === 'string') yield Buffer.from(part.content);
        else yield* part.content.open();
        yield Buffer.from('\r\n');
      }
      yield Buffer.from(end);
    },
  };
}

/**
 * A list becomes one part for each item, unless the document wants it in one; an object is JSON (OpenAPI 3.1,
 * "Encoding Object").
 */
function partsOf(name: string, value: JsonValue, { type, explode, style }: Encoding = {}): Part[] {
  const items: readonly JsonValue[] = Array.isArray(value) && type === undefined ? value : [value];
  const isOne = Array.isArray(value) && type === undefined && explode === false;
  const texts = isOne ? [items.map(textOf).join(delimiters.get(style) ?? ',')] : items;
  return texts.map((item) => {
    const isJson = isObject(item) || Array.isArray(item) || /[/+]json/i.test(type ?? '');
    const kind = type ?? (isJson ? 'application/json' : undefined);
    return {
      head: headOf(name, undefined, kind),
      content: isJson ? stringifyJson(item) : textOf(item),
    };
  });
}

const delimiters = new Map<Encoding['style'], string>([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
]);

function filePart(name: string, file: UploadFile, type = 'application/octet-stream'): Part {
  return { head: headOf(name, file.name, file.type ?? type), content: file };
}

function headOf(name: string, file: string | undefined, type: string | undefined): string {
  const fileName = file === undefined ? '' : `; filename="${escapeName(file)}"`;
  const disposition = `Content-Disposition: form-data; name="${escapeName(name)}"${fileName}`;
  return type === undefined ? disposition : `${disposition}\r\nContent-Type: ${type}`;
}

/** Percent-encodes what would end the name, as browsers do (WHATWG HTML, "multipart/form-data"). */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function hexDigits(random: () => number): string {
  return Math.floor(random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');
}

/** A form as `application/x-www-form-urlencoded` text. */
export function writeForm(fields: JsonObject, { encoding = {} }: Pick<Body, 'encoding'>): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => {
      const stated = Object.hasOwn(encoding, name) ? (encoding[name] ?? {}) : {};
      return serializeQuery(name, value, formOf(value, stated));
    })
    .join('&');
}

/** Without a declared style, a list is repeated and an object is JSON (OpenAPI 3.1, "Encoding Object"). */
function formOf(value: JsonValue, stated: Encoding): Serialization {
  const { style = 'form', explode = style === 'form' || style === 'deepObject', reserved } = stated;
  const isPlainObject =
    isObject(value) && stated.style === undefined && stated.explode === undefined;
  return {
    style,
    explode,
    ...(reserved === undefined ? {} : { reserved }),
    ...(isPlainObject || /json/i.test(stated.type ?? '') ? { json: true } : {}),
  };
}

export interface UploadFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly type?: string;
  readonly open: () => AsyncIterable<Uint8Array>;
}

interface Reading {
  readonly signal: AbortSignal;
  /** Called with the number of bytes read so far. */
  readonly onProgress?: (file: UploadFile, bytes: number) => void;
}

/** Opens a file to send, before anything is sent. */
export async function findUpload(option: string, path: string, { signal, onProgress }: Reading) {
  if (path === '') throw usageError(`${option}: must name a file`);
  const found = await stat(path).catch(toFileError(`cannot read ${path}`));
  if (found.isDirectory()) throw usageError(`${option}: ${path} is a folder`);
  // A pipe can be read only once, and a request may be sent again.
  if (!found.isFile()) return uploadBytes(basename(path), await readPipe(path));
  const { size } = found;
  const file: UploadFile = {
    name: basename(path),
    size,
    open: () => readAll(path, size, signal, (bytes) => onProgress?.(file, bytes)),
  };
  return file;
}

/** The bytes of a file, exactly as many as announced. */
async function* readAll(
  path: string,
  size: number,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path, { signal })) {
      const piece: Uint8Array = chunk;
      bytes += piece.length;
      if (bytes > size) throw changed(path);
      onProgress(bytes);
      yield piece;
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw cause instanceof CostctlError ? cause : fileError(`cannot read ${path}`, cause);
  }
  if (bytes < size) throw changed(path);
}

function changed(path: string): CostctlError {
  return new CostctlError('file', `${path} changed while it was being sent`, {
    hint: 'send it again once nothing writes to it any more',
  });
}

/** Bytes in memory, such as those of stdin. */
export function uploadBytes(name: string, bytes: Uint8Array): UploadFile {
  return {
    name,
    size: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}
