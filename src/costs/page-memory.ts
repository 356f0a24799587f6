/**
 * Memory that pages come into and are given back from. Fresh memory for each page costs
 * processor time, since the system clears it first (test/bench/README.md).
 */
export interface PageMemory {
  readonly allocate: (size: number) => Buffer;
  /** The page is no longer looked at. What was not lent here, as a decompressed body, is let be. */
  readonly release: (page: Buffer) => void;
}

/** Pages of one export differ by little: with some room to spare one fits where another was. */
const spare = 1.25;

export function createPageMemory(): PageMemory {
  const lent = new WeakSet<ArrayBufferLike>();
  const free: Buffer[] = [];
  return {
    allocate: (size) => {
      const last = free.pop();
      const memory =
        last !== undefined && last.length >= size
          ? last
          : Buffer.allocUnsafeSlow(Math.ceil(size * spare));
      lent.add(memory.buffer);
      return memory.subarray(0, size);
    },
    release: (page) => {
      if (lent.delete(page.buffer)) free.push(Buffer.from(page.buffer));
    },
  };
}
