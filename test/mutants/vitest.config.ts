import { defineConfig } from 'vitest/config';

/** What a mutant of the folder must be noticed by. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env['MUTANTS_TESTS'] ?? '[]'),
    globalSetup: 'test/temporary.ts',
    setupFiles: ['test/seed.ts', 'test/mutants/setup.ts'],
    isolate: false,
    // Stryker works below node_modules, from where a module is loaded once, and its setup is needed by each file.
    server: { deps: { inline: [/stryker-setup/] } },
    // Stryker has a limit of its own, and its first run, which counts what is covered, is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
  plugins: [
    {
      name: 'processes',
      // Stryker asks for threads, in which a test cannot change the working folder.
      configureVitest({ project }) {
        project.config.pool = 'forks';
      },
    },
  ],
});
