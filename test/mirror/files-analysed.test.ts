import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, eachDay } from '../../src/days.ts';
import { actionsOf, describeWhole, hasOption } from '../helpers/actions.ts';
import { hasDuckdb } from '../helpers/duckdb.ts';
import { createFolder, run } from '../helpers/run.ts';

/** Costs of two months in the columns of FOCUS, a row per service and day. */
function writeFocus(path: string): void {
  const names =
    'ChargePeriodStart,BilledCost,EffectiveCost,BillingCurrency,ProviderName,ServiceName,Tags';
  const lines = [names];
  for (let day = '2026-09-01'; day <= '2026-10-31'; day = addDays(day, 1)) {
    for (const [service, team, cost] of [
      ['Compute', 'web', '10.25'],
      ['Storage', 'data', `1.${day.slice(8)}`],
    ]) {
      lines.push(`${day}T00:00:00Z,${cost},9,USD,AWS,${service},"{""team"":""${team}""}"`);
    }
  }
  writeFileSync(path, `${lines.join('\n')}\n`);
}

/** What an action needs besides the rows. */
const needed = (folder: string): Readonly<Record<string, readonly string[]>> => ({
  'costs allocate': ['--rules', join(folder, 'rules.yaml'), '--by', 'Tags.team'],
  'costs check': ['--max-total', '100000'],
  'costs coverage': ['--require', 'Tags.team'],
  'costs export': ['-O', join(folder, 'rows.csv')],
  'costs query': ['SELECT sum("BilledCost") AS total FROM costs'],
  'costs report': ['-O', join(folder, 'report.md')],
  'costs close': ['-O', join(folder, 'closed')],
  'costs reconcile': [join(folder, 'invoice.csv'), '--by', 'ServiceName'],
});

/** What only the service has, and what an optional package answers. */
const left = ['costs unit', ...(hasDuckdb ? [] : ['costs query'])];

test('every question can be put to a mirror of files, without a profile or a request', async () => {
  const whole = actionsOf(await describeWhole()).filter(({ line }) => line.startsWith('costs '));
  const lines = whole
    .filter((action) => hasOption(action, '--mirror') && !left.includes(action.line))
    .map(({ line }) => line);
  const folder = createFolder();
  writeFocus(join(folder, 'focus.csv'));
  writeFileSync(
    join(folder, 'rules.yaml'),
    '- {match: [ServiceName=Storage], to: Tags.team, by: cost}',
  );
  writeFileSync(
    join(folder, 'invoice.csv'),
    'ServiceName,amount,currency\nCompute,317.75,USD\nStorage,35.96,USD\n',
  );
  const made = await run(['costs', 'mirror', 'm', '--files', 'focus.csv', '-q'], { folder });
  expect([made.stderr, made.exitCode]).toEqual(['', 0]);
  const failed: unknown[] = [];
  const output = new Map<string, string>();
  for (const line of lines) {
    const words = [...line.split(' '), ...(needed(folder)[line] ?? []), '--mirror', 'm'];
    const { stdout, stderr, exitCode } = await run(words, { folder });
    output.set(line, stdout);
    if (exitCode !== 0) failed.push([line, exitCode, stderr]);
  }
  expect(failed).toEqual([]);
  // October, which is the last month: 31 × 10.25 + 31 × 1 + 4.96
  const total = '353.71';
  expect(output.get('costs summary')).toContain(total);
  expect(output.get('costs allocate')).toContain(total);
  expect(output.get('costs outlook')).toContain(total);
  expect(output.get('costs trend')).toContain(total);
  // Months before the files are not shown as months without cost.
  expect(output.get('costs trend')).toMatch(/2026-09.*2026-10/);
  expect(output.get('costs trend')).not.toContain('2026-08');
  expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain(total);
  expect(readFileSync(join(folder, 'rows.csv'), 'utf8').split('\n')).toHaveLength(62 + 2);
  expect(readdirSync(join(folder, 'closed'))).toContain('report.html');
  // Another cost of the same rows takes only an option.
  const effective = ['costs', 'summary', '--mirror', 'm', '--amount-column', 'EffectiveCost'];
  expect((await run(effective, { folder })).stdout).toContain('558');
});

