import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { openTraffic } from '../helpers/traffic.ts';

const traffic = openTraffic();
afterAll(traffic.close);

test('the demo runs the main commands, and every request matches the API document', async () => {
  const env = traffic.env({ PATH: process.env['PATH'] ?? '' });
  const { stdout } = await promisify(execFile)(process.execPath, ['build/demo.js'], { env });
  expect(stdout).toContain('$ costctl --sandbox costs unit');
  expect(traffic.problems()).toEqual([]);
}, 120_000);
