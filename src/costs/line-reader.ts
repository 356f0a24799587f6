import { StringDecoder } from 'node:string_decoder';
import { newLine } from '../json/bulk/bytes.ts';
import { isObject } from '../json/bulk/merge.ts';
import type { JsonObject } from '../json/number.ts';
import { parseJson } from '../json/parse.ts';

/** Reads ndjson that arrives in pieces as objects. A piece may end anywhere. */
export function createLineReader(): (chunk: Uint8Array) => JsonObject[] {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return (chunk) => {
    const lines = (rest + decoder.write(Buffer.from(chunk))).split('\n');
    rest = lines.pop() ?? '';
    return lines.flatMap((line) => {
      const row = parseJson(line);
      return isObject(row) ? [row] : [];
    });
  };
}

/** For callers that only count the rows: an empty object for each line. */
export function createLineCounter(): (chunk: Uint8Array) => JsonObject[] {
  return (chunk) => {
    const rows: JsonObject[] = [];
    for (let at = chunk.indexOf(newLine); at >= 0; at = chunk.indexOf(newLine, at + 1)) {
      rows.push(nothing);
    }
    return rows;
  };
}

const nothing: JsonObject = {};
