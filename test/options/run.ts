// Every option taken away on purpose: `npm run options`, or with words that its line must have,
// `npm run options -- costs --by`. Some test must fail for each; which one did is printed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { createVitest, type TestCase } from 'vitest/node';
import { chooseTests, type Durations } from './choose.ts';
import { losses } from './losses.ts';
import { openPoints, points } from './points.ts';
import type { Finding } from './runner.ts';
import { elsewhere } from './stated.ts';

const words = process.argv.slice(2);
const chosen = losses.filter(
  ({ title }) => words.every((word) => title.includes(word)) && !Object.hasOwn(elsewhere, title),
);
const findings = new Map<string, Finding[]>();
const failed: string[] = [];
const kept = 'node_modules/.cache/costctl-scripts/durations.json';

/** Options are lost at places that the tests alone see open. */
const open = {
  name: 'open',
  enforce: 'pre' as const,
  load(id: string): string | undefined {
    const file = relative('.', id);
    const isPoint = points.some((point) => point.file === file);
    return isPoint ? openPoints(file, readFileSync(id, 'utf8')) : undefined;
  },
};

/** The tests of the commands come first. */
class AsGiven {
  readonly sort = <T>(files: T): T => files;
  readonly shard = <T>(files: T): T => files;
}

const vitest = await createVitest(
  'test',
  {
    config: false,
    watch: false,
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/seed.ts'],
    runner: resolve('test/options/runner.ts'),
    sequence: { sequencer: AsGiven },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    update: 'none',
    provide: { losses: chosen, patience: words.length > 0 ? 60_000 : 1_000 },
    reporters: [{ onTestCaseResult: note }],
  },
  { plugins: [open], logLevel: 'silent' },
);
const project = vitest.getRootProject();
const durations = readDurations();
const files = chooseTests(chosen, durations);
const run = await vitest.runTestSpecifications(
  files.map((path) => project.createSpecification(resolve(path))),
);
await vitest.close();
keepDurations({
  ...durations,
  ...Object.fromEntries(
    run.testModules.map((module) => [module.relativeModuleId, module.diagnostic().duration]),
  ),
});
failed.push(...run.unhandledErrors.map(String));

function readDurations(): Durations {
  return existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
}

function keepDurations(all: Durations): void {
  writeFileSync(kept, JSON.stringify(all));
}

function note(test: TestCase): void {
  const name = `${test.module.relativeModuleId}: ${test.fullName}`;
  if (!test.ok()) failed.push(`${name}: ${test.result().errors?.[0]?.message}`);
  for (const finding of test.meta().losses ?? []) {
    const { title, outcome, reason } = finding;
    findings.set(title, [...(findings.get(title) ?? []), finding]);
    if (outcome === 'noticed' || outcome === 'refused')
      console.log(`${outcome}  ${title}\n    ${name}\n      ${reason}`);
  }
}

const unnoticed = chosen.filter(
  ({ title }) => !findings.get(title)?.some(({ outcome }) => outcome === 'noticed'),
);
for (const { title } of unnoticed) {
  const tried = (findings.get(title) ?? []).map(({ outcome }) => outcome);
  console.log(`NOT NOTICED  ${title}  (${[...new Set(tried)].join(', ') || 'no test gives it'})`);
}
for (const name of failed) console.log(`this fails as it is: ${name}`);
console.log(
  `\n${chosen.length} things that help says made untrue, ${chosen.length - unnoticed.length} noticed`,
);
if (unnoticed.length + failed.length > 0 || chosen.length === 0) process.exitCode = 1;