test('a month that the files begin within is partial, and nothing is compared with it', async () => {
  const folder = createFolder();
  const rows = ['2026-07-15,1', '2026-08-01,20', '2026-09-01,30', '2026-10-01,5', '2026-10-02,0'];
  const text = rows.map((row) => `${row},USD\n`).join('');
  writeFileSync(join(folder, 'a.csv'), `date,cost,currency\n${text}`);
  await run('costs mirror m --files a.csv -q', { folder });
  const { stdout } = await run('costs trend --months 4 --mirror m', { folder });
  expect(stdout.replace(folder, '')).toMatchInlineSnapshot(`
    "2026-07-01 to 2026-10-02 (UTC) · mirror /m · cost in USD · change from 2026-08 to 2026-09 · 2026-07 and 2026-10 are partial, not in the mean · incomplete: no rows on 2026-07-16 to 2026-07-31, 2026-08-02 to 2026-08-31, 2026-09-02 to 2026-09-30
    warning: the files begin on 2026-07-15: earlier days have no rows

    currency  2026-07 (partial)  2026-08  2026-09  2026-10 (partial)  total  change  change %   mean
    USD                    1.00    20.00    30.00               5.00  56.00  +10.00    +50.00  25.00
    "
  `);
  const short = await run('costs trend --months 3 --to 2026-09-30 --mirror m -o ndjson --wide', {
    folder,
  });
  expect(short.stdout).toContain('"change":"10","changePercent":"50.00","mean":"25.');
  expect(short.stdout).toContain('"partial":"2026-07"');
  const report = await run('costs report --mirror m --sections months', { folder });
  const section = report.stdout.slice(report.stdout.indexOf('## The last'));
  expect(section.slice(0, section.indexOf('\n\n---'))).toMatchInlineSnapshot(`
    "## The last 4 months

    The files begin within July 2026, and the mean leaves it out.

    October 2026 has not ended, and the mean leaves it out.

    Incomplete: no rows on Jul 16, 2026 to Jul 31, 2026, Aug 2, 2026 to Aug 31, 2026, Sep 2, 2026 to Sep 30, 2026.

    Cost of each month, in USD

    | Month | Cost | Change % |
    | --- | ---: | ---: |
    | July 2026 | 1.00 |  |
    | August 2026 | 20.00 |  |
    | September 2026 | 30.00 | +50.00% |
    | October 2026 | 5.00 |  |
    | Mean | 25.00 |  |"
  `);
});

test.each([
  ['summary --month 2026-11', 9, 'all of 2026-11-01 to 2026-11-15: its files have rows of'],
  ['check --max-total 1 --quarter 2026Q4', 11, 'the period is 2026-10-01 to 2026-10-31\n'],
  ['check --max-total 1 --month 2026-11', 9, 'all of 2026-11-01 to 2026-11-15'],
  ['check --max-total 1 --from 2026-10-31 --to 2026-11-02', 9, 'all of 2026-10-31 to 2026-11-02'],
  ['summary --month 2026-11 --as-of 2026-11-15', 9, 'between these, or a later --as-of\n'],
  ['summary --month 2026-12', 2, '2026-12 is in the future\nhint: today is 2026-11-15, in UTC'],
  ['summary --year 2027', 2, '2027 is in the future\nhint: today is 2026-11-15, in UTC\n'],
  ['outlook --month 2026-12', 2, '2026-12 is after the last day of the files, 2026-10-31\n'],
  [
    'compare --month 2026-10 --against 2026-11-01..2026-11-14',
    9,
    'all of 2026-11-01 to 2026-11-14',
  ],
  ['explain --last 3d --against 2026-11-03..2026-11-05', 9, 'all of 2026-11-03 to 2026-11-05'],
  ['check --max-increase 5 --last 3d --against 2026-11-01..2026-11-03', 9, 'not contain all of'],
  ['compare --last 3d --against 2026-12', 2, 'hint: today is 2026-11-15, in UTC\n'],
  ['trend --to 2026-11-02', 2, '2026-11-02 is after the last day of the files, 2026-10-31\n'],
])(
  'days after the last one of the files are missing, not in the future: %s',
  async (words, code, text) => {
    const folder = createFolder();
    writeFocus(join(folder, 'focus.csv'));
    await run(['costs', 'mirror', 'm', '--files', 'focus.csv', '-q'], { folder });
    const { stderr, exitCode } = await run(`costs ${words} --mirror m`, { folder });
    expect(stderr).toContain(text);
    expect(exitCode).toBe(code);
  },
);

