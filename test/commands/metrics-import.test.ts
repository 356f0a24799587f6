import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import { metricFiles } from '../helpers/metric-files.ts';
import { createMetricService, type MetricService } from '../helpers/metric-service.ts';
import { run, type World } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

const header = 'date,amount,region';
const two = `${header}\n2026-01-01,1.50,eu\n2026-01-02,+4,us\n`;

function importing(stdin: string, flags: readonly string[] = [], world: World = {}) {
  const line = ['metrics', 'import', 'bmt_orders', '-', '-w', 'wsp_main', '-o', 'json', ...flags];
  return run(line, { service: createMetricService(), ...world, stdin });
}

function temporary(name: string, content = ''): string {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-test-')), name);
  if (content !== '') writeFileSync(path, content);
  return path;
}

/** So many values, one a day. */
function days(count: number): string {
  const rows = Array.from({ length: count }, (_, day) => {
    const date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
    return `${date},${day}.5,eu\n`;
  });
  return `${header}\n${rows.join('')}`;
}

function sentBy(service: MetricService) {
  return service.posts.flat().map(({ date, amount }) => `${date} ${amount}`);
}

test('values are sent as the text that stood in the file, and the result has every field in order', async () => {
  const service = createMetricService();
  const outcome = await importing(two, [], { service });
  expect(service.posts).toEqual([
    [
      { date: '2026-01-01', amount: '1.50', labels: { region: 'eu' } },
      { date: '2026-01-02', amount: '+4', labels: { region: 'us' } },
    ],
  ]);
  expect(outcome).toMatchObject({ stderr: '', exitCode: 0 });
  expect(outcome.stdout).toBe(
    '{"metric":"bmt_orders","rows":2,"values":2,"merged":0,"invalid":0,"created":2,"updated":0,"unchanged":0,"failed":0,"resent":0,"batches":1,"sum":"5.50","from":"2026-01-01","to":"2026-01-02"}\n',
  );
});

