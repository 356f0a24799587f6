import { constants, gunzipSync } from 'node:zlib';

/** Bytes that are looked at; gzip makes a thousand times as many of them at most. */
const looked = 4096;
/** Longer lines say no more to people. */
const shown = 200;

/** The first line of what came of a body, as people are shown it; undefined where it cannot be read. */
export function firstLineOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
): string | undefined {
  const part = body.subarray(0, looked);
  const text = isGzip(part) ? unzip(part) : part;
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

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** As far as it goes: the end of it may be missing. */
function unzip(part: Buffer): Buffer | undefined {
  try {
    return gunzipSync(part, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}
