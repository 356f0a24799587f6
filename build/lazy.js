/** Loads parts of Node that most runs never use only when something in them is first used. */
export const lazyNode = {
  name: 'lazy-node',
  // Commander can start programs, but starts none here.
  transform: {
    filter: { id: /commander\/lib\/command\.js$/ },
    handler: (code) => ({
      code: replaceEach(code, /const (childProcess) = require\('(node:child_process)'\)/g),
      map: null,
    }),
  },
  renderChunk: (code) => ({
    code: replaceEach(code, imports).replace(dynamicImports, 'Promise.resolve(require("$2"))'),
    map: null,
  }),
};

/** An `import()` would start Node's other module loader. */
const dynamicImports = /import\(([`'"])(node:[\w/]+)\1\)/g;

const imports = /let (\w+) = require\("(node:(?:crypto|fs\/promises|net|os|sea|stream|zlib))"\)/g;

function replaceEach(code, pattern) {
  return code.replace(pattern, (statement, name, part) => {
    // If the bundler converts a part to the other kind of module, that reads all of the part at once.
    if (new RegExp(`^\\s*${name} = `, 'm').test(code)) return statement;
    const read = `(_, key) => require("${part}")[key]`;
    return `const ${name} = new Proxy({}, { get: ${read} })`;
  });
}
