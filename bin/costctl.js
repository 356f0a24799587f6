#!/usr/bin/env node
import * as module from 'node:module';

// Keeps the compiled code of earlier runs (Node 22.8 and newer).
module.enableCompileCache?.();
const { start } = await import('../dist/start.js');
process.exitCode = await start(process.argv.slice(2));
