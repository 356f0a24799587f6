import { createHttp } from '../../src/api/http.ts';
import { readListItems } from '../../src/api/list-pages.ts';
import { messageLines } from '../../src/cli/mcp/message-lines.ts';
import { CostctlError } from '../../src/errors.ts';
import type { Client } from '../../src/http/client.ts';
import type { JsonValue } from '../../src/json/number.ts';
import { findPages } from '../../src/openapi/find-pages.ts';
import { outlineOfValue } from '../../src/openapi/outline.ts';
import type { PageParameter } from '../../src/openapi/page-roles.ts';
import { createDraw, type Draw, type Fuzzer, strange, textFuzzer } from './draw.ts';

const names = [
  ...['items', 'data', 'results', 'next', 'next_cursor', 'cursor', 'links', 'meta', 'page'],
  ...['has_more', 'is_last', 'total', 'total_pages', 'count', 'offset', 'limit', '__proto__'],
];
const texts = [
  '',
  'a',
  '/v1/x?page=2',
  'https://evil.example/?cursor=b',
  '?cursor=a',
  '2',
  '\u0000',
];
const numbers = [0, 1, 2, 3, -1, 1e9, 0.5, 2 ** 53];

function drawValue(draw: Draw, depth: number): JsonValue {
  const kind = draw.below(depth === 0 ? 4 : 7);
  if (kind === 0) return draw.pick(texts);
  if (kind === 1) return draw.pick(numbers);
  if (kind === 2) return draw.below(2) === 0;
  if (kind === 3) return null;
  const held = Array.from({ length: draw.below(4) }, () => drawValue(draw, depth - 1));
  if (kind === 4) return held;
  return Object.fromEntries(held.map((value) => [draw.pick(names), value]));
}

const most = 50;
const mostRequests = 400;

/** A list that nothing describes ends, or fails with an error: it is neither endless nor silently a part. */
async function readUnknown(draw: Draw): Promise<void> {
  const parameters = names.flatMap((name): PageParameter[] =>
    draw.below(4) === 0 ? [{ name, isText: draw.below(2) === 0, required: false }] : [],
  );
  const first = drawValue(draw, 3);
  const pages = findPages({ outline: outlineOfValue(first), path: '/v1/x', parameters });
  if (pages === undefined) return;
  let requests = 0;
  const client: Client = {
    request: async ({ path }) => {
      requests += 1;
      if (requests > mostRequests) throw new Error('it is endless');
      if (path !== '/v1/x') throw new Error(`${path} was asked for`);
      const body = requests === 1 || draw.below(3) > 0 ? first : drawValue(draw, 3);
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)), attempts: 1 };
    },
    close: async () => undefined,
  };
  const http = createHttp(client, { warn: () => undefined, concurrency: 4 });
  const query = new URLSearchParams();
  let read = 0;
  try {
    for await (const _item of readListItems(http, { path: '/v1/x', query, pages }, { max: most })) {
      read += 1;
    }
  } catch (error) {
    if (!(error instanceof CostctlError) || error.code === 'internal') throw error;
  }
  if (read > most) throw new Error(`${read} items instead of ${most}`);
}

const linePieces = [
  ...['{', '}', '[', ']', '"', ':', ',', '1', 'null', '\\u0000', '\n', '\r\n', ' ', '"id":1'],
  ...['{"jsonrpc":"2.0","id":1,"method":"ping"}', '"jsonrpc":"2.0"', '"method":"x"', ...strange],
];

/** Each line is a message, or is answered with an error. */
async function answerLines(text: string): Promise<string | undefined> {
  const bytes = Buffer.from(`${text}\n`);
  const half = bytes.length >> 1;
  const answers: string[] = [];
  let messages = 0;
  async function* input() {
    yield bytes.subarray(0, half);
    yield bytes.subarray(half);
  }
  for await (const line of messageLines(input(), (answer) => answers.push(answer))) {
    JSON.parse(line.toString());
    messages += 1;
  }
  const given = bytes
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '').length;
  for (const answer of answers) {
    if (typeof JSON.parse(answer).error.code !== 'number') return `answered ${answer}`;
  }
  return messages + answers.length === given ? undefined : `${messages} and ${answers.length}`;
}

export const listFuzzers: readonly Fuzzer[] = [
  {
    name: 'lists of imported operations that nothing describes: read to an end',
    cases: 50_000,
    play: async (count, seed) => {
      for (let played = 0; played < count; played += 1) {
        await readUnknown(createDraw(seed * 1_000_003 + played)).catch((cause: unknown) => {
          throw new Error(`list ${played} of seed ${seed}: ${String(cause)}`, { cause });
        });
      }
    },
  },
  textFuzzer(
    'lines to the MCP server: each is a message or is refused',
    50_000,
    (draw) => draw.text(linePieces, 12),
    answerLines,
  ),
];
