import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Loss } from './losses.ts';

/** Milliseconds that each file took when it last ran. */
export type Durations = Readonly<Record<string, number>>;

/** They see the built program alone, or are about tests. */
const others =
  /^test\/(e2e|faults|kill|fuzz|load|nodes|bench|breaks|options|mutation|promises|manual)/;

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => join('test', name))
  .filter((path) => path.endsWith('.test.ts') && !others.test(path) && runsCommands(path))
  .sort();

/** Where few things are lost, only those that may come by them; the quick ones first. */
export function chooseTests(losses: readonly Loss[], durations: Durations): string[] {
  const groups = [...new Set(losses.map(({ line }) => line.split(' ')[0] ?? ''))];
  const found = files.filter((path) => {
    const text = readFileSync(path, 'utf8');
    return groups.some((group) => text.includes(group));
  });
  const slowness = (path: string) => durations[path] ?? 0;
  return found.sort((one, other) => slowness(one) - slowness(other));
}

function runsCommands(path: string): boolean {
  const text = readFileSync(path, 'utf8');
  return /helpers\/(?!context)|src\/(main|run|session|commands)/.test(text);
}