test('a second run changes nothing', async () => {
  const service = createMetricService();
  await importing(two, [], { service });
  const { stdout } = await importing(two, [], { service });
  expect(JSON.parse(stdout)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
});

test.each(['table', 'csv', 'tsv', 'yaml', 'markdown', 'ndjson'])(
  'the result comes as %s too',
  async (format) => {
    const { stdout, exitCode } = await importing(two, ['-o', format]);
    expect(stdout).toContain('2026-01-02');
    expect(stdout).toContain('5.50');
    expect(exitCode).toBe(0);
  },
);

test('of any file with any faults the service gets exactly the good rows, as text, each once', async () => {
  await fc.assert(
    fc.asyncProperty(
      metricFiles,
      fc.integer({ min: 1, max: 12 }),
      async ({ content, format, rows, good }, batchSize) => {
        const service = createMetricService();
        const flags = ['--format', format, '--skip-invalid', '--batch-size', String(batchSize)];
        const outcome = await importing(content, flags, { service });
        const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
        expect(service.posts.flat().sort(byText)).toEqual(
          good
            .map(({ date, amount, region }) => ({ date, amount, labels: { region } }))
            .sort(byText),
        );
        expect(outcome.exitCode).toBe(good.length === rows ? 0 : 9);
        expect(JSON.parse(outcome.stdout)).toMatchObject({
          rows,
          values: good.length,
          invalid: rows - good.length,
          created: good.length,
        });
      },
    ),
    { numRuns: 60 },
  );
});

test('a gzip-compressed file is read by its name', async () => {
  const path = temporary('orders.csv.gz');
  writeFileSync(path, gzipSync(two));
  const service = createMetricService();
  const outcome = await run(['metrics', 'import', 'bmt_orders', path, '-w', 'wsp_main'], {
    service,
  });
  expect(outcome.exitCode).toBe(0);
  expect(sentBy(service)).toEqual(['2026-01-01 1.50', '2026-01-02 +4']);
});

test('a file that is not there is named, and nothing is sent', async () => {
  const service = createMetricService();
  const outcome = await run(
    ['metrics', 'import', 'bmt_orders', '/nowhere/orders.csv', '-w', 'wsp_main'],
    { service },
  );
  expect(outcome.stderr).toBe('error: cannot read /nowhere/orders.csv: no such file or folder\n');
  expect(outcome.exitCode).toBe(1);
  expect(service.posts).toEqual([]);
});

test('a bad row keeps the whole file from being sent, and every one is listed with its line', async () => {
  const service = createMetricService();
  const outcome = await importing(
    `${header}\n2026-02-30,1,eu\n2026-01-02,"1,234",\n2026-01-03,5,eu\n`,
    ['-o', 'table'],
    { service },
  );
  expect(outcome.exitCode).toBe(10);
  expect(service.posts).toEqual([]);
  expect(outcome.stdout).toBe('');
  expect(outcome.stderr).toMatchInlineSnapshot(`
    "warning: line 2: 2026-02-30 is not a day of the calendar
    warning: line 3: the amount "1,234" has a thousands separator; the label region is missing
    error: 2 of 3 rows of stdin cannot be used; nothing was sent
    hint: correct them (--rejects FILE keeps them), or give --skip-invalid to import the others
    "
  `);
});

test('only the first 20 bad rows are told, and all are in the rejects', async () => {
  const rejects = temporary('rejects.csv');
  const bad = Array.from({ length: 30 }, (_, at) => `2026-01-01,x${at},eu\n`).join('');
  const outcome = await importing(`${header}\n${bad}`, ['--rejects', rejects, '-o', 'table']);
  const lines = outcome.stderr.split('\n').filter((line) => line.startsWith('warning: '));
  expect(lines).toHaveLength(21);
  expect(lines[19]).toContain('line 21: ');
  expect(lines[20]).toBe('warning: and 10 more rows');
  expect(readFileSync(rejects, 'utf8').split('\n')).toHaveLength(32);
});

test('--skip-invalid sends the good rows and exits 9 after its result', async () => {
  const service = createMetricService();
  const outcome = await importing(
    `${header}\n2026-01-01,1,eu\n2026-01-02,NaN,eu\n`,
    ['--skip-invalid'],
    {
      service,
    },
  );
  expect(outcome.exitCode).toBe(9);
  expect(sentBy(service)).toEqual(['2026-01-01 1']);
  expect(JSON.parse(outcome.stdout)).toMatchObject({ rows: 2, values: 1, invalid: 1, created: 1 });
});

test('the rejects of a run read back as a file of their own', async () => {
  const rejects = temporary('rejects.csv');
  await importing(`${header}\n2026-01-01,5,"a ""b"", c"\n2026-01-02,7,\n`, [
    '--skip-invalid',
    '--rejects',
    rejects,
  ]);
  expect(readFileSync(rejects, 'utf8')).toBe(
    'date,amount,region,_line,_reason\n2026-01-02,7,,3,the label region is missing\n',
  );
  const service = createMetricService();
  const again = await run(
    ['metrics', 'import', 'bmt_orders', rejects, '-w', 'wsp_main', '--allow-missing-labels'],
    { service },
  );
  expect(again.exitCode).toBe(0);
  expect(service.posts).toEqual([[{ date: '2026-01-02', amount: '7', labels: {} }]]);
});

test('when all went well the rejects hold a header alone, whatever stood there', async () => {
  const rejects = temporary('rejects.csv', 'what an earlier run left\n');
  await importing(two, ['--rejects', rejects]);
  expect(readFileSync(rejects, 'utf8')).toBe('date,amount,region,_line,_reason\n');
});

test('a file that cannot be read to its end leaves rejects that say why', async () => {
  const rejects = temporary('rejects.csv', 'what an earlier run left\n');
  const outcome = await importing(`${header}\n2026-01-01,x,eu\n2026-01-02,5,"eu\n`, [
    '--rejects',
    rejects,
  ]);
  expect(outcome.exitCode).toBe(10);
  expect(readFileSync(rejects, 'utf8')).toBe(
    'date,amount,region,_line,_reason\n' +
      '2026-01-01,x,eu,2,"the amount ""x"" is not a decimal"\n' +
      ',,,3,"stdin, line 3: a quote is opened and never closed"\n',
  );
});

test('rejects whose folder is missing are refused before anything is sent', async () => {
  const service = createMetricService();
  const outcome = await importing(two, ['--rejects', '/nowhere/rejects.csv'], { service });
  expect(outcome.exitCode).toBe(1);
  expect(service.posts).toEqual([]);
});

test('values go in batches', async () => {
  const service = createMetricService();
  const { stdout } = await importing(days(25), ['--batch-size', '10'], { service });
  expect(service.posts.map((values) => values.length).sort()).toEqual([10, 10, 5]);
  expect(JSON.parse(stdout)).toMatchObject({ created: 25, batches: 3 });
});

test('a batch that is too large is halved, and the smaller size is remembered', async () => {
  const service = createMetricService({
    refuse: (values) => (values.length > 6 ? { status: 413 } : undefined),
  });
  const { stdout, exitCode } = await importing(
    days(40),
    ['--batch-size', '20', '--concurrency', '1'],
    {
      service,
    },
  );
  expect(service.posts.map((values) => values.length)).toEqual([
    20, 10, 5, 5, 10, 5, 5, 5, 5, 5, 5,
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ created: 40, failed: 0, batches: 8 });
  expect(exitCode).toBe(0);
});

test('a batch that fails does not stop the others, and its rows are in the rejects', async () => {
  const rejects = temporary('rejects.csv');
  const service = createMetricService({
    refuse: (values) =>
      values.some(({ amount }) => amount === '12.5') ? { status: 400 } : undefined,
  });
  const outcome = await importing(days(30), ['--batch-size', '10', '--rejects', rejects], {
    service,
  });
  expect(outcome.exitCode).toBe(9);
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    values: 30,
    created: 20,
    failed: 10,
    batches: 3,
  });
  expect(readFileSync(rejects, 'utf8').split('\n')).toHaveLength(12);
  const again = createMetricService();
  await run(['metrics', 'import', 'bmt_orders', rejects, '-w', 'wsp_main'], { service: again });
  expect(sentBy(again)).toHaveLength(10);
});

