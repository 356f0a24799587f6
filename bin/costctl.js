#!/usr/bin/env node
// Reuses the compiled code of earlier runs. Node 20 cannot, and asking alone would load more of Node.
if (!process.version.startsWith('v20.')) {
  require('node:module').enableCompileCache?.();
}
// Until the run has ended: a process that runs out of things to wait for has not succeeded.
process.exitCode = 1;
require('../dist/start.cjs')
  .start(process.argv.slice(2))
  .then((status) => {
    process.exitCode = status;
  });
