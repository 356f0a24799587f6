import { isUtf8 } from 'node:buffer';
import { CostctlError } from '../errors.ts';
import type { Client } from '../http/client.ts';
import type { Response } from '../http/request.ts';
import { type Effect, uncertainty } from '../http/retry.ts';
import type { JsonValue } from '../json/number.ts';
import { parseJson } from '../json/parse.ts';
import { cutText } from '../text.ts';

/** A response and its request, for error messages. */
export interface Received {
  readonly client: Client;
  readonly operation: Effect;
  readonly path: string;
  readonly response: Response;
}

export function readJson(received: Received): JsonValue | undefined {
  const { body, headers } = received.response;
  if (body.length === 0) return undefined;
  const type = String(headers['content-type'] ?? 'application/json');
  if (!/^\s*application\/([\w.+-]+\+)?json\s*(;|$)/.test(type.toLowerCase())) {
    throw unexpectedResponse(received, 'is not JSON');
  }
  // Replacement characters must not be sent back as if they were the service's text.
  if (!isUtf8(body)) throw unexpectedResponse(received, 'is not UTF-8');
  try {
    return parseJson(body.toString());
  } catch {
    throw unexpectedResponse(received, 'is not JSON');
  }
}

/** This many characters of a body are enough for a message. */
const shown = 200;

export function unexpectedResponse(
  received: Received,
  what: string,
  hint = 'check that the base address is that of the service: costctl doctor',
): CostctlError {
  const { client, operation, path, response } = received;
  response.hideSent?.();
  const mask = client.mask ?? ((text) => text);
  const line = mask(
    response.body
      .toString()
      .trim()
      .split(/[\r\n]/, 1)[0] ?? '',
  );
  return new CostctlError(
    'unexpected_response',
    `the response to ${operation.method} ${path} ${what}`,
    {
      status: response.status,
      method: operation.method,
      path,
      body: cutText(line, shown),
      hint: uncertainty(response, operation) ?? hint,
    },
  );
}

/**
 * Replaces every `{"Value": x}` in a document parsed here with x. It works in place and without
 * recursion, because documents are large and a hostile one may be deeply nested.
 */
export function unwrapIds(document: JsonValue): void {
  const open: object[] = isContainer(document) ? [document] : [];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    for (const [key, value] of Object.entries(container)) {
      const inner = unwrapped(value);
      if (inner !== value) replace(container, key, inner);
      if (isContainer(inner)) open.push(inner);
    }
  }
}

function unwrapped(value: unknown): unknown {
  let inner = value;
  while (isContainer(inner) && isTypedId(inner)) inner = Reflect.get(inner, 'Value');
  return inner;
}

function isTypedId(container: object): boolean {
  const keys = Object.keys(container);
  return keys.length === 1 && keys[0] === 'Value' && !Array.isArray(container);
}

/** Defines the property instead of assigning it, because a key may be `__proto__`. */
function replace(container: object, key: string, value: unknown): void {
  Reflect.defineProperty(container, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
