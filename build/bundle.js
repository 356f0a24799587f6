import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { plainExports } from './exports.js';
import { generate } from './generate.js';
import { createGraph } from './graph.js';
import { lazyNode } from './lazy.js';
import { trimUndici } from './undici.js';

// What is loaded together is in one file: each further file costs a search and a read.
const helpRoots = [
  'src/cli/help/tree-cache.ts',
  'src/cli/help/find.ts',
  'src/cli/help/render-help.ts',
];
const completionRoots = ['src/cli/completion/complete.ts'];
const wrongRoots = ['src/cli/invalid-line.ts'];
const lineRoots = ['src/cli/run.ts'];
const callRoots = [
  'src/cli/parse.ts',
  'src/cli/invoke.ts',
  'src/cli/help/describe-command.ts',
  'src/command.ts',
];
const runRoots = ['src/session.ts', 'src/commands/workspaces.ts', 'src/http/client.ts'];

// Only `schema` and `api diff` make JSON Schemas, though zod's parts refer to what makes them.
const jsonSchemaOfZod = /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;

// Conf's writer includes a library that ends the program at the first signal, before anything is cleaned
// up and reported. Conf writes in one step, between two signals, and does not need it.
const withoutExitHook = {
  name: 'without-exit-hook',
  resolveId: (id) => (id === 'when-exit' ? '\0when-exit' : undefined),
  load: (id) => (id === '\0when-exit' ? 'export default () => () => undefined;' : undefined),
};

// The MCP server needs all of zod. It gets a copy of its own, so that commands load only the parts that they use.
const zodOfServer = {
  name: 'zod-of-server',
  resolveId: {
    filter: { id: /^(zod|\.)/ },
    async handler(id, from, options) {
      const isServer = from?.includes('@modelcontextprotocol') && id.startsWith('zod');
      if (!isServer && !from?.endsWith(ofServer)) return undefined;
      const found = await this.resolve(id, from.replace(ofServer, ''), {
        ...options,
        skipSelf: true,
      });
      return found && { ...found, id: found.id + ofServer };
    },
  },
  load: {
    filter: { id: /\?server$/ },
    handler: (id) => readFileSync(id.replace(ofServer, ''), 'utf8'),
  },
};
const ofServer = '?server';

// Made in another folder and moved into place when complete: a failed build leaves the last one unchanged.
await import('./repository.js');
const folder = `dist-${process.pid}`;
try {
  mkdirSync(join(folder, 'help'), { recursive: true });
  const files = await generateAll();
  await bundle();
  await bundleReady();
  await bundleLibrary();
  for (const [path, text] of Object.entries(files)) {
    if (path.startsWith('dist/')) writeFileSync(join(folder, path.slice('dist/'.length)), text);
  }
  rmSync('dist', { recursive: true, force: true });
  renameSync(folder, 'dist');
  for (const [path, text] of Object.entries(files)) {
    if (!path.startsWith('dist/')) writeFileSync(path, text);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A generated file below `src` is an input of the others: if it changed, it is written first. */
async function generateAll() {
  const files = await generate();
  const changed = Object.entries(files).filter(
    ([path, text]) => path.startsWith('src/') && readFileSync(path, 'utf8') !== text,
  );
  for (const [path, text] of changed) writeFileSync(path, text);
  return changed.length === 0 ? files : generate();
}

/** As CommonJS: Node starts it without its other module loader, which saves a twentieth of a run. */
async function bundle() {
  const graph = createGraph();
  const build = await rolldown({
    plugins: [graph.plugin, withoutExitHook, zodOfServer, trimUndici, lazyNode, plainExports],
    input: { start: 'src/cli/main.ts' },
    // Other files may import modules from the entry's file, so these modules need no file of their own.
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    // Installed separately by users of SQL: tens of megabytes of native code.
    external: ['@duckdb/node-api'],
    // A library's warnings to its developers are left out.
    transform: { target: 'node20.18', define: { 'process.env.NODE_ENV': '"production"' } },
    checks: { ineffectiveDynamicImport: false },
  });
  await build.write({
    dir: folder,
    format: 'cjs',
    minify: true,
    // A single character outside ASCII makes V8 keep the whole file at two bytes for each character.
    charset: 'ascii',
    comments: { legal: false },
    sourcemap: true,
    // Relative to the folder to which the files are moved.
    sourcemapPathTransform: (source, map) => relative('dist', resolve(dirname(map), source)),
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    codeSplitting: {
      groups: [
        { name: 'start', priority: 5, test: (id) => graph.reaches(['src/cli/main.ts'], id) },
        { name: 'shared', priority: 4, test: (id) => isShared(graph, id) },
        { name: 'help', priority: 3, test: (id) => graph.reaches(helpRoots, id) },
        { name: 'answer', priority: 3, test: (id) => graph.reaches(completionRoots, id) },
        { name: 'line', priority: 2, test: (id) => graph.reaches(lineRoots, id) },
        { name: 'call', priority: 1, test: (id) => isLoaded(graph, callRoots, id) },
        { name: 'run', priority: 0, test: (id) => isLoaded(graph, runRoots, id) },
      ],
    },
  });
  await build.close();
  nameBuild(join(folder, 'start.cjs'));
}

function isLoaded(graph, roots, id) {
  return graph.reaches(roots, id) && !jsonSchemaOfZod.test(id);
}

/** What help, completion or a typo shares with what runs a command, so that none loads all of another. */
function isShared(graph, id) {
  const isAsked = graph.reaches([...helpRoots, ...completionRoots, ...wrongRoots], id);
  return isAsked && graph.reaches([...lineRoots, ...callRoots, ...runRoots], id);
}

/**
 * Names the build on the last line of the first file, for the launcher. A hash of that file covers all: it
 * has the names of the others, with hashes of their content.
 */
function nameBuild(first) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const hash = createHash('sha256').update(readFileSync(first)).digest('hex').slice(0, 16);
  appendFileSync(first, `\n//${version}-${hash}`);
}

/** What the launcher may answer before anything else is loaded, in one small file. */
async function bundleReady() {
  const build = await rolldown({
    plugins: [lazyNode],
    input: 'src/cli/ready.ts',
    platform: 'node',
    treeshake: { moduleSideEffects: false },
    transform: { target: 'node20.18' },
  });
  await build.write({
    file: join(folder, 'ready.cjs'),
    format: 'cjs',
    generatedCode: { symbols: false },
    minify: true,
    charset: 'ascii',
    comments: { legal: false },
    codeSplitting: false,
  });
  await build.close();
}

/** What other programs import, in one file. */
async function bundleLibrary() {
  const build = await rolldown({
    input: 'src/library/main.ts',
    platform: 'node',
    transform: { target: 'node20.18' },
    checks: { ineffectiveDynamicImport: false },
  });
  await build.write({
    file: join(folder, 'library.mjs'),
    format: 'esm',
    comments: { legal: false },
    sourcemap: true,
    sourcemapPathTransform: (source, map) => relative('dist', resolve(dirname(map), source)),
    codeSplitting: false,
  });
  await build.close();
}
