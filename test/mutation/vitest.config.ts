import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const { file, start, end, text } = JSON.parse(process.env['MUTANT'] ?? '{}');

/** The tests see the mutant; the file itself stays as it is. */
const mutate = {
  name: 'mutate',
  enforce: 'pre' as const,
  load(id: string) {
    if (file === undefined || id.split('?')[0] !== resolve(file)) return undefined;
    const source = readFileSync(resolve(file), 'utf8');
    return source.slice(0, start) + text + source.slice(end);
  },
};

export default defineConfig({
  root: resolve('.'),
  plugins: [mutate],
  test: { bail: 1, testTimeout: 30_000 },
});
