#!/usr/bin/env node
import * as module from 'node:module';

// Keeps the compiled code of earlier runs (Node 22.8 and newer).
module.enableCompileCache?.();
const [{ main }, { createContext }] = await Promise.all([
  import('../dist/main.js'),
  import('../dist/context.js'),
]);
process.exitCode = await main(createContext(), process.argv.slice(2));
