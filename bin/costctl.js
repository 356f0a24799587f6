#!/usr/bin/env node
// Keeps the compiled code of earlier runs (Node 22.8 and newer).
require('node:module').enableCompileCache?.();
// Until the run has ended: a process that has nothing left to wait for is no success.
process.exitCode = 1;
require('../dist/start.cjs')
  .start(process.argv.slice(2))
  .then((status) => {
    process.exitCode = status;
  });
