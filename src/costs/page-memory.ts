/**
 * Memory for pages, which is used again. Fresh memory for each page costs processor time, because
 * the system clears it first (test/bench/README.md).
 */
export interface PageMemory {
  readonly allocate: (size: number) => Buffer;
  /** The page is no longer needed. A page from elsewhere, such as a decompressed body, is ignored. */
  readonly release: (page: Buffer) => void;
}

/** Pages of one export have similar sizes: with some room to spare one fits where another was. */
const spare = 1.25;

export function createPageMemory(): PageMemory {
  const allocated = new WeakSet<ArrayBufferLike>();
  const free: Buffer[] = [];
  return {
    allocate: (size) => {
      const last = free.pop();
      const memory =
        last !== undefined && last.length >= size
          ? last
          : Buffer.allocUnsafeSlow(Math.ceil(size * spare));
      allocated.add(memory.buffer);
      return memory.subarray(0, size);
    },
    release: (page) => {
      if (allocated.delete(page.buffer)) free.push(Buffer.from(page.buffer));
    },
  };
}
