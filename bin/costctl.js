#!/usr/bin/env node
// Keeps the compiled code of earlier runs (Node 22.8 and newer).
require('node:module').enableCompileCache?.();
require('../dist/start.cjs')
  .start(process.argv.slice(2))
  .then((status) => {
    process.exitCode = status;
  });
