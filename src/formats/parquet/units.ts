import type { StoredUnits } from '../column-batch.ts';
import { tooShort } from './stored-values.ts';
import { longDigits, type ParquetType } from './types.ts';
import { wideWidth } from './wide.ts';

/** The numbers of a part of a column as they are stored. */
export class UnitStore {
  readonly #bytes: Buffer<ArrayBuffer>;
  readonly #width: StoredUnits['width'];
  readonly #scale: number;
  count = 0;

  /** `bytes` has room for all the numbers. */
  constructor({ width, scale }: UnitForm, bytes: Buffer<ArrayBuffer>) {
    this.#width = width;
    this.#scale = scale;
    this.#bytes = bytes;
  }

  addStored(page: Buffer, at: number, count: number): void {
    const end = at + count * this.#width;
    const done = this.count * this.#width;
    if (end > page.length) throw tooShort();
    if (done + end - at > this.#bytes.length) throw new Error('a column has more values than rows');
    page.copy(this.#bytes, done, at, end);
    this.count += count;
  }

  stored(places: StoredUnits['places'], hasIrregular: boolean): StoredUnits {
    const { buffer, byteOffset } = this.#bytes;
    const view = new DataView(buffer, byteOffset, this.count * this.#width);
    return { view, width: this.#width, scale: this.#scale, places, hasIrregular };
  }
}

interface UnitForm {
  readonly width: StoredUnits['width'];
  readonly scale: number;
}

/** Undefined if values of the type are not stored as whole units. */
export function unitFormOf(type: ParquetType): UnitForm | undefined {
  if (type.kind === 'integer') return { width: 8, scale: 0 };
  if (type.kind !== 'decimal') return undefined;
  return { width: type.precision <= longDigits ? 8 : wideWidth, scale: type.scale };
}
