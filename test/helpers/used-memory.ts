/**
 * Memories of WebAssembly in which runs in process read rows. V8 marks its whole heap after every few fresh
 * ones, which would take a fifth of the tests' time; a program, which runs one command, makes few.
 */
interface Bytes {
  readonly buffer: ArrayBuffer;
}

type Imports = { readonly env: { readonly memory: Bytes } };

declare const WebAssembly: {
  Memory: new (size: { readonly initial: number }) => Bytes;
  Instance: new (module: object, imports: Imports) => { readonly exports: object };
};

const page = 65_536;
const mostUnused = 6;
/** In bytes. */
const largestUnused = 64 * 2 ** 20;

const { Memory, Instance } = WebAssembly;
const unused: Bytes[] = [];
let lent: Bytes[] = [];
let running = 0;

/** Lends memories to what is run, as empty as fresh ones. They return when nothing runs any more. */
export async function lendMemory<Result>(run: () => Promise<Result>): Promise<Result> {
  running += 1;
  Object.assign(WebAssembly, { Memory: Lent, Instance: Noted });
  try {
    return await run();
  } finally {
    running -= 1;
    if (running === 0) takeBack();
  }
}

function takeBack(): void {
  Object.assign(WebAssembly, { Memory, Instance });
  unused.unshift(...lent.filter(({ buffer }) => buffer.byteLength <= largestUnused));
  unused.splice(mostUnused);
  lent = [];
}

function Lent({ initial }: { readonly initial: number }): Bytes {
  const size = initial * page;
  // A larger one would hide what is written past the end.
  const at = unused.findIndex(({ buffer }) => buffer.byteLength === size);
  const [used] = at < 0 ? [] : unused.splice(at, 1);
  if (used === undefined) return new Memory({ initial });
  new Uint8Array(used.buffer).fill(0);
  return used;
}

/** Only rows are done with after a run: what reads Parquet keeps its memory. */
function Noted(module: object, imports: Imports) {
  const instance = new Instance(module, imports);
  if ('passRows' in instance.exports) lent.push(imports.env.memory);
  return instance;
}
