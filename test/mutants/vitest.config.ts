import { defineConfig } from 'vitest/config';

/** One project and one folder: what a mutant of the folder must be noticed by. */
export default defineConfig({
  test: {
    include: [`test/${process.env['MUTANTS_FOLDER'] ?? 'json'}/**/*.test.ts`],
    setupFiles: ['test/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
