import { defineConfig } from 'vitest/config';
import { SkippedTests } from './test/helpers/skipped-tests.ts';

/** These start programs, or change what Node's own modules do: each file has a process of its own. */
const alone = ['test/*.test.ts', 'test/{e2e,faults,fuzz,kill,oracle}/**/*.test.ts'];

export default defineConfig({
  test: {
    // One core is left idle otherwise.
    maxWorkers: '100%',
    reporters: ['default', new SkippedTests()],
    // `npm run coverage`
    coverage: { provider: 'v8', include: ['src/{http,json,costs,metrics}/**/*.ts'] },
    projects: [
      { test: { ...common(), name: 'alone', include: alone } },
      // Nothing here outlives a test, so the files share a process: less than half the time.
      {
        test: {
          ...common(),
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: alone,
          isolate: false,
        },
      },
      {
        test: {
          ...common(),
          // The client's tests once more, over the other way to the service.
          name: 'undici',
          include: [
            'test/http/{body-source,client,exchange,first-line,send*,slow-reader,token,transport}.test.ts',
          ],
          env: { COSTCTL_TEST_TRANSPORT: 'undici' },
        },
      },
    ],
  },
});

function common() {
  return {
    setupFiles: ['test/seed.ts'],
    // Programs are started and servers asked: on a busy machine that takes time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  };
}
