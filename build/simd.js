// Compiles src/json/bulk/simd into code.ts, which is committed: `npm run simd`, after a change of a .as
// file. With --check it only reports whether that file is current.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';

const folder = 'src/json/bulk/simd';
const generated = join(folder, 'code.ts');
let binary = new Uint8Array();
const { error, stderr } = await asc.main(
  [
    'module.ts',
    ...['--outFile', 'module.wasm', '-O3', '--noAssert', '--converge'],
    ...['--runtime', 'stub', '--enable', 'simd', '--importMemory', '--zeroFilledMemory'],
  ],
  {
    readFile,
    writeFile: (_name, contents) => {
      binary = contents;
    },
    listFiles: () => [],
  },
);
if (error) throw new Error(stderr.toString(), { cause: error });

const base64 = Buffer.from(binary).toString('base64');
const lines = base64.match(/.{1,92}/g).map((line) => `  '${line}',`);
const text = `/** Made by \`npm run simd\`. */\nexport const code = [\n${lines.join('\n')}\n].join('');\n`;
const current = existsSync(generated) ? readFileSync(generated, 'utf8') : '';
if (process.argv[2] !== '--check') writeFileSync(generated, text);
else if (current !== text) {
  console.error(`${generated} is not current: npm run simd`);
  process.exitCode = 1;
}

/** The compiler asks for .ts files; those of this folder have another ending, as they are not TypeScript. */
function readFile(name) {
  const path = join(folder, name);
  return (
    [path.replace(/\.ts$/, '.as'), path]
      .filter(existsSync)
      .map((one) => readFileSync(one, 'utf8'))[0] ?? null
  );
}
