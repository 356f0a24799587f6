import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { within } from '../../src/grouping.ts';
import { type CostServiceOptions, type Row, rowsOf, serveCosts } from '../helpers/costs.ts';
import { createFolder, run, testToken } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const days: Record<string, Row[]> = {
  '2026-10-01': rowsOf('2026-10-01', 51_000),
  '2026-10-02': rowsOf('2026-10-02', 52_000, { note: 'a "quoted"\nline' }),
  '2026-10-03': rowsOf('2026-10-03', 53_000, { team: 'x' }),
};
const line = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-03'];

/** The last day cannot be read. */
const broken: CostServiceOptions = {
  answer: ({ from, limit }, honest) =>
    limit > 1 && from === '2026-10-03' ? { status: 400, body: { title: 'no' } } : honest(),
};

const wholes = new Map<string, Promise<Buffer>>();
const brokens = new Map<string, Promise<string>>();

function exportWhole(name: string): Promise<Buffer> {
  return within(wholes, name, async () => {
    const path = join(createFolder(), name);
    await succeed(run([...line, '-O', path], { service: serveCosts(days) }));
    return readFileSync(path);
  });
}

/** What is left of an export without more words, which is made once: its journal has the path. */
async function exportBroken(name: string): Promise<string> {
  const path = await within(brokens, name, async () => {
    const made = await breakExport(name);
    cpSync(`${made}.part`, `${made}.made`, { recursive: true });
    return made;
  });
  for (const used of [path, `${path}.part`]) rmSync(used, { recursive: true, force: true });
  cpSync(`${path}.made`, `${path}.part`, { recursive: true });
  return path;
}

