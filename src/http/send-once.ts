import { causesOf } from '../errors.ts';
import { pluralize } from '../text.ts';
import { decompress } from './decompress.ts';
import { type Answer, type Attempt, Fault, type Transport } from './exchange.ts';
import { type SteadyClock, steadyTime } from './steady-time.ts';

/** What an attempt is traced with. */
interface Tracing {
  readonly clock: SteadyClock;
  readonly debug: ((line: string) => void) | undefined;
  readonly mask: (text: string) => string;
  /** Makes `mask` hide what the request sends as a secret. */
  readonly hideSent: () => void;
}

/** Sends a request once, and decompresses its answer; when debugging, with a line for each step. */
export async function sendOnce(
  transport: Transport,
  attempt: Attempt,
  number: number,
  { clock, debug, mask, hideSent }: Tracing,
): Promise<Answer> {
  if (debug !== undefined) hideSent();
  const what = `${attempt.method} ${attempt.path}`;
  const started = steadyTime(clock);
  const log = (line: string) => debug?.(mask(line));
  log(`> ${what}${sizeOf(attempt.body)}, attempt ${number}`);
  try {
    const answer = await transport.exchange(attempt);
    const size = pluralize(answer.received ?? answer.body.length, 'byte');
    log(`< ${answer.status} to ${what}, ${size} in ${steadyTime(clock) - started} ms`);
    const readable = withoutMark(await decompress(answer, attempt));
    if (answer.status >= 300) hideSent();
    if (answer.status >= 400) logBody(readable.body, log);
    return readable;
  } catch (error) {
    if (error instanceof Fault) {
      log(`< no response to ${what}: ${error.message}, ${steadyTime(clock) - started} ms`);
      for (const cause of causesOf(error)) log(`< caused by ${cause}`);
    }
    throw error;
  }
}

function sizeOf(body: Attempt['body']): string {
  if (body === undefined) return '';
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  return length === undefined ? ', a body of unknown length' : `, ${pluralize(length, 'byte')}`;
}

/** A parser of JSON may ignore a byte order mark instead of treating it as an error (RFC 8259, section 8.1). */
function withoutMark(answer: Answer): Answer {
  const { body, headers } = answer;
  const hasMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  if (!hasMark || !/json/i.test(String(headers['content-type'] ?? 'json'))) return answer;
  return { ...answer, body: body.subarray(3) };
}

/** Logs what the service says about an error, as far as it is readable. */
function logBody(body: Buffer, log: (line: string) => void): void {
  const text = body.toString('utf8', 0, longestLogged).trim();
  if (text !== '') for (const line of text.split(/\r?\n/)) log(`< ${line}`);
  const left = body.length - longestLogged;
  if (left > 0) log(`< … ${pluralize(left, 'more byte')}`);
}

/** How many bytes of a body are logged. */
const longestLogged = 8192;
