import { constants, gunzipSync } from 'node:zlib';
import { ifPossible } from '../errors.ts';
import type { Headers } from './request.ts';

/** How many bytes to look at; gzip can expand them a thousandfold at most. */
const looked = 4096;
/** Longer lines are cut. */
const shown = 200;

/** The first line of a partial body, for messages; undefined if it cannot be read. */
export function firstLineOf(headers: Headers, body: Buffer): string | undefined {
  const part = body.subarray(0, looked);
  // The end may be missing.
  const unzip = () => gunzipSync(part, { finishFlush: constants.Z_SYNC_FLUSH });
  const text = part[0] === 0x1f && part[1] === 0x8b ? ifPossible(unzip) : part;
  const encoding = headers['content-encoding'] ?? 'gzip';
  if (text === undefined || text.length === 0 || !/^(x-)?gzip$/i.test(String(encoding))) {
    return undefined;
  }
  return text
    .toString('utf8')
    .trim()
    .split(/[\r\n]/, 1)[0]
    ?.slice(0, shown);
}