async function breakExport(name: string, words: readonly string[] = []): Promise<string> {
  const path = join(createFolder(), name);
  const { exitCode, stderr } = await run([...line, ...words, '-O', path], {
    service: serveCosts(days, broken),
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`to continue: costctl costs export --from 2026-10-01 --to 2026-10-03`);
  expect(stderr).toContain(' --resume ');
  expect(existsSync(path)).toBe(false);
  return path;
}

test.each(['costs.csv', 'costs.csv.gz', 'costs.json', 'costs.ndjson.gz', 'costs.tsv'])(
  'a resumed %s is identical to an uninterrupted one and rereads no finished window',
  async (name) => {
    const whole = await exportWhole(name);
    const path = await exportBroken(name);
    const service = serveCosts(days);
    await succeed(run([...line, '-O', path, '--resume'], { service }));
    expect(readFileSync(path).equals(whole)).toBe(true);
    const read = service.requests.filter(({ limit }) => limit > 1);
    expect(new Set(read.map(({ from }) => from))).toEqual(new Set(['2026-10-03']));
    expect(existsSync(`${path}.part`)).toBe(false);
    expect(existsSync(`${path}.part/journal`)).toBe(false);
  },
);

test.each(['costs.csv', 'costs.json'])(
  'rows that were added to a finished window since are not missed when %s is resumed',
  async (name) => {
    const path = await exportBroken(name);
    const grown = { ...days, '2026-10-01': rowsOf('2026-10-01', 51_001) };
    const { exitCode, stderr } = await run([...line, '-O', path, '--resume'], {
      service: serveCosts(grown),
    });
    expect([exitCode, existsSync(path)]).toEqual([9, false]);
    expect(stderr).toContain(
      '2026-10-01 to 2026-10-03 has 156001 rows now, but this run and the one that it continues read 156000',
    );
    expect(stderr).toContain('hint: run the command again without --resume\n');
    await succeed(run([...line, '-O', path], { service: serveCosts(grown) }));
  },
);

test('the resumed file is the same after a kill at any point', async () => {
  const whole = await exportWhole('costs.csv');
  const path = await exportBroken('costs.csv');
  const journal = readFileSync(`${path}.part/journal`);
  const part = readFileSync(`${path}.part/rows`);
  await fc.assert(
    fc.asyncProperty(fc.nat(journal.length), fc.string(), async (cut, torn) => {
      mkdirSync(`${path}.part`, { recursive: true, mode: 0o700 });
      writeFileSync(`${path}.part/journal`, journal.subarray(0, cut));
      writeFileSync(`${path}.part/rows`, Buffer.concat([part, Buffer.from(torn)]));
      const { exitCode } = await run([...line, '-O', path, '--resume', '-q'], {
        service: serveCosts(days),
      });
      expect(exitCode).toBe(0);
      expect(readFileSync(path).equals(whole)).toBe(true);
    }),
    { numRuns: 6 },
  );
}, 300_000);

test('the receipt of a resumed run counts, hashes and sums every window', async () => {
  const receipt = join(createFolder(), 'receipt.json');
  const path = await breakExport('costs.csv', ['--receipt', receipt]);
  expect(existsSync(receipt)).toBe(false);
  const words = ['-O', path, '--receipt', receipt, '--resume'];
  await succeed(run([...line, ...words], { service: serveCosts(days) }));
  const { rows, complete, windows, files } = JSON.parse(readFileSync(receipt, 'utf8'));
  expect([rows, complete, windows.length]).toEqual([156_000, true, 3]);
  expect(windows[0].sums).toEqual([
    { date: '2026-10-01', currency: 'EUR', rows: 17_000, sum: '4334745.00' },
    { date: '2026-10-01', currency: 'USD', rows: 34_000, sum: '8670000.00' },
  ]);
  const whole = readFileSync(path);
  expect(files).toEqual([
    { path, bytes: whole.length, sha256: createHash('sha256').update(whole).digest('hex') },
  ]);
});

test('a column that only a finished window has is known to the run that continues', async () => {
  const words = ['--columns', 'date,note'];
  const path = await breakExport('columns.csv', words);
  await succeed(run([...line, ...words, '-O', path, '--resume'], { service: serveCosts(days) }));
  expect(readFileSync(path, 'utf8')).toMatch(/^date,note\n2026-10-01,\n/);
});

test('a run without --resume reports the unfinished export and starts over', async () => {
  const path = await exportBroken('costs.csv');
  const { stderr } = await succeed(run([...line, '-O', path], { service: serveCosts(days) }));
  expect(stderr).toContain(
    `note: an earlier export to ${path} did not finish: starting over (--resume continues it)`,
  );
});

test('--resume without an unfinished export starts over and reports it', async () => {
  const path = join(createFolder(), 'costs.csv');
  const { stderr, exitCode } = await run([...line, '-O', path, '--resume'], {
    service: serveCosts(days),
  });
  expect(exitCode).toBe(0);
  expect(stderr).toContain('was found: starting over');
});

test.each([
  ['other days', ['--from', '2026-10-02'], {}, '--from was 2026-10-01, and is now 2026-10-02'],
  [
    'another format',
    ['-o', 'csv', '--no-header'],
    {},
    '--no-header was not given, and is now true',
  ],
  ['a condition', ['--where', 'cost=1'], {}, '--where was not given, and is now cost=1'],
  [
    'another address',
    [],
    { COSTCTL_BASE_URL: 'https://b.example.test' },
    'address was https://api',
  ],
  ['another token', [], { COSTCTL_TOKEN: 'tok_another_0123456789' }, 'had another token'],
])('--resume is refused with %s', async (_what, words, env, reason) => {
  const path = await exportBroken('costs.csv');
  const { stderr, exitCode } = await run([...line, ...words, '-O', path, '--resume'], {
    service: serveCosts(days),
    env,
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(reason);
  expect(existsSync(`${path}.part/journal`)).toBe(true);
});

test.each([
  [
    ['--where', 'service!=a service!=b'],
    ['--where', 'service!=a', '--where', 'service!=b'],
  ],
  [
    ['--param', 'a=b c=d'],
    ['--param', 'a=b', '--param', 'c=d'],
  ],
])('what %j began is not continued with %j', async (words, others) => {
  const path = await breakExport('costs.csv', words);
  const { stderr, exitCode } = await run([...line, ...others, '-O', path, '--resume'], {
    service: serveCosts(days),
  });
  const [option, text] = words;
  expect(stderr).toContain(
    `the earlier run was not the same: ${option} was '${text}', and is now `,
  );
  expect(exitCode).toBe(2);
});

test('the journal contains no token', async () => {
  const path = await exportBroken('costs.csv');
  expect(readFileSync(`${path}.part/journal`, 'utf8')).not.toContain(testToken.slice(4, 20));
});

test('--resume refuses a part file that is shorter than its journal says', async () => {
  const path = await exportBroken('costs.csv');
  writeFileSync(`${path}.part/rows`, 'date\n');
  const { stderr, exitCode } = await run([...line, '-O', path, '--resume'], {
    service: serveCosts(days),
  });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('does not fit');
  expect(stderr).toContain('hint: leave out --resume to start over');
});

test('rows that do not add up are not continued', async () => {
  const path = join(createFolder(), 'costs.csv');
  // The first day gets a row while it is read, and the whole has one more each time it is counted.
  const grown = { ...days, '2026-10-01': rowsOf('2026-10-01', 51_001) };
  let total = 156_001;
  let isGrown = false;
  const service = serveCosts(grown, {
    answer: ({ from, to, page }, honest) => {
      if (from === '2026-10-01' && to === '2026-10-03') {
        total += 1;
        return { ...honest(), meta: { totalRecords: isGrown ? total : 156_000 } };
      }
      isGrown ||= page > 1;
      if (isGrown || from !== '2026-10-01') return honest();
      return { ...honest(), meta: { totalRecords: 51_000 } };
    },
  });
  const hint =
    'hint: the data may be changing now, or the service may not count the last day: try again later';
  const first = await run([...line, '-O', path], { service });
  expect([first.exitCode, first.stderr]).toEqual([9, expect.stringContaining(`${hint}\n`)]);
  const again = await run([...line, '-O', path, '--resume'], { service });
  expect([again.exitCode, again.stderr]).toEqual([
    9,
    expect.stringContaining(`${hint}; run the command again without --resume\n`),
  ]);
  await succeed(run([...line, '-O', path], { service: serveCosts(grown) }));
});
