#!/usr/bin/env node
// An old Node parses this file too, so the file uses only syntax that such a Node knows.
var parts = process.versions.node.split('.').map(Number);
if (parts[0] < 20 || (parts[0] === 20 && (parts[1] < 18 || (parts[1] === 18 && parts[2] < 1)))) {
  process.exitCode = 1;
  console.error(
    `error: costctl needs Node 20.18.1 or newer, and this is Node ${process.versions.node}`,
  );
  console.error('hint: install a newer Node from https://nodejs.org');
} else {
  launch(process.argv.slice(2));
}

function launch(words) {
  if (mayBeReady(words) && require('../dist/ready.cjs').answer(words)) return;
  const storeCode = require('./code-cache.js').useCodeCache();
  // The status of a process that exits before its run has ended.
  process.exitCode = 1;
  require('../dist/start.cjs')
    .start(words)
    .then((status) => {
      process.exitCode = status;
      storeCode(words, status);
    });
}

/** Whether the build may have the answer ready: the version, or a page of help. */
function mayBeReady(words) {
  const asking = ['-V', '--version', '-h', '--help'];
  return words.length === 0 || words[0] === 'help' || asking.includes(words[words.length - 1]);
}
