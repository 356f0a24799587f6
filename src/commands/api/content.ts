import { readBody, secretsIn } from '../../api/secret-names.ts';
import { usageError } from '../../errors.ts';
import { addTo } from '../../grouping.ts';
import type { BodySource } from '../../http/request.ts';
import type { JsonObject, JsonValue } from '../../json/number.ts';
import { stringifyJson } from '../../json/stringify.ts';
import {
  findUpload,
  type UploadFile,
  uploadBytes,
  writeForm,
  writeMultipart,
} from '../../openapi/multipart.ts';
import type { Session } from '../../session.ts';
import { readStdinBytes } from '../../storage/read-input.ts';
import { type BodyInput, readAnyBody } from '../request-options.ts';

/** The body of a request that a person wrote, with its media type. */
export interface Content {
  readonly type: string;
  readonly body: string | BodySource;
  /** Texts in it that are secret, whatever the names of their fields are. */
  readonly secrets?: readonly string[];
}

interface Given extends BodyInput {
  readonly form?: readonly (readonly [string, string])[] | undefined;
  readonly input?: string | undefined;
  readonly contentType?: string | undefined;
}

export async function readContent(session: Session, given: Given): Promise<Content | undefined> {
  const { form, input, contentType } = given;
  if (input !== undefined) {
    return sendFile(session, input, contentType ?? 'application/octet-stream');
  }
  if (form !== undefined) return readForm(session, form, contentType);
  const value = await readAnyBody(session.context, given);
  if (value !== undefined) {
    return { type: contentType ?? 'application/json', body: stringifyJson(value) };
  }
  if (contentType === undefined) return undefined;
  throw usageError('--content-type is for a body', 'give --data, --form or --input too');
}

export async function sendFile(session: Session, path: string, type: string): Promise<Content> {
  const file = await openUpload(session, '--input', path);
  return { type, body: { length: file.size, open: file.open, summary: describeUpload(file) } };
}

/** A form is `multipart/form-data` if it has a file or if that is asked for; otherwise it is text. */
async function readForm(
  session: Session,
  form: readonly (readonly [string, string])[],
  contentType: string | undefined,
): Promise<Content> {
  const fields = new Map<string, JsonValue[]>();
  const files = new Map<string, UploadFile[]>();
  for (const [key, value] of form) {
    if (value.startsWith('@')) {
      addTo(files, key, await openUpload(session, '--form', value.slice(1)));
    } else addTo(fields, key, value);
  }
  const values: JsonObject = Object.fromEntries(
    [...fields].map(([key, all]): [string, JsonValue] => [
      key,
      all.length === 1 ? (all[0] ?? '') : all,
    ]),
  );
  if (files.size === 0 && !/^multipart\//i.test(contentType ?? '')) {
    return sendText(
      contentType ?? 'application/x-www-form-urlencoded',
      writeForm(values, {}),
      values,
    );
  }
  if (contentType !== undefined && !/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    const what = 'a form with files, or in parts, is sent as multipart/form-data';
    throw usageError(
      `--content-type: ${what}`,
      'leave it out, or give the whole body with --input',
    );
  }
  const { type, length, open } = writeMultipart(values, files, {}, session.context.random);
  const names = [...files].map(([key, all]) => [key, all.map(describeUpload)]);
  return { type, body: { length, open, summary: { ...values, ...Object.fromEntries(names) } } };
}

/** A text whose `summary` says in a dry run what it is. */
export function sendText(type: string, text: string, summary: JsonObject): Content {
  const bytes = Buffer.from(text);
  async function* open() {
    yield bytes;
  }
  return { type, body: { length: bytes.length, open, summary } };
}

/** What a dry run says of a file. */
export function describeUpload({ name, size }: UploadFile): JsonObject {
  return { file: name, bytes: size };
}

/** A file to send, or stdin; a terminal shows how much of a large one is sent. */
export async function openUpload(
  { context, progress }: Session,
  option: string,
  path: string,
): Promise<UploadFile> {
  const onProgress = ({ name, size }: UploadFile, bytes: number) => {
    progress.update(`sending ${name}: ${megabytes(bytes)} of ${megabytes(size)} MB`);
  };
  const file =
    path === '-'
      ? uploadBytes('stdin', await readStdinBytes(context, option))
      : await findUpload(option, path, { signal: context.signal, onProgress });
  const learn = (text: string) => {
    for (const secret of secretsIn(readBody(text))) context.secrets.add(secret);
  };
  return { ...file, open: () => learnWhileSending(file, learn) };
}

/** The service may repeat what it received, so the secrets of a text are learned before its last piece is sent. */
async function* learnWhileSending({ size, open }: UploadFile, learn: (text: string) => void) {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of open()) {
    bytes += piece.length;
    if (bytes <= largestText) pieces.push(piece);
    if (bytes === size && bytes <= largestText) learn(Buffer.concat(pieces).toString());
    yield piece;
  }
}

const largestText = 8_000_000;

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
