import { createReadStream } from 'node:fs';
import { clientOptions } from '../../connection.ts';
import { CostctlError, fileError, usageError, withHint } from '../../errors.ts';
import { createClient } from '../../http/client.ts';
import { largestDocument, tooLarge } from '../../openapi/document.ts';
import { createTokenReader } from '../../profiles/token.ts';
import type { Session } from '../../session.ts';
import { checkBaseUrl } from '../../settings/setting-kinds.ts';
import { claimStdin } from '../../storage/read-input.ts';

/** The bytes of a document: a file, stdin, or what an address answers with. */
export async function readSource(session: Session, source: string): Promise<Uint8Array> {
  const { context } = session;
  if (/^https?:\/\//i.test(source)) return fetchSource(session, source);
  if (source === '-') {
    claimStdin(context, '<source>');
    return collect(context.stdin, 'cannot read stdin', context.signal);
  }
  return collect(createReadStream(source), `cannot read ${source}`, context.signal);
}

async function collect(
  stream: AsyncIterable<unknown>,
  doing: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      signal.throwIfAborted();
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      chunks.push(bytes);
      size += bytes.length;
      if (size > largestDocument) break;
    }
  } catch (cause) {
    throw signal.aborted ? signal.reason : fileError(doing, cause);
  }
  if (size > largestDocument) throw tooLarge();
  return Buffer.concat(chunks);
}

/** Fetches a document. The token goes only to the origin of the base address. */
async function fetchSource(
  { context, settings, progress }: Session,
  source: string,
): Promise<Uint8Array> {
  if (!URL.canParse(source)) throw usageError('<source>: is not an address');
  const url = new URL(source);
  const fault = checkBaseUrl(
    `${url.protocol}//${url.username === '' ? '' : 'user@'}${url.host}`,
    context.env['COSTCTL_ALLOW_HTTP'] === '1',
  );
  if (fault !== undefined) throw usageError(`<source>: ${fault}`);
  const base = settings.baseUrl.value;
  const isOwn = base !== undefined && new URL(base).origin === url.origin;
  const isKnown = isOwn && settings.token.value !== undefined;
  const client = createClient({
    baseUrl: new URL(url.origin),
    token: isKnown ? createTokenReader(settings.token, context) : () => Promise.resolve(undefined),
    ...clientOptions(context, settings, progress),
    transport: context.transport,
    concurrency: 1,
    largestBody: largestDocument,
    tooLarge,
  });
  try {
    const { body } = await client.request({
      method: 'GET',
      path: url.pathname,
      // As it was written: its signature may depend on each character.
      rawQuery: url.search.slice(1),
      idempotent: true,
      headers: { accept: 'application/json, application/yaml, */*' },
    });
    return body;
  } catch (error) {
    const status = error instanceof CostctlError ? (error.details.status ?? 0) : 0;
    // The usual hints are about the base address and its token.
    const isElsewhere =
      status >= 300 && status < 500 && status !== 429 && (status < 400 || !isKnown);
    if (!(error instanceof CostctlError) || !isElsewhere) throw error;
    throw withHint(error, 'save the document to a file: costctl api import FILE');
  } finally {
    await client.close();
  }
}
