// The mutation score of folders of src, each against the tests of the folder of the same name.
// npm run mutants -- json storage
import { Stryker } from '@stryker-mutator/core';

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('usage: npm run mutants -- FOLDER…, for example: npm run mutants -- json storage');
  process.exitCode = 2;
}

for (const folder of folders) {
  process.env.MUTANTS_FOLDER = folder;
  const results = await new Stryker({
    mutate: [`src/${folder}/**/*.ts`],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // What runs once when a module is loaded would take a whole run of the tests each.
    ignoreStatic: true,
    reporters: [],
    concurrency: 2,
    // Generous, so that a busy machine makes no mutant look noticed.
    timeoutMS: 30_000,
    tempDirName: 'node_modules/.cache/mutants',
    ignorePatterns: ['dist', 'dist-exe', 'completions', 'man'],
    // This TypeScript has no API in JavaScript, and the configuration needs no rewriting.
    tsconfigFile: 'none',
    logLevel: 'warn',
  }).runMutationTest();
  report(folder, results);
}

function report(folder, results) {
  const count = (...states) => results.filter(({ status }) => states.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const missed = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  for (const { fileName, location, mutatorName, replacement, status } of missed) {
    const path = fileName.slice(fileName.indexOf('src/'));
    const text = replacement.replaceAll(/\s+/g, ' ').slice(0, 60);
    console.log(`${status}: ${path}:${location.start.line} ${mutatorName} ${text}`);
  }
  const score = ((100 * noticed) / (noticed + missed.length)).toFixed(1);
  const endless = count('Timeout');
  console.log(
    `${folder}: ${noticed} noticed (${endless} by a timeout), ${missed.length} not: ${score} %`,
  );
}
