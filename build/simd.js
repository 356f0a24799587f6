// Compiles each folder of .as files into its code.ts, which is committed: `npm run simd`, after a change of
// one. With --check it only reports whether those files were made from these sources.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchTools } from './tools.js';

const compiler = 'assemblyscript@0.28.20';

for (const folder of ['src/json/bulk/simd', 'src/formats/parquet/pages']) {
  const generated = join(folder, 'code.ts');
  const head = `/** Made by \`npm run simd\` with ${compiler}, of sources with the SHA-256 ${hashSources(folder)}. */\n`;
  if (process.argv[2] !== '--check') writeFileSync(generated, head + (await compile(folder)));
  else if (!readFileSync(generated, 'utf8').startsWith(head)) {
    console.error(`${generated} is not current: npm run simd`);
    process.exitCode = 1;
  }
}

function hashSources(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.as'));
  const texts = names.sort().map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`);
  return createHash('sha256').update(texts.join('')).digest('hex').slice(0, 16);
}

async function compile(folder) {
  let binary = new Uint8Array();
  const fileOf = fetchTools(compiler);
  const { default: asc } = await import(pathToFileURL(fileOf('assemblyscript/dist/asc.js')).href);
  const { error, stderr } = await asc.main(
    [
      'module.ts',
      ...['--outFile', 'module.wasm', '-O3', '--noAssert', '--converge'],
      ...['--runtime', 'stub', '--enable', 'simd', '--importMemory', '--zeroFilledMemory'],
    ],
    {
      readFile: (name) => readSource(folder, name),
      writeFile: (_name, contents) => {
        binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(stderr.toString(), { cause: error });

  const base64 = Buffer.from(binary).toString('base64');
  const lines = base64.match(/.{1,92}/g).map((line) => `  '${line}',`);
  return `export const code = [\n${lines.join('\n')}\n].join('');\n`;
}

/** The compiler asks for .ts files; those of this folder have another ending, as they are not TypeScript. */
function readSource(folder, name) {
  const path = join(folder, name);
  return (
    [path.replace(/\.ts$/, '.as'), path]
      .filter(existsSync)
      .map((one) => readFileSync(one, 'utf8'))[0] ?? null
  );
}
