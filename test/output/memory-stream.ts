import { Writable } from 'node:stream';

/** A stream that keeps what was written; as a terminal, or as a pipe that somebody may close. */
export class MemoryStream extends Writable {
  readonly isTTY: boolean;
  readonly columns: number;
  text = '';

  constructor({ terminal = false, columns = 80 } = {}) {
    super({ decodeStrings: false, defaultEncoding: 'utf8' });
    this.isTTY = terminal;
    this.columns = columns;
  }

  override _write(chunk: Uint8Array | string, _encoding: string, done: () => void): void {
    this.text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    done();
  }
}

/** A pipe whose reader goes away after this many writes. */
export class ClosedPipe extends Writable {
  writes = 0;
  readonly #lasts: number;
  readonly #code: string;

  constructor(lasts: number, code = 'EPIPE') {
    super({ highWaterMark: 1 });
    this.#lasts = lasts;
    this.#code = code;
  }

  override _write(_chunk: Uint8Array, _encoding: string, done: (error?: Error) => void): void {
    this.writes += 1;
    const gone = this.writes > this.#lasts;
    setImmediate(() =>
      done(gone ? Object.assign(new Error('gone'), { code: this.#code }) : undefined),
    );
  }
}