test('a server error is retried, and the batch counts as sent again', async () => {
  const service = createMetricService({
    refuse: (_, post) => (post === 1 ? { status: 503 } : undefined),
  });
  const { stdout, exitCode } = await importing(two, [], { service });
  expect(JSON.parse(stdout)).toMatchObject({ created: 2, resent: 1, batches: 1 });
  expect(exitCode).toBe(0);
});

test('a batch that had to wait for the rate limit was not stored before', async () => {
  const service = createMetricService({
    refuse: (_, post) => (post === 1 ? { status: 429 } : undefined),
  });
  const { stdout, exitCode } = await importing(two, [], { service });
  expect(JSON.parse(stdout)).toMatchObject({ created: 2, resent: 0 });
  expect(exitCode).toBe(0);
});

test.each([
  [401, 3],
  [403, 4],
  [404, 5],
])('%i stops an import that stored nothing with its own exit code', async (status, exitCode) => {
  const rejects = temporary('rejects.csv');
  const service = createMetricService({ refuse: () => ({ status }) });
  const flags = ['--batch-size', '10', '--concurrency', '1', '--rejects', rejects];
  const outcome = await importing(days(30), flags, { service });
  expect(outcome).toMatchObject({ exitCode, stdout: '' });
  expect(service.posts).toHaveLength(1);
  expect(readFileSync(rejects, 'utf8').split('\n')).toHaveLength(32);
});

test('403 after something was stored is exit 9 with a result', async () => {
  const service = createMetricService({
    refuse: (_, post) => (post > 1 ? { status: 403 } : undefined),
  });
  const outcome = await importing(days(30), ['--batch-size', '10', '--concurrency', '1'], {
    service,
  });
  expect(outcome.exitCode).toBe(9);
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    values: 30,
    created: 10,
    failed: 20,
    batches: 2,
  });
  expect(service.posts).toHaveLength(2);
});

