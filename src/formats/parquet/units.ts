import type { Bytes } from '../../json/bulk/growing-bytes.ts';
import type { StoredUnits } from '../column-batch.ts';
import type { ParquetType } from './types.ts';
import { wideWidth } from './wide.ts';
import { longDigits } from './write-entry.ts';

/** The numbers of a part of a column as they are stored. */
export class UnitStore {
  readonly #bytes: Bytes;
  readonly #width: StoredUnits['width'];
  readonly #scale: number;
  count = 0;

  constructor({ width, scale }: UnitForm, bytes: Bytes, capacity: number) {
    this.#width = width;
    this.#scale = scale;
    this.#bytes = bytes;
    bytes.clear();
    bytes.reserve(capacity * width);
  }

  addStored(page: Buffer, at: number, count: number): number {
    const end = at + count * this.#width;
    if (end > page.length) throw new Error('it is damaged: a page is too short');
    this.#bytes.append(page, at, end);
    this.count += count;
    return end;
  }

  addBoolean(): void {
    throw new Error('it is damaged: a truth value is not a number');
  }

  stored(places: StoredUnits['places'], hasIrregular: boolean): StoredUnits {
    return { view: this.#bytes.view, width: this.#width, scale: this.#scale, places, hasIrregular };
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
