import { defineConfig } from 'vitest/config';
import { BaseSequencer, type ProjectConfig, type TestSpecification } from 'vitest/node';
import { compiledSource } from './test/compiled-source.ts';
import { SkippedTests } from './test/helpers/skipped-tests.ts';

/** It watches how Node's own functions are called, and must be the first to load what calls them. */
const alone = 'test/order-on-disk.test.ts';

/** These start the built program over and over: `npm run e2e`. */
const program = 'test/{e2e,faults,kill}/**/*.test.ts';

/** Nothing else takes as long as the kills: begun last, they would run alone. */
class KillsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.endsWith('/kill.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Not to watch, which must see each change of a file, nor to count what is covered in it. */
const isPlain = process.argv.includes('run') && !/ --coverage/.test(process.argv.join(' '));
const plugins = isPlain ? [compiledSource()] : [];

export default defineConfig({
  test: {
    // One core is left idle otherwise.
    maxWorkers: '100%',
    sequence: { sequencer: KillsFirst },
    // Below node_modules: what did not change since the last run is not compiled again.
    experimental: { fsModuleCache: true },
    // A worker of a busy machine ends late; that is no fault.
    teardownTimeout: 60_000,
    globalSetup: 'test/temporary.ts',
    reporters: ['default', new SkippedTests()],
    // `npm run coverage`
    coverage: {
      provider: 'v8',
      include: ['src/{http,json,rows,questions,reports,mirror,focus,formats,metrics}/**/*.ts'],
    },
    projects: [
      project({ name: 'alone', include: [alone], isolate: true }),
      project({ name: 'program', include: [program] }),
      project({ name: 'shared', include: ['test/**/*.test.ts'], exclude: [alone, program] }),
    ],
  },
});

function project(own: ProjectConfig) {
  const test = {
    // Nothing outlives a test, so files share a process: half the time.
    isolate: false,
    // Each core has a worker. Threads that help to collect garbage would only take turns with them.
    execArgv: ['--single-threaded-gc'],
    setupFiles: ['test/seed.ts'],
    // Programs are started and servers asked: on a busy machine that takes time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...own,
  };
  return { plugins, test };
}
