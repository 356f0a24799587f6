import { clearLine, cursorTo, moveCursor } from 'node:readline';
import { MemoryStream } from './memory-stream.ts';

/** A terminal that can move its cursor, as ora wants it, and reports each write. */
export class CursorTerminal extends MemoryStream {
  constructor(columns = 40) {
    super({ terminal: true, columns });
  }

  override _write(chunk: Uint8Array | string, encoding: string, done: () => void): void {
    super._write(chunk, encoding, done);
    this.emit('written');
  }

  cursorTo(column: number): boolean {
    return cursorTo(this, column);
  }

  clearLine(direction: -1 | 0 | 1): boolean {
    return clearLine(this, direction);
  }

  moveCursor(columns: number, rows: number): boolean {
    return moveCursor(this, columns, rows);
  }
}
