import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/seed.ts'],
    // One core is left idle otherwise, and a file of tests is a process of its own.
    maxWorkers: '100%',
    // Programs are started and servers asked: on a busy machine that takes what it takes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // `npm run coverage`
    coverage: { provider: 'v8', include: ['src/{http,json,costs,metrics}/**/*.ts'] },
  },
});
