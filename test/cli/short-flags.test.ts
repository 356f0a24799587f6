import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';

/** Two letters change places, one is lost or one comes twice. */
const misspelt = fc
  .record({ at: fc.integer({ min: 2, max: 4 }), how: fc.constantFrom('swap', 'lose', 'double') })
  .map(({ at, how }) => {
    const [before, letter, next, after] = [
      '--help'.slice(0, at),
      '--help'.charAt(at),
      '--help'.charAt(at + 1),
      '--help'.slice(at + 2),
    ];
    if (how === 'swap') return `${before}${next}${letter}${after}`;
    return how === 'lose'
      ? `${before}${next}${after}`
      : `${before}${letter}${letter}${next}${after}`;
  });

/** -q is the program's and -y the action's: commander alone does not read them together. */
const joined = fc.constantFrom('-qy', '-yq', '-qqy', '-yqq');

const filtersDelete = ['--sandbox', 'filters', 'delete', 'flt_production'];

test('a misspelled --help next to joined short flags is an error and changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(joined, misspelt, fc.boolean(), async (flags, word, isLast) => {
      const line = isLast ? [...filtersDelete, flags, word] : [...filtersDelete, word, flags];
      const { stdout, stderr, exitCode, folder } = await run(line);
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
      expect(stderr).toBe(
        `error: unknown option '${word}'\n` +
          'hint: did you mean --help? See costctl filters delete --help\n',
      );
      const listed = await run(['--sandbox', 'filters', 'get', 'flt_production'], { folder });
      expect(listed.exitCode).toBe(0);
    }),
    { numRuns: 25 },
  );
});

test.each(['-qyh', '-hqy', '-yhq'])(
  'a help flag among joined short flags shows the help: %s',
  async (flags) => {
    const { stdout, exitCode, folder } = await run([...filtersDelete, flags]);
    expect(stdout).toMatch(/^Usage: costctl filters delete /);
    expect(exitCode).toBe(0);
    const listed = await run(['--sandbox', 'filters', 'get', 'flt_production'], { folder });
    expect(listed.exitCode).toBe(0);
  },
);

test('joined short flags without a help flag take effect', async () => {
  const { stderr, exitCode, folder } = await run([...filtersDelete, '-qy']);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  const listed = await run(['--sandbox', 'filters', 'get', 'flt_production'], { folder });
  expect(listed.exitCode).toBe(5);
});
