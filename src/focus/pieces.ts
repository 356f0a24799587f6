/** Bytes that are written again and again; there is room after them for copies of whole words. */
export interface Piece {
  readonly view: DataView;
  readonly length: number;
  /** Why FOCUS does not allow the value. */
  readonly faults: readonly Fault[];
}

interface Fault {
  readonly column: string;
  readonly fault: string;
}

/** How many bytes a copy may read beyond the end. */
const slack = 8;

export function pieceOf(
  text: string,
  encoding: 'utf8' | 'latin1' = 'utf8',
  faults: readonly Fault[] = [],
): Piece {
  const length = Buffer.byteLength(text, encoding);
  const bytes = Buffer.alloc(length + slack);
  bytes.write(text, encoding);
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), length, faults };
}

/** A piece that equals no cell, because no cell is empty. */
export const noPiece = pieceOf('');

/** Compares eight bytes at a time, as doubles (`ByteOutput.copy`); the last eight may overlap those before. */
export function isSame({ view, length }: Piece, other: DataView, start: number, end: number) {
  if (length !== end - start) return false;
  if (length < 8) {
    for (let at = 0; at < length; at += 1) {
      if (view.getUint8(at) !== other.getUint8(start + at)) return false;
    }
    return true;
  }
  for (let at = 0; at < length - 8; at += 8) {
    if (view.getFloat64(at, true) !== other.getFloat64(start + at, true)) return false;
  }
  return view.getFloat64(length - 8, true) === other.getFloat64(end - 8, true);
}

export function joinPieces(one: Piece, other: Piece): Piece {
  const bytes = [one, other].map(({ view, length }) =>
    Buffer.from(view.buffer, view.byteOffset, length),
  );
  return pieceOf(Buffer.concat(bytes).toString('latin1'), 'latin1', [
    ...one.faults,
    ...other.faults,
  ]);
}
