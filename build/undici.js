/**
 * Fits undici to a program that starts, sends a few requests and ends: without what they do not need,
 * and without an optimization that would cost more than the request.
 */
export const trimUndici = {
  name: 'trim-undici',
  load: {
    filter: { id: /undici\/(index|lib\/dispatcher\/client-h2)\.js$/ },
    handler: (id) => (id.endsWith('index.js') ? tunnelsOnly : withoutHttp2),
  },
  transform: {
    filter: { id: /undici\/lib\/dispatcher\/client-h1\.js$/ },
    handler: (code) => ({
      code: replaceOnce(code, `mod = ${parser}`, `mod = (${optimizedLater})(() => ${parser})`),
      map: null,
    }),
  },
};

/** What opens tunnels: the other half of the library is not part of the program. */
const tunnelsOnly = `
const Dispatcher = require('./lib/dispatcher/dispatcher');
Dispatcher.prototype.connect = require('./lib/api').connect;
exports.Client = require('./lib/dispatcher/client');
exports.buildConnector = require('./lib/core/connect');
`;

/** HTTP/2 is off on every connection; its half of Node would be loaded all the same. */
const withoutHttp2 = 'module.exports = () => { throw new Error("HTTP/2 is off"); };';

const parser = "new WebAssembly.Module(require('../llhttp/llhttp_simd-wasm.js'))";

/**
 * V8 11 (Node 20) optimizes undici's parser during the first response. That takes 70 ms of processor
 * time, and the process cannot end before. A module keeps the budget under which it was created: with this
 * one it is optimized after about forty responses, as later versions of V8 do. The flag is reset, because
 * V8 accepts Node's own compiled code only under the flags that it was compiled with.
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
