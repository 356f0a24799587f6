import { defineConfig } from 'vitest/config';
import { SkippedTests } from './test/helpers/skipped-tests.ts';

/** Nothing in these folders outlives a test, so their files share a process: less than half the time. */
const shared = [
  'test/{api,cli,commands,config,costs,http,json,metrics,openapi,output}/**/*.test.ts',
  'test/{profiles,sandbox,settings,storage,xlsx}/**/*.test.ts',
];

export default defineConfig({
  test: {
    // One core is left idle otherwise, and each file of `alone` is a process of its own.
    maxWorkers: '100%',
    globalSetup: 'test/temporary.ts',
    reporters: ['default', new SkippedTests()],
    // `npm run coverage`
    coverage: { provider: 'v8', include: ['src/{http,json,costs,metrics}/**/*.ts'] },
    projects: [
      { test: { ...common(), name: 'alone', include: ['test/**/*.test.ts'], exclude: shared } },
      { test: { ...common(), name: 'shared', include: shared, isolate: false } },
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
