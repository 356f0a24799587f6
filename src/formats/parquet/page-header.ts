import { readStruct, type ThriftValue } from './thrift.ts';

/** A page as its header describes it, in the format's own numbers. */
export interface PageHeader {
  readonly kind: 'data' | 'dataV2' | 'dictionary';
  readonly values: number;
  readonly encoding: number;
  /** Bytes as stored, and as unpacked. In `dataV2` both include the levels, which are never packed. */
  readonly stored: number;
  readonly size: number;
  readonly nulls: number;
  readonly definitionBytes: number;
  readonly repetitionBytes: number;
  readonly isPacked: boolean;
  /** Of the bytes as stored; many writers leave it out. */
  readonly crc: ThriftValue | undefined;
}

/** No writer makes such large pages; without a limit, a few damaged bytes would take all memory. */
const largestPage = 2 ** 28;
const mostValues = 2 ** 26;

/** Reads the header at `at`, and returns where the page begins. */
export function readPageHeader(
  bytes: Buffer,
  at: number,
): { readonly header: PageHeader; readonly end: number } {
  const { value, end } = readStruct(bytes, at);
  const kind = kinds[count(value.get(1))];
  if (kind === undefined) throw new Error('a page of its kind is not supported');
  const own = value.get(fieldOf[kind]);
  if (!(own instanceof Map)) throw new Error('a page has no header');
  const field = (id: number) => count(own.get(id));
  const isV2 = kind === 'dataV2';
  const header: PageHeader = {
    kind,
    values: field(1),
    encoding: field(isV2 ? 4 : 2),
    stored: count(value.get(3)),
    size: count(value.get(2)),
    nulls: isV2 ? field(2) : 0,
    definitionBytes: isV2 ? field(5) : 0,
    repetitionBytes: isV2 ? field(6) : 0,
    isPacked: !isV2 || own.get(7) !== false,
    crc: value.get(4),
  };
  const levels = header.definitionBytes + header.repetitionBytes;
  if (end + header.stored > bytes.length) throw new Error('a page is cut short');
  if (levels > Math.min(header.stored, header.size) || header.nulls > header.values) {
    throw new Error('a page contradicts itself');
  }
  if (header.size > largestPage || header.values > mostValues) {
    throw new Error('a page is larger than any program writes');
  }
  return { header, end };
}

const kinds: readonly (PageHeader['kind'] | undefined)[] = [
  'data',
  undefined,
  'dictionary',
  'dataV2',
];
const fieldOf = { data: 5, dictionary: 7, dataV2: 8 } as const satisfies Record<string, number>;

function count(value: ThriftValue | undefined): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Error('a page has an impossible size');
}
