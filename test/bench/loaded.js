// What the most common commands load: `npm run build && node test/bench/loaded.js`. For each file of
// the build its size and the milliseconds that its own code took to compile and run, a run before it
// having filled the code cache; for the parts of Node those that took a millisecond or more.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const commands = [
  '--version',
  '--help',
  'workspaces list',
  'providers list',
  'providers get prv_aws_main',
  'costs list --last 2d',
  'costs summary --last 2d --by service',
  'costs export --last 2d',
  'metrics list',
  'users list',
];
const folder = mkdtempSync(join(tmpdir(), 'costctl-loaded-'));
const spy = join(folder, 'spy.cjs');
writeFileSync(
  spy,
  `const Module = require('node:module');
const { statSync } = require('node:fs');
const load = Module._load;
const stack = [];
const seen = new Map();
Module._load = function (request, parent, isMain) {
  const began = performance.now();
  stack.push(0);
  try {
    return load.call(this, request, parent, isMain);
  } finally {
    const whole = performance.now() - began;
    const own = whole - stack.pop();
    if (stack.length > 0) stack[stack.length - 1] += whole;
    if (!seen.has(request)) seen.set(request, own);
  }
};
process.on('exit', () => {
  for (const [request, own] of seen) {
    const isOurs = request.endsWith('.cjs');
    if (!isOurs && own < 1) continue;
    const name = request.split('/').at(-1);
    const path = require('node:path').join('dist', name);
    const size = isOurs && name !== 'spy.cjs' ? statSync(path).size : 0;
    process.stderr.write(JSON.stringify({ name: isOurs ? name.replace(/-[\\w-]{8}\\.cjs$/, '') : request, size, own }) + '\\n');
  }
});
`,
);

try {
  for (const command of commands) {
    const words = command.startsWith('-') ? [command] : ['--sandbox', ...command.split(' ')];
    run(words);
    const files = run(words, ['--require', spy]);
    const total = files.reduce((sum, { size }) => sum + size, 0);
    console.log(`\n${command}: ${Math.round(total / 1000)} KB in ${files.length} files`);
    for (const { name, size, own } of files) {
      const kilobytes = size === 0 ? '' : `${(size / 1000).toFixed(1)} KB`;
      console.log(`  ${name.padEnd(28)}${kilobytes.padStart(12)}${own.toFixed(1).padStart(8)} ms`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What a line loads; nothing if it is run without the spy. */
function run(words, flags = []) {
  const env = { PATH: process.env.PATH, HOME: folder, COSTCTL_CONFIG_DIR: join(folder, 'config') };
  const script = '"$@" 2>&1 >/dev/null';
  const line = [process.execPath, ...flags, 'bin/costctl.js', ...words];
  const text = execFileSync('sh', ['-c', script, 'sh', ...line], { env, encoding: 'utf8' });
  return text
    .split('\n')
    .filter((line) => line.startsWith('{"name"'))
    .map((line) => JSON.parse(line))
    .sort((one, other) => other.own - one.own);
}
