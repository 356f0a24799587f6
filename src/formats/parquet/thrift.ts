import { Bytes } from '../../json/bulk/growing-bytes.ts';

/** The compact protocol's codes of the types that a parquet file needs. */
export const thrift = {
  true: 1,
  false: 2,
  byte: 3,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  struct: 12,
} as const;

/** Writes the structures of a parquet file in Thrift's compact protocol. Fields must come in ascending order. */
export class ThriftWriter {
  readonly bytes = new Bytes();
  #lastIds: number[] = [0];

  int(id: number, value: number): void {
    this.#field(id, thrift.i32);
    this.bytes.varint(zigzag(value));
  }

  long(id: number, value: number): void {
    this.#field(id, thrift.i64);
    this.bytes.varint(zigzag(value));
  }

  text(id: number, value: string | Uint8Array): void {
    this.#field(id, thrift.binary);
    this.listText(value);
  }

  boolean(id: number, value: boolean): void {
    this.#field(id, value ? thrift.true : thrift.false);
  }

  struct(id: number, write: () => void): void {
    this.#field(id, thrift.struct);
    this.listStruct(write);
  }

  list<Item>(
    id: number,
    type: number,
    items: readonly Item[],
    write: (item: Item, place: number) => void,
  ): void {
    this.#field(id, thrift.list);
    if (items.length < 15) this.bytes.byte((items.length << 4) | type);
    else {
      this.bytes.byte(0xf0 | type);
      this.bytes.varint(items.length);
    }
    items.forEach(write);
  }

  listInt(value: number): void {
    this.bytes.varint(zigzag(value));
  }

  listText(value: string | Uint8Array): void {
    const bytes = typeof value === 'string' ? Buffer.from(value) : value;
    this.bytes.varint(bytes.length);
    this.bytes.append(bytes);
  }

  listStruct(write: () => void): void {
    this.#lastIds.push(0);
    write();
    this.bytes.byte(0);
    this.#lastIds.pop();
  }

  #field(id: number, type: number): void {
    const delta = id - (this.#lastIds.at(-1) ?? 0);
    this.#lastIds[this.#lastIds.length - 1] = id;
    this.bytes.byte((delta << 4) | type);
  }
}

/** A structure as read: its fields by id. */
export type ThriftStruct = ReadonlyMap<number, ThriftValue>;
export type ThriftValue = number | boolean | Buffer | readonly ThriftValue[] | ThriftStruct;

/** Reads a structure that begins at `start`, and returns its end. */
export function readStruct(
  bytes: Buffer,
  start: number,
): { readonly value: ThriftStruct; readonly end: number } {
  const reader = new ThriftReader(bytes, start);
  const value = reader.struct();
  return { value, end: reader.at };
}

/** Structures of a parquet file nest less deeply; a damaged file may claim anything. */
const deepest = 16;

/** Reads structures one field after the other. */
export class ThriftReader {
  at: number;
  #depth = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Hands over each field of a structure; `take` reads or skips its value. */
  fields(take: (id: number, type: number) => void): void {
    this.#depth += 1;
    if (this.#depth > deepest) throw damaged();
    let id = 0;
    for (let head = this.#byte(); head !== 0; head = this.#byte()) {
      const delta = head >> 4;
      id = delta === 0 ? unzigzag(this.#varint()) : id + delta;
      take(id, head & 0x0f);
    }
    this.#depth -= 1;
  }

  struct(): ThriftStruct {
    const fields = new Map<number, ThriftValue>();
    this.fields((id, type) => fields.set(id, this.value(type)));
    return fields;
  }

  /** How many structures are in the list that begins here; its type has been read. */
  countStructs(type: number): number {
    const head = type === thrift.list ? this.#byte() : 0;
    if (head === 0 || (head & 0x0f) !== thrift.struct) throw damaged();
    return this.#countIn(head);
  }

  value(type: number): ThriftValue {
    switch (type) {
      case thrift.true:
        return true;
      case thrift.false:
        return false;
      case thrift.byte:
        return (this.#byte() << 24) >> 24;
      case 4:
      case thrift.i32:
      case thrift.i64:
        return unzigzag(this.#varint());
      case thrift.double:
        this.at += 8;
        return this.at <= this.#bytes.length ? this.#bytes.readDoubleLE(this.at - 8) : this.#byte();
      case thrift.binary: {
        const start = this.#varint() + this.at;
        const text = this.#bytes.subarray(this.at, start);
        if (start > this.#bytes.length) throw damaged();
        this.at = start;
        return text;
      }
      case thrift.list: {
        const head = this.#byte();
        return Array.from({ length: this.#countIn(head) }, () => this.#item(head & 0x0f));
      }
      case thrift.struct:
        return this.struct();
      default:
        throw damaged();
    }
  }

  /** A truth value in a list is a byte of its own. */
  #item(type: number): ThriftValue {
    return type === thrift.true || type === thrift.false ? this.#byte() === 1 : this.value(type);
  }

  #countIn(head: number): number {
    const count = head >> 4 === 15 ? this.#varint() : head >> 4;
    if (count > this.#bytes.length) throw damaged();
    return count;
  }

  #byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw damaged();
    this.at += 1;
    return byte;
  }

  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      if (factor > 2 ** 63) throw damaged();
    }
  }
}

/** `zigzag` and `unzigzag` work for all integers that a double can represent: no file has as many bytes or rows. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

function damaged(): Error {
  return new Error('a structure cannot be read');
}
