import { type Received, unexpectedResponse } from '../../api/response.ts';
import type { ResponseHead } from '../../http/request.ts';
import type { JsonValue } from '../../json/number.ts';
import { parseJson } from '../../json/parse.ts';
import { isJsonType } from '../../openapi/media.ts';
import type { OutputFlags, Session } from '../../session.ts';

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
    try {
      return parseJson(body.toString());
    } catch {
      if (type !== '') throw unexpectedResponse(received, 'is not JSON');
    }
  }
  if (!hasOutputOption(session)) return body;
  const kind = type === '' ? 'of an unnamed type' : type;
  const hint = 'leave out the output option: it is then written as received';
  throw unexpectedResponse(received, `is ${kind}, not JSON`, hint);
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
