#!/usr/bin/env node
// Keeps the compiled code of earlier runs; Node 20 cannot, and to ask it loads a part of Node.
if (!process.version.startsWith('v20.')) {
  require('node:module').enableCompileCache?.();
}
// Until the run has ended: a process that has nothing left to wait for is no success.
process.exitCode = 1;
require('../dist/start.cjs')
  .start(process.argv.slice(2))
  .then((status) => {
    process.exitCode = status;
  });
