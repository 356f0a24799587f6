import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { openTraffic } from '../helpers/traffic.ts';

const traffic = openTraffic();
afterAll(traffic.close);

test('the demo runs the main commands, and every request matches the API document', async () => {
  const env = traffic.env({ PATH: process.env['PATH'] ?? '' });
  const { stdout } = await promisify(execFile)(process.execPath, ['build/demo.js'], { env });
  const [, tour = ''] = readFileSync('README.md', 'utf8').split('\n## A tour');
  const [section = ''] = tour.split('\n## ');
  const played = [...stdout.matchAll(/^\$ (.*)/gm)].map(([, line = '']) => line);
  expect(played.length).toBeGreaterThan(8);
  for (const line of played) expect(section).toContain(line);
  expect(traffic.problems()).toEqual([]);
}, 120_000);
