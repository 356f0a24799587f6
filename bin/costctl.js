#!/usr/bin/env node
const { useCodeCache } = require('./code-cache.js');

const storeCode = useCodeCache();
// Until the run has ended: a process that exits early has not succeeded.
process.exitCode = 1;
require('../dist/start.cjs')
  .start(process.argv.slice(2))
  .then((status) => {
    process.exitCode = status;
    storeCode();
  });