test('counts that do not add up are exit 9', async () => {
  const answer = { created: 1, updated: 0, unchanged: 0 };
  const service = createMetricService({ refuse: () => ({ status: 200, answer }) });
  const outcome = await importing(two, ['-o', 'table'], { service });
  expect(outcome.exitCode).toBe(9);
  expect(outcome.stderr).toContain('error: the service counted 1 of 2 values sent\n');
});

test('an answer without counts is no success', async () => {
  const service = createMetricService({
    refuse: () => ({ status: 200, answer: { created: '2' } }),
  });
  const outcome = await importing(two, [], { service });
  expect(outcome.exitCode).toBe(9);
  expect(JSON.parse(outcome.stdout)).toMatchObject({ created: 0, failed: 2 });
});

test('an interrupted import says what was stored and that it may be run again', async () => {
  const controller = new AbortController();
  const rejects = temporary('rejects.csv');
  const service = createMetricService({
    refuse: (_, post) => {
      if (post === 2) controller.abort(new CostctlError('interrupted', 'interrupted'));
      return undefined;
    },
  });
  const flags = ['--batch-size', '10', '--concurrency', '1', '-o', 'table', '--rejects', rejects];
  const outcome = await importing(days(30), flags, { service, signal: controller.signal });
  expect(outcome.exitCode).toBe(130);
  expect(outcome.stdout).toBe('');
  expect(outcome.stderr).toMatch(
    /^error: interrupted: (?:20|10) of 30 values were stored(?:, 10 more may have been)?\n/,
  );
  expect(outcome.stderr).toContain('hint: run the same command again: it is safe');
  expect(readFileSync(rejects, 'utf8')).toContain('not sent, after: interrupted');
  const again = await importing(days(30), [], { service });
  expect(again.exitCode).toBe(0);
  expect(service.values()).toHaveLength(30);
});

test.each([1, 2, 3, 4, 5])(
  'interrupted at request %i and run again, what is stored is what the file holds',
  async (stop) => {
    const controller = new AbortController();
    const service = createMetricService({
      refuse: (_, post) => {
        if (post === stop) controller.abort(new CostctlError('interrupted', 'interrupted'));
        return undefined;
      },
    });
    const flags = ['--batch-size', '10', '--concurrency', '2'];
    const interrupted = await importing(days(60), flags, { service, signal: controller.signal });
    expect(interrupted.exitCode).toBe(130);
    expect((await importing(days(60), flags, { service })).exitCode).toBe(0);
    expect(service.values().map(({ amount }) => amount)).toEqual(
      Array.from({ length: 60 }, (_, day) => `${day}.5`),
    );
    const { stdout } = await importing(days(60), flags, { service });
    expect(JSON.parse(stdout)).toMatchObject({ created: 0, updated: 0, unchanged: 60 });
  },
);

test('a dry run sends nothing and tells to the number what the import then reports', async () => {
  const stored = [
    { date: '2025-01-01', amount: '0.50', labels: { region: 'eu' } },
    { date: '2025-01-02', amount: '9', labels: { region: 'eu' } },
    { date: '2025-01-02', amount: '9', labels: { region: 'us' } },
    { date: '2026-01-02', amount: '9', labels: { region: 'us' } },
  ];
  const service = createMetricService({ stored });
  const dry = await importing(days(25), ['--dry-run', '--batch-size', '10'], { service });
  expect(service.posts).toEqual([]);
  expect(dry.exitCode).toBe(0);
  expect(dry.stderr).toBe(
    'note: reading the values stored from 2025-01-01 to 2025-01-25 takes 1 request of 100\n',
  );
  const { extra, dryRun, ...foretold } = JSON.parse(dry.stdout);
  expect({ extra, dryRun }).toEqual({ extra: 1, dryRun: true });
  expect(foretold).toMatchObject({ created: 23, updated: 1, unchanged: 1 });
  const real = await importing(days(25), ['--batch-size', '10'], { service });
  expect(JSON.parse(real.stdout)).toEqual(foretold);
});

test('a dry run says how many requests reading what is stored takes', async () => {
  const service = createMetricService();
  await importing(days(250), [], { service });
  const outcome = await importing(days(250), ['--dry-run'], { service });
  expect(outcome.stderr).toContain('takes 3 requests of 100');
  expect(service.reads).toHaveLength(3);
});

