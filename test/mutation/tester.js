// Runs tests against a mutant again and again in one process. It is a process of its own, so that
// one that hangs can be ended from without.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';
import { change, isLoop, walk } from './syntax.js';

let order = {};

/** The tests see the mutant; the file itself stays as it is. */
const mutate = {
  name: 'mutate',
  enforce: 'pre',
  load(id) {
    if (!id.startsWith(resolve('src')) || !id.endsWith('.ts')) return undefined;
    const source = readFileSync(id, 'utf8');
    if (!order.file || resolve(order.file) !== id) return countTurns(source);
    return countTurns(change(source, order.changes));
  },
};

const turn = `if (++globalThis.turns > globalThis.mostTurns) throw new Error('turns without end');`;

/** A loop that a mutant has made endless ends, however fast the machine is. */
function countTurns(source) {
  const changes = [];
  walk(source, (node) => {
    if (!isLoop(node)) return;
    const { start, end } = node.body;
    const isBlock = node.body.type === 'BlockStatement';
    changes.push({
      start: isBlock ? start + 1 : start,
      end: isBlock ? start + 1 : start,
      text: isBlock ? turn : `{${turn}`,
    });
    if (!isBlock) changes.push({ start: end, end, text: '}' });
  });
  return change(source, changes);
}

/** The quickest tests come first, as they are handed over. */
class AsGiven {
  sort = (files) => files;
  shard = (files) => files;
}

const vitest = await createVitest(
  'test',
  {
    config: false,
    watch: false,
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/mutation/setup.js'],
    sequence: { sequencer: AsGiven },
    testTimeout: 60_000,
    update: 'none',
    reporters: [{}],
  },
  { plugins: [mutate], logLevel: 'silent' },
);

const errorsOf = (test) => test.result().errors;

/** A mutant may ask for memory without end; the tests run in a thread, so that this is not held up. */
const mostMemory = 2 ** 31;
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) process.exit(1);
}, 1000);

process.on('disconnect', () => process.exit());
process.on('message', async (next) => {
  if (order.file) vitest.invalidateFile(resolve(order.file));
  order = next;
  vitest.invalidateFile(resolve(order.file));
  vitest.provide('mostTurns', order.mostTurns);
  const project = vitest.getRootProject();
  const specifications = order.tests.map((test) => project.createSpecification(resolve(test)));
  const run = await vitest.runTestSpecifications(specifications);
  // It also tells of the tests of orders before.
  const testModules = run.testModules.filter((module) =>
    order.tests.includes(module.relativeModuleId),
  );
  const failed = testModules.flatMap((module) =>
    [...module.errors(), ...[...module.children.allTests('failed')].flatMap(errorsOf)].map(
      ({ message }) => `${module.relativeModuleId}: ${message}`,
    ),
  );
  process.send({
    isKilled: run.unhandledErrors.length > 0 || testModules.some((module) => !module.ok()),
    failed,
    files: testModules.map((module) => ({
      test: module.relativeModuleId,
      duration: module.diagnostic().duration,
      turns: Math.max(0, ...[...module.children.allTests()].map((each) => each.meta().turns ?? 0)),
    })),
  });
});
process.send({ isReady: true });
