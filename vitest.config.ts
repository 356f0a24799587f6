import { defineConfig } from 'vitest/config';
import { SkippedTests } from './test/helpers/skipped-tests.ts';

const pure = [
  'test/{api,config,json,metrics,openapi,output,profiles,sandbox,settings,storage,xlsx}/**/*.test.ts',
];

export default defineConfig({
  test: {
    // One core is left idle otherwise, and each test file is a process of its own.
    maxWorkers: '100%',
    reporters: ['default', new SkippedTests()],
    // `npm run coverage`
    coverage: { provider: 'v8', include: ['src/{http,json,costs,metrics}/**/*.ts'] },
    projects: [
      { test: { ...common(), name: 'all', include: ['test/**/*.test.ts'], exclude: pure } },
      // Nothing in these folders outlives a test, so their files share a process: half the time.
      { test: { ...common(), name: 'pure', include: pure, isolate: false } },
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
