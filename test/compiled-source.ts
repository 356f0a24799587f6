import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Plugin as BuildPlugin, build } from 'esbuild';
import type { Plugin } from 'vitest/config';

const source = resolve('src');
/** Below node_modules, so that Node finds the packages. The tests' compiled forms, which are kept, name it. */
const compiled = resolve('node_modules/.cache/costctl-source');

/**
 * Compiles `src` once, and lets Node itself load its files: the tests' own loader takes longer for
 * each, and replaces each use of an import by a look-up.
 */
export function compiledSource(): Plugin {
  let compiling: Promise<void> | undefined;
  return {
    name: 'compiled-source',
    enforce: 'pre',
    configureVitest() {
      // Once for all projects.
      compiling ??= compile();
      return compiling;
    },
    resolveId(id, importer) {
      if (importer === undefined || !id.startsWith('.')) return undefined;
      const path = resolve(dirname(importer), id);
      const isSource = path.startsWith(source + sep) && path.endsWith('.ts');
      return isSource ? join(compiled, compiledName(relative(source, path))) : undefined;
    },
  };
}

const compiledName = (name: string) => name.replace(/\.ts$/, '.mjs');

async function compile(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: filesBelow(source).filter((path) => path.endsWith('.ts')),
    outdir: compiled,
    outbase: source,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.18',
    sourcemap: 'inline',
    plugins: [oneByOne],
  });
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  // Not the temporary files: another run may be writing them.
  const isOld = (path: string) => path.endsWith('.mjs') && !texts.has(path);
  for (const path of filesBelow(compiled).filter(isOld)) rmSync(path, { force: true });
  for (const [path, text] of texts) replaceFile(path, text);
}

/** Another run may be reading it. */
function replaceFile(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Each file stays one, and what it says about itself stays true of the source. */
const oneByOne: BuildPlugin = {
  name: 'one-by-one',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, kind }) => {
      const isOwn = kind === 'entry-point' || path.endsWith('.json');
      return isOwn ? undefined : { path: compiledName(path), external: true };
    });
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path)),
    }));
  },
};
