import { ifPossible } from '../../errors.ts';
import { compileOnce, startModule, wasmPage } from '../../json/web-assembly.ts';
import { code } from './pages/code.ts';

type Numbers = readonly number[];
type Unpacking = (...places: [from: number, fromEnd: number, to: number, toEnd: number]) => number;

/** What module.as exports. Places are bytes of the memory. */
interface Exports {
  readonly unpack: Unpacking;
  readonly unpackBlock: Unpacking;
  readonly pack: (from: number, fromEnd: number, to: number, places: number) => number;
  readonly writeNumbers: (from: number, count: number, width: number, to: number) => number;
  readonly readNumbers: (
    ...places: [from: number, fromEnd: number, count: number, width: number, to: number]
  ) => number;
  readonly spread: (levels: number, count: number, numbers: number, first: number) => void;
  readonly keepRows: (...places: Numbers) => number;
  readonly divide: (...places: [keys: number, count: number, ...column: Numbers]) => void;
  readonly numberGroups: (...places: [keys: number, count: number, ...places: Numbers]) => number;
  readonly addUp: (...places: [groups: number, count: number, ...places: Numbers]) => void;
  readonly setClasses: (...places: [keys: number, count: number, ...places: Numbers]) => void;
  readonly addClasses: (...places: [keys: number, count: number, ...places: Numbers]) => void;
  readonly lowerZeros: (...places: [groups: number, count: number, ...places: Numbers]) => void;
  readonly readGroups: (
    ...places: [from: number, fromEnd: number, count: number, columns: number, to: number]
  ) => number;
  readonly largest: { readonly value: number };
  readonly total: { readonly value: number };
}

/** Bytes of memory for each use. */
interface Room {
  /** For a packed page, and as much again for the unpacked one. */
  readonly page: number;
  readonly numbers: number;
  /** For what is computed from whole columns. */
  readonly work: number;
}

/** A copy may write a little beyond its end. */
const slack = 64;
const least: Room = { page: 4 << 20, numbers: 1 << 20, work: 12 << 20 };
/** Bytes for what stays, such as the numbers of rows. */
const kept = 12 << 20;
const compile = compileOnce(code);

/** The memory in which a WebAssembly module decodes the pages of Parquet files, and adds up columns. */
export class PageMemory {
  readonly exports: Exports;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly packedAt = wasmPage;
  readonly pageAt: number;
  readonly numbersAt: number;
  readonly room: Room;
  /** Where the room for work begins, the next free place in it, and its end. */
  readonly #workAt: number;
  #workEnd: number;
  readonly #keptAt: number;
  #keptEnd: number;

  constructor(room: Room) {
    this.room = room;
    this.pageAt = this.packedAt + room.page + slack;
    this.numbersAt = roundUp(this.pageAt + room.page + slack);
    this.#workAt = roundUp(this.numbersAt + room.numbers + slack);
    this.#workEnd = this.#workAt;
    this.#keptAt = this.#workAt + roundUp(room.work);
    this.#keptEnd = this.#keptAt;
    const { buffer, exports } = startModule(compile(), this.#keptAt + kept);
    // The exports are those of module.as.
    this.exports = exports as Exports;
    this.bytes = Buffer.from(buffer);
  }

  get buffer(): ArrayBuffer {
    return this.bytes.buffer;
  }

  /** Begins the work on a batch: what was taken for the last one is free again. */
  begin(): void {
    this.#workEnd = this.#workAt;
  }

  get freeWork(): number {
    return this.#keptAt - this.#workEnd;
  }

  /** Does a part of the work, and frees what it took. */
  borrow<Result>(part: () => Result): Result {
    const before = this.#workEnd;
    const result = part();
    this.#workEnd = before;
    return result;
  }

  take(bytes: number, isZero = false): number {
    const at = this.#workEnd;
    this.#workEnd += roundUp(bytes);
    if (isZero) this.bytes.fill(0, at, at + bytes);
    return at;
  }

  /** Where an array is in the memory; it is copied there unless it is there already. */
  placeOf(array: Int32Array | Uint8Array | DataView): number {
    if (array.buffer === this.buffer) return array.byteOffset;
    const at = this.take(array.byteLength);
    this.bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    return at;
  }

  /** Bytes that stay, in the memory if it has room. */
  keep(size: number): Buffer<ArrayBuffer> {
    const at = this.#keptEnd;
    if (at + size + slack > this.buffer.byteLength) return Buffer.allocUnsafeSlow(size);
    this.#keptEnd += roundUp(size);
    return this.bytes.subarray(at, at + size);
  }

  /** Numbers that are valid until others are read. */
  numbers(count: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.buffer, this.numbersAt, count);
  }
}

let known: PageMemory | undefined;
let isMissing = false;

/** For code that does without the memory if the system does not reserve it. */
export function findPages(room: Partial<Room>): PageMemory | undefined {
  const found = isMissing ? undefined : ifPossible(() => openPages(room));
  isMissing = found === undefined;
  return found;
}

/** The memory, with at least this much room. Of the room for work, this much is free. */
export function openPages({ page = 0, numbers = 0, work = 0 }: Partial<Room> = {}): PageMemory {
  const room = known?.room ?? least;
  const isLarge = known !== undefined && page <= room.page && numbers <= room.numbers;
  if (known === undefined || !isLarge || work > known.freeWork) {
    known = new PageMemory({
      page: Math.max(room.page, page + (page >> 1)),
      numbers: Math.max(room.numbers, numbers),
      work: Math.max(room.work, work),
    });
  }
  return known;
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}
