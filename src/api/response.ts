import { CostctlError } from '../errors.ts';
import type { Client } from '../http/client.ts';
import type { Response } from '../http/request.ts';
import { perhapsApplied } from '../http/retry.ts';
import type { JsonValue } from '../json/number.ts';
import { parseJson } from '../json/parse.ts';

/** An answer and what it answers, for saying what is wrong with it. */
export interface Answered {
  readonly client: Client;
  readonly operation: { readonly method: string; readonly idempotent: boolean };
  readonly path: string;
  readonly response: Response;
}

/** The body as JSON; undefined where there is none and none is promised. */
export function readJson(answered: Answered, promised: boolean): JsonValue | undefined {
  const { body, headers } = answered.response;
  if (body.length === 0) {
    if (!promised) return undefined;
    throw unexpectedResponse(answered, 'has no body');
  }
  const type = String(headers['content-type'] ?? 'application/json');
  if (!/^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw unexpectedResponse(answered, 'is not JSON');
  }
  try {
    return parseJson(body.toString());
  } catch {
    throw unexpectedResponse(answered, 'is not JSON');
  }
}

/** Longer beginnings of a body say no more to people. */
const shown = 200;

export function unexpectedResponse(
  answered: Answered,
  what: string,
  hint = 'check that the base address is that of the service: costctl doctor',
): CostctlError {
  const { client, operation, path, response } = answered;
  const mask = client.mask ?? ((text) => text);
  const line = mask(
    response.body
      .toString()
      .trim()
      .split(/[\r\n]/, 1)[0] ?? '',
  );
  return new CostctlError(
    'unexpected_response',
    `the answer to ${operation.method} ${path} ${what}`,
    {
      status: response.status,
      method: operation.method,
      path,
      body: line.length > shown ? `${line.slice(0, shown)}…` : line,
      hint: operation.idempotent ? hint : perhapsApplied,
    },
  );
}

/**
 * Replaces `{"Value": x}` by x wherever it stands in a document of our own parsing. In place and
 * without recursion: documents are large, and a hostile one is deep.
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

/** By definition, not assignment: a key may be `__proto__`. */
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
