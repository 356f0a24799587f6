import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { needs } from '../helpers/needs.ts';
import { createFolder, removeFolder } from './program.ts';

needs('script');

const folder = createFolder();
afterAll(() => removeFolder(folder));

// Windows has no signals: what should send one ends the process with status 1.
const withoutSignals = `
Object.defineProperty(process, 'platform', { value: 'win32' });
process.kill = () => process.reallyExit(1);
`;

test.each([
  ['where there are signals', ''],
  ['where there are none', withoutSignals],
])('Ctrl-C at a prompt exits with 130, %s', async (_where, preload) => {
  const file = join(folder, 'preload.cjs');
  writeFileSync(file, preload);
  const program = `${process.execPath} --require ${file} bin/costctl.js`;
  const line = `${program} --sandbox metrics delete bmt_orders; echo "status=$?"`;
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TERM: 'xterm' };
  const child = spawn('script', ['-qec', line, '/dev/null'], { env });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const asked = printed.includes('?');
    printed += chunk.toString();
    if (!asked && printed.includes('?')) child.stdin.write('\u0003');
  });
  await new Promise((done) => child.once('close', done));
  expect(printed).toContain('status=130');
});
