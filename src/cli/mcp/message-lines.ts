import { deserializeMessage, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isObject } from '../../json/number.ts';

/** In bytes; the library ends the connection at a line of more than 10 MiB. */
const longestLine = 8 * 1024 * 1024;

/**
 * The lines that are messages. Any other line gets an error, as JSON-RPC 2.0 requires (section 5.1): the
 * library would ignore it, and the client would wait forever.
 */
export async function* messageLines(
  input: AsyncIterable<Uint8Array | string>,
  answer: (text: string) => void,
): AsyncGenerator<Buffer, void> {
  for await (const line of splitLines(input)) {
    const problem = line === undefined ? tooLong : findProblem(line);
    if (problem === undefined) yield Buffer.from(`${line}\n`);
    else if (problem !== 'empty') answer(`${JSON.stringify({ jsonrpc: '2.0', ...problem })}\n`);
  }
}

interface ErrorResponse {
  readonly error: { readonly code: number; readonly message: string };
  readonly id: string | number | null;
}

const tooLong: ErrorResponse = {
  error: {
    code: ProtocolErrorCode.ParseError,
    message: `the line has more than ${longestLine / 1024 / 1024} MiB`,
  },
  id: null,
};

function findProblem(line: string): ErrorResponse | 'empty' | undefined {
  if (line.trim() === '') return 'empty';
  try {
    deserializeMessage(line);
    return undefined;
  } catch (cause) {
    const isJson = !(cause instanceof SyntaxError || cause instanceof RangeError);
    return isJson
      ? { error: { code: ProtocolErrorCode.InvalidRequest, message: notMessage }, id: idOf(line) }
      : {
          error: { code: ProtocolErrorCode.ParseError, message: 'the line is not JSON' },
          id: null,
        };
  }
}

const notMessage = 'the line is not a message of JSON-RPC 2.0';

function idOf(line: string): string | number | null {
  const value: unknown = JSON.parse(line);
  const id = isObject(value) ? value['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** Undefined for a line that is too long: its bytes are not kept. */
async function* splitLines(input: AsyncIterable<Uint8Array | string>) {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    let rest = Buffer.from(chunk);
    for (let end = rest.indexOf(newline); end !== -1; end = rest.indexOf(newline)) {
      const last = rest.subarray(0, end);
      yield size + last.length > longestLine
        ? undefined
        : Buffer.concat([...chunks, last]).toString();
      chunks = [];
      size = 0;
      rest = rest.subarray(end + 1);
    }
    size += rest.length;
    if (size > longestLine) chunks = [];
    else if (rest.length > 0) chunks.push(rest);
  }
}

const newline = 0x0a;