test('amounts are compared as decimals', async () => {
  const labels = { region: 'eu' };
  const service = createMetricService({ stored: [{ date: '2026-01-01', amount: '5.00', labels }] });
  const { stdout } = await importing(`${header}\n2026-01-01,5,eu\n`, ['--dry-run'], { service });
  expect(JSON.parse(stdout)).toMatchObject({ updated: 0, unchanged: 1 });
});

test('--check exits 11 where anything would change, and prints nothing with -q where not', async () => {
  const service = createMetricService();
  const before = await importing(two, ['--check'], { service });
  expect(before.exitCode).toBe(11);
  expect(JSON.parse(before.stdout)).toMatchObject({ created: 2, dryRun: true });
  expect(service.posts).toEqual([]);
  await importing(two, [], { service });
  expect(await importing(two, ['--check', '-q'], { service })).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
});

test('--zero-extra sends 0 for stored values of those days that the file lacks', async () => {
  const stored = [
    { date: '2026-01-01', amount: '9', labels: { region: 'asia' } },
    { date: '2026-01-05', amount: '9', labels: { region: 'asia' } },
  ];
  const service = createMetricService({ stored });
  const dry = await importing(two, ['--zero-extra', '--dry-run'], { service });
  const { stdout, exitCode } = await importing(two, ['--zero-extra', '--verify'], { service });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ values: 2, created: 2, extra: 1, zeroed: 1 });
  expect({ ...JSON.parse(stdout), dryRun: true }).toEqual(JSON.parse(dry.stdout));
  expect(service.values()).toContainEqual({ ...stored[0], amount: '0' });
  expect(service.values()).toContainEqual(stored[1]);
  const check = await importing(two, ['--zero-extra', '--check'], { service });
  expect(check.exitCode).toBe(0);
});

test('--verify lists what the service holds otherwise than it was sent', async () => {
  const rejects = temporary('rejects.csv');
  const service = createMetricService({
    keep: (value) => {
      if (value.date === '2026-01-01') return { ...value, amount: '1' };
      return undefined;
    },
  });
  const outcome = await importing(two, ['--verify', '-o', 'table', '--rejects', rejects], {
    service,
  });
  expect(outcome.exitCode).toBe(9);
  expect(outcome.stderr).toContain(
    'warning: 2026-01-01 region=eu: 1.50 was sent, the service holds 1\n',
  );
  expect(outcome.stderr).toContain(
    'warning: 2026-01-02 region=us: +4 was sent, the service holds none\n',
  );
  expect(outcome.stderr).toContain('error: 2 values read back otherwise than they were sent\n');
  expect(readFileSync(rejects, 'utf8').split('\n')).toHaveLength(4);
});

test('--verify of what is stored as it was sent holds', async () => {
  const outcome = await importing(days(250), ['--verify']);
  expect(outcome.exitCode).toBe(0);
});

test.each(['csv', 'tsv'])('values as %s read back as all unchanged', async (format) => {
  const stored = ['eu, "west"', 'tab\there', 'two\nlines', 'back\\slash', '=1+1', 'été'].map(
    (region, at) => ({ date: '2026-01-01', amount: `${at}.50`, labels: { region } }),
  );
  const service = createMetricService({ stored });
  const values = await run(['metrics', 'values', 'bmt_orders', '-w', 'wsp_main', '-o', format], {
    service,
  });
  const { stdout } = await importing(values.stdout, ['--format', format], { service });
  expect(JSON.parse(stdout)).toMatchObject({ values: 6, created: 0, updated: 0, unchanged: 6 });
});

test('columns by other names are mapped', async () => {
  const service = createMetricService();
  const file = 'Region,Orders,Day\neu,5,2026-01-01\n';
  const { exitCode } = await importing(
    file,
    ['--map', 'date=Day,amount=Orders', '--map', 'region=Region'],
    {
      service,
    },
  );
  expect(exitCode).toBe(0);
  expect(service.posts).toEqual([[{ date: '2026-01-01', amount: '5', labels: { region: 'eu' } }]]);
});

