import { newLine, quote } from '../json/bulk/bytes.ts';
import { type CellFormat, cellSyntaxes } from '../json/bulk/cell-text.ts';

/**
 * Fills each line up to the columns of the last step. A header is the first line, and is replaced. A line end
 * inside quotes ends no line.
 */
export function createWidener(
  format: CellFormat,
  steps: readonly { readonly at: number; readonly columns: number }[],
  header: Uint8Array,
  ends: readonly number[],
  separator: string = cellSyntaxes[format].separator,
) {
  const widest = steps.at(-1)?.columns ?? 0;
  const fills = steps.map(({ columns }) => Buffer.from(separator.repeat(widest - columns)));
  const isGuarded = cellSyntaxes[format].guard === 'quotes';
  let position = 0;
  let step = 0;
  let end = 0;
  let isQuoted = false;
  let inHeader = header.length > 0;

  function fillAt(place: number): Buffer {
    while ((steps[step + 1]?.at ?? Number.POSITIVE_INFINITY) <= place) step += 1;
    return fills[step] ?? empty;
  }

  return {
    /** Converts the next bytes; `end` marks the end of a window. */
    pass: (chunk: Buffer) => {
      const pieces: (Uint8Array | 'end')[] = [];
      let from = 0;
      for (let at = 0; at < chunk.length; at++) {
        if (chunk[at] === quote && isGuarded) isQuoted = !isQuoted;
        if (chunk[at] !== newLine || isQuoted) continue;
        if (inHeader) {
          pieces.push(header);
          from = at + 1;
          inHeader = false;
        } else {
          const fill = fillAt(position + at);
          if (fill.length > 0) {
            pieces.push(chunk.subarray(from, at), fill);
            from = at;
          }
        }
        if (ends[end] !== position + at + 1) continue;
        pieces.push(chunk.subarray(from, at + 1), 'end');
        from = at + 1;
        while (ends[end] === from + position) end += 1;
      }
      if (!inHeader && from < chunk.length) pieces.push(chunk.subarray(from));
      position += chunk.length;
      return joinBytes(pieces);
    },
  };
}

/** Joins the two pieces of each line into larger ones. */
function joinBytes(pieces: readonly (Uint8Array | 'end')[]): (Uint8Array | 'end')[] {
  const joined: (Uint8Array | 'end')[] = [];
  let run: Uint8Array[] = [];
  for (const piece of pieces) {
    if (piece !== 'end') run.push(piece);
    else {
      joined.push(Buffer.concat(run), piece);
      run = [];
    }
  }
  return [...joined, Buffer.concat(run)];
}

const empty = Buffer.alloc(0);
