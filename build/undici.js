/**
 * Fits undici to a program that starts, sends a few requests and ends: without what they do not need,
 * and without an optimization that would cost more than the request.
 */
export const trimUndici = {
  name: 'trim-undici',
  load: {
    filter: { id: /undici\/lib\/dispatcher\/client-h2\.js$/ },
    // HTTP/2 is off on every connection; its half of Node would be loaded all the same.
    handler: () => 'module.exports = () => { throw new Error("HTTP/2 is off"); };',
  },
  transform: {
    filter: { id: /undici\/lib\/dispatcher\/client-h1\.js$/ },
    handler: (code) => ({
      code: replaceOnce(code, `mod = ${parser}`, `mod = (${optimizedLater})(() => ${parser})`),
      map: null,
    }),
  },
};

const parser = "new WebAssembly.Module(require('../llhttp/llhttp_simd-wasm.js'))";

/**
 * V8 11, which is Node 20, optimizes undici's parser in the midst of its first answer: 70 ms of
 * processor time, for which the end of the process waits. A module keeps the budget that it was made
 * under; with this one it is optimized after some forty answers, as later versions do it. The flag is
 * put back, since Node's own compiled code is only good under the flags that it was compiled with.
 */
function optimizedLater(create) {
  if (!process.versions.v8.startsWith('11.')) return create();
  const { setFlagsFromString } = require('node:v8');
  try {
    setFlagsFromString('--wasm-tiering-budget=100000000');
    return create();
  } finally {
    setFlagsFromString('--wasm-tiering-budget=1800000');
  }
}

function replaceOnce(code, text, replacement) {
  const parts = code.split(text);
  if (parts.length !== 2) throw new Error(`undici has changed: it has no ${text}`);
  return parts.join(replacement);
}