test.each(['costs outlook', 'costs chart --outlook', 'costs report --sections outlook'])(
  'an outlook of a month that the files begin within is incomplete: %s',
  async (words) => {
    const folder = createFolder();
    const days = Array.from(
      { length: 20 },
      (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`,
    );
    const write = (held: readonly string[]) =>
      writeFileSync(
        join(folder, 'a.csv'),
        `date,cost,currency\n${held.map((day) => `${day},10,USD\n`).join('')}`,
      );
    write(days.slice(9));
    await run('costs mirror m --files a.csv -q', { folder });
    const answer = async () =>
      (await run(`${words} --mirror m`, { folder })).stdout.replaceAll(/\s+/g, ' ');
    expect(await answer()).toMatch(
      /[Ii]ncomplete: no rows on (2026-10-01 to 2026-10-09|Oct 1, 2026 to Oct 9, 2026)/,
    );
    // The months before it are only learned from.
    write(['2026-09-30', ...days]);
    await run('costs mirror m', { folder });
    expect(await answer()).not.toMatch(/[Ii]ncomplete/);
  },
);

test('days that the files do not have are never taken for days without cost', async () => {
  const folder = createFolder();
  writeFocus(join(folder, 'focus.csv'));
  await run(['costs', 'mirror', 'm', '--files', 'focus.csv', '-q'], { folder });
  for (const words of ['--months 4', '--weeks 12', '--days 70', '--months 4 --by ServiceName']) {
    const line = `costs trend ${words} --mirror m -o ndjson`;
    const { stdout, stderr } = await run(line, { folder });
    expect(stderr).toContain('warning: the files begin on 2026-09-01: earlier days have no rows');
    expect(stdout).toContain('"period":"2026-');
    expect(stdout).not.toMatch(/"total":"0|2026-08/);
  }
  const errors = [];
  for (const words of [
    'summary --month 2026-08',
    'compare --month 2026-09',
    'summary --from 2026-08-31 --to 2026-09-02',
  ]) {
    const { stderr, exitCode } = await run(`costs ${words} --mirror m -q`, { folder });
    errors.push([exitCode, stderr.split('\n')[0]?.replace(folder, '')]);
  }
  for (const words of ['', ' --months 13']) {
    const line = `costs report --month 2026-10 --mirror m --sections months${words}`;
    const months = (await run(line, { folder })).stdout.match(/^\| \w+ 2026 .*/gm);
    expect(months?.map((row) => row.split(' | ')[0])).toEqual([
      '| September 2026',
      '| October 2026',
    ]);
  }
  const { stdout } = await run('costs report --month 2026-09 --mirror m -O - -o markdown', {
    folder,
  });
  expect([...errors, stdout.split('\n').slice(0, 7)]).toMatchInlineSnapshot(`
    [
      [
        9,
        "error: the mirror /m does not contain all of 2026-08-01 to 2026-08-31: its files have rows of 2026-09-01 to 2026-10-31",
      ],
      [
        9,
        "error: the mirror /m does not contain all of 2026-08-01 to 2026-08-31: its files have rows of 2026-09-01 to 2026-10-31",
      ],
      [
        9,
        "error: the mirror /m does not contain all of 2026-08-31 to 2026-09-02: its files have rows of 2026-09-01 to 2026-10-31",
      ],
      [
        "# Cloud cost report",
        "",
        "September 2026",
        "",
        "**USD 342.15**",
        "",
        "There is no complete data of August 2026 to compare with.",
      ],
    ]
  `);
  // Some of the days before are there.
  const days = [...eachDay({ from: '2026-09-20', to: '2026-10-31' })];
  const rows = days.map((day) => `${day},aws,5,USD`).join('\n');
  writeFileSync(join(folder, 'late.csv'), `date,provider,cost,currency\n${rows}\n`);
  await run('costs mirror late --files late.csv -q', { folder });
  const late = await run('costs report --month 2026-10 --mirror late', { folder });
  expect(late.stdout).toContain('no complete data of Sep 1, 2026 to Sep 30, 2026');
});
