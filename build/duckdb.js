import { rmSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { fetchTools } from './tools.js';

// npm installs an optional peer dependency only beside a package that needs it, so it is linked here.
const place = resolve('node_modules/@duckdb');
const installed = fetchTools('@duckdb/node-api@1.5.6-r.1');
rmSync(place, { recursive: true, force: true });
symlinkSync(installed('@duckdb'), place, 'junction');