test.each([
  [['--zero-extra', '--skip-invalid'], '--zero-extra and --skip-invalid exclude each other'],
  [['--verify', '--dry-run'], '--verify needs an import that sends'],
  [['--verify', '--check'], '--verify needs an import that sends'],
  [['--map', 'date'], '--map: must have the form field=column,…'],
  [['--map', 'date=A,date=B'], '--map: names a field twice'],
  [['--map', 'date=Day,amount=Day'], '--map: the column "Day" cannot be both date and amount'],
  [['--map', 'region=amount'], '--map: the column "amount" cannot be both amount and region'],
  [['--map', 'team=T'], '--map: team is neither date nor amount nor a label column of the metric'],
  [['--format', 'xml'], '--format: must be one of csv, tsv, json, ndjson'],
  [['--duplicates', 'max'], '--duplicates: must be first, last or sum'],
  [['--batch-size', '0'], '--batch-size: must be a whole number from 1 to 100000'],
  [['--rejects', 'rejects.json'], '--rejects: is written as CSV: give a name that ends with .csv'],
])('%j is a usage error', async (flags, message) => {
  const service = createMetricService();
  const outcome = await importing(two, [...flags, '-o', 'table'], { service });
  expect(outcome.stderr).toContain(`error: ${message}\n`);
  expect(outcome.exitCode).toBe(2);
  expect(service.posts).toEqual([]);
});

test('every option on how the file is read is heard', async () => {
  const service = createMetricService();
  const { exitCode } = await importing(
    'date\tamount\tregion\tteam\n2026-01-01\t5\t eu \ta\n2026-01-01\t6\teu\tb\n2026-01-02\t7\t\tb\n',
    [
      '--format',
      'tsv',
      '--ignore-extra',
      '--trim',
      '--allow-missing-labels',
      '--duplicates',
      'last',
    ],
    { service },
  );
  expect(exitCode).toBe(0);
  expect(service.posts.flat()).toEqual([
    { date: '2026-01-01', amount: '6', labels: { region: 'eu' } },
    { date: '2026-01-02', amount: '7', labels: {} },
  ]);
});

test('nothing more is sent once the token was refused, no zeros either', async () => {
  const stored = [{ date: '2026-01-01', amount: '9', labels: { region: 'asia' } }];
  const service = createMetricService({
    stored,
    refuse: (_, post) => (post > 1 ? { status: 401 } : undefined),
  });
  const flags = ['--zero-extra', '--batch-size', '1', '--concurrency', '1'];
  const outcome = await importing(two, flags, { service });
  expect(outcome.exitCode).toBe(9);
  expect(service.posts).toHaveLength(2);
});

test('a metric that comes without its label columns is no metric to import into', async () => {
  const service = scriptService({
    path: '/v1/business-metrics/bmt_orders?workspaceId=wsp_main',
    answer: { id: 'bmt_orders', name: 'Orders', unit: 'order' },
  });
  const outcome = await importing(two, ['-o', 'table'], { service });
  expect(outcome.stderr).toContain('error: the metric came without its label columns\n');
  expect(outcome.exitCode).toBe(1);
});

test('rows of one day, label set and amount are sent once, with a note', async () => {
  const service = createMetricService();
  const outcome = await importing(`${header}\n2026-01-01,5,eu\n2026-01-01,5.0,eu\n`, [], {
    service,
  });
  expect(outcome.stderr).toBe('note: 1 row was merged into another of the same day and labels\n');
  expect(JSON.parse(outcome.stdout)).toMatchObject({ rows: 2, values: 1, merged: 1, sum: '5' });
  expect(sentBy(service)).toEqual(['2026-01-01 5']);
});

test('nothing is left in the folder for temporary files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'costctl-test-'));
  const file = `${header}\n${Array.from({ length: 20_000 }, (_, at) => `2026-01-01,1,${'x'.repeat(60)}${at}\n`).join('')}`;
  const { exitCode } = await importing(file, [], { env: { TMPDIR: folder } });
  expect(exitCode).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
