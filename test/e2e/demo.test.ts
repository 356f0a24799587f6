import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { codeCacheFor } from '../helpers/code-cache.ts';
import { preload } from '../helpers/preload.ts';
import { openTraffic } from '../helpers/traffic.ts';

const traffic = openTraffic();
afterAll(traffic.close);

async function play(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const path = process.env['PATH'] ?? '';
  const env = traffic.env({ PATH: path, NO_COLOR: '1', ...codeCacheFor(), ...more });
  const line = ['-c', 'exec "$0" build/demo.js 2>&1', process.execPath];
  const { stdout } = await promisify(execFile)('sh', line, { env });
  return stdout;
}

/** Bars are as long as the window allows, and sentences are wrapped to it. */
function withoutWindow(screen: string): string {
  return screen.replace(/[█▏▎▍▌▋▊▉]+/g, '').replace(/\s+/g, ' ');
}

test('the demo plays the tour of README, the same in a log and, on another day, in a terminal', async () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(readme).toContain('npm ci && npm run demo');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.demo).toBe('npm run --silent build && node build/demo.js');
  const [, tour = ''] = readme.split('\n## A tour');
  const [section = ''] = tour.split('\n## ');
  // A screen elsewhere would have to be tried on another day too.
  expect(section.match(/^\$ /gm)).toEqual(readme.match(/^\$ /gm));
  const blocks = [...section.matchAll(/```text\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  expect(blocks.length).toBeGreaterThan(6);
  const elsewhere = `${preload('screen-terminal.cjs')} ${preload('new-year.cjs')}`;
  const seen = await play({ NODE_OPTIONS: elsewhere });
  for (const block of blocks) expect(seen).toContain(`\n${block}`);
  const logged = await play();
  expect(withoutWindow(logged)).toBe(withoutWindow(seen));
  // With what npm prints around it, a tour is at most 70 lines.
  expect(logged.trimEnd().split('\n').length).toBeLessThanOrEqual(66);
  expect(traffic.problems()).toEqual([]);
}, 120_000);
