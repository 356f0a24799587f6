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

export function joinPieces(one: Piece, other: Piece): Piece {
  const bytes = [one, other].map(({ view, length }) =>
    Buffer.from(view.buffer, view.byteOffset, length),
  );
  return pieceOf(Buffer.concat(bytes).toString('latin1'), 'latin1', [
    ...one.faults,
    ...other.faults,
  ]);
}
