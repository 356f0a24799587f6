import { CostctlError } from '../errors.ts';

/** The part of WebAssembly that is used: the types of Node 20 lack it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

export const wasmPage = 65_536;

/** Compiles what `npm run simd` made, when it is first needed. */
export function compileOnce(code: string): () => object {
  let compiled: object | undefined;
  return () => {
    compiled ??= new WebAssembly.Module(Buffer.from(code, 'base64'));
    return compiled;
  };
}

/** Only touched memory is provided. It never grows: once one has grown, Node reads all arrays more slowly. */
export function startModule(
  module: object,
  size: number,
): { readonly buffer: ArrayBuffer; readonly exports: unknown } {
  const memory = reserve(Math.ceil(size / wasmPage));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { buffer: memory.buffer, exports };
}

/** V8 reserves gigabytes of addresses around each memory, to need no checks of bounds. */
function reserve(initial: number) {
  try {
    return new WebAssembly.Memory({ initial });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new CostctlError('file', 'the system reserves no memory for this program', {
      cause,
      hint: 'allow it 16 GB of addresses, most of which it never uses: ulimit -v 16000000',
    });
  }
}
