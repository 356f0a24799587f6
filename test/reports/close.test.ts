import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { serveAnalysis } from '../helpers/cost-shapes.ts';
import { type Days, type Row, serveCosts } from '../helpers/costs.ts';
import { daysOf } from '../helpers/report.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';

const row = (day: string, number: number): Row => ({
  date: day,
  service: ['compute', 'storage', 'network'][number],
  accountName: 'shop',
  cost: '10.125',
  currency: number === 2 ? 'EUR' : 'USD',
});
const days = daysOf('2026-09-01', '2026-11-14', 3, row);

async function close(words = '', served: Days = days, folder = createFolder()) {
  const line = ['costs', 'close', '--month', '2026-10', '-O', join(folder, 'close-{month}')];
  const more = words
    .split(' ')
    .filter(Boolean)
    .map((word) => word.replace('~', folder));
  const outcome = await run([...line, ...more], { service: serveCosts(served), folder });
  const pack = join(folder, 'close-2026-10');
  return { ...outcome, folder, pack, stderr: outcome.stderr.replaceAll(`${folder}/`, '') };
}

function verify(pack: string, words: readonly string[] = [], served: Days = days) {
  return run(['costs', 'verify', pack, ...words], { service: serveCosts(served) });
}

test('a pack contains rows, receipt, summary and reports, each with its hash', async () => {
  const { pack, stderr } = await succeed(close());
  expect(stderr).toContain('note: closed 2026-10: 8 files in close-2026-10');
  const manifest = JSON.parse(readFileSync(join(pack, 'manifest.json'), 'utf8'));
  const names = manifest.files.map(({ path }: { path: string }) => path);
  expect([...names, 'manifest.json', 'SHA256SUMS'].sort()).toEqual(readdirSync(pack).sort());
  for (const { path, sha256 } of manifest.files) {
    const bytes = readFileSync(join(pack, path));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
  const rows = gunzipSync(readFileSync(join(pack, 'costs.csv.gz')))
    .toString()
    .trim()
    .split('\n');
  expect(rows).toHaveLength(1 + 31 * 3);
  const receipt = readFileSync(join(pack, 'receipt.json'));
  expect(JSON.parse(receipt.toString())).toMatchObject({
    command: expect.stringContaining('costctl costs close --month 2026-10'),
    files: [{ path: 'costs.csv.gz' }],
  });
  const hash = createHash('sha256').update(receipt).digest('hex');
  for (const name of ['report.html', 'report.md']) {
    expect(readFileSync(join(pack, name), 'utf8')).toContain(hash);
  }
  expect(readFileSync(join(pack, 'summary.csv'), 'utf8').split('\n').slice(0, 5)).toEqual([
    'column,value,currency,rows,total,share',
    ',,EUR,31,313.875,100.00',
    ',,USD,62,627.750,100.00',
    'service,network,EUR,31,313.875,100.00',
    'service,compute,USD,31,313.875,50.00',
  ]);
});

test('the reports of a pack have every digit with --exact', async () => {
  for (const [words, total] of [
    ['', '313.88'],
    ['--exact', '313.875'],
  ] as const) {
    const { pack } = await succeed(close(words));
    expect(readFileSync(join(pack, 'report.md'), 'utf8')).toContain(`${total}**`);
  }
});

test('the unit costs of a pack are those of costs unit, with all that they leave out', async () => {
  const folder = createFolder();
  const words = ['--month', '2026-10', '--metric', 'bmt_orders'];
  const accept = ['--allow-stale', 'all', '--allow-empty'];
  const pack = join(folder, 'pack');
  const costs = (...line: string[]) =>
    succeed(run(['--sandbox', 'costs', ...line, ...words], { folder }));
  await costs('close', ...accept, '-O', pack);
  const { stdout } = await costs('unit', '-o', 'csv');
  const rowsOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.split(','));
  const kept = rowsOf(readFileSync(join(pack, 'unit.csv'), 'utf8'));
  const [header = []] = kept;
  const asked = rowsOf(stdout);
  const places = header.slice(1).map((name) => asked[0]?.indexOf(name) ?? -1);
  expect(header).toContain('valueLeftOut');
  expect(kept.map((cells) => cells.slice(1))).toEqual(
    asked.map((cells) => places.map((place) => cells[place])),
  );
});

test('SHA256SUMS has every file of a pack, as sha256sum checks it', async () => {
  const { pack } = await close();
  const lines = readFileSync(join(pack, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(pack, name)))
      .digest('hex');
  const names = readdirSync(pack).filter((name) => name !== 'SHA256SUMS');
  expect(lines.sort()).toEqual(names.map((name) => `${hashOf(name)}  ${name}`).sort());
});

test('an invoice is reconciled in the pack, in its own currency', async () => {
  const folder = createFolder();
  const lines = ['compute,313.875,USD', 'storage,300,USD', 'network,313.875,EUR'];
  writeFileSync(join(folder, 'invoice.csv'), ['service,amount,currency', ...lines, ''].join('\n'));
  const words = '--invoice ~/invoice.csv --invoice-by service';
  const { pack, stderr } = await succeed(close(words, days, folder));
  expect(readFileSync(join(pack, 'reconcile.csv'), 'utf8').split('\n')).toEqual([
    'service,currency,invoice,rows,difference,class',
    'network,EUR,313.875,313.875,0.000,matched',
    'storage,USD,300,313.875,-13.875,amount differs',
    'compute,USD,313.875,313.875,0.000,matched',
    '',
  ]);
  expect(stderr).toContain(
    'warning: the invoice: difference 0.00 EUR; difference -13.88 USD: amount differs',
  );
  expect(JSON.parse(readFileSync(join(pack, 'manifest.json'), 'utf8')).invoice).toMatchObject({
    file: 'invoice.csv',
    by: ['service'],
  });
  expect((await verify(pack)).exitCode).toBe(0);
  expect((await close('--tolerance 1')).stderr).toContain('--tolerance needs --invoice FILE');
});

test('the pack of values that differ only by a space or a quote passes costs verify', async () => {
  // What is first in the rows is not the largest.
  const names = ["'compute", 'compute', ' compute', 'compute '];
  const alike = daysOf('2026-09-01', '2026-11-14', 4, (day, number) => ({
    ...row(day, 0),
    service: names[number],
    cost: `${number + 1}`,
  }));
  const { pack } = await succeed(close('--by service', alike));
  expect(readFileSync(join(pack, 'summary.csv'), 'utf8')).toContain("service,'compute,USD,31,31,");
  await succeed(verify(pack));
});

test('a pack and its receipt pass costs verify', async () => {
  const { pack } = await close();
  for (const path of [pack, join(pack, 'receipt.json')]) {
    const { exitCode, stderr } = await verify(path, ['-q']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  }
});

describe('any change to a pack is detected', () => {
  test.each([
    'costs.csv.gz',
    'receipt.json',
    'summary.csv',
    'report.html',
    'report.md',
    'report.xlsx',
    'SHA256SUMS',
  ])('an extra byte in %s, another byte, and a removed file', async (name) => {
    const { pack } = await close();
    const path = join(pack, name);
    const whole = readFileSync(path);
    const [first = 0] = whole;
    const longer = Buffer.concat([whole, Buffer.from(' ')]);
    for (const bytes of [longer, Buffer.from(whole).fill(first ^ 1, 0, 1)]) {
      writeFileSync(path, bytes);
      const changed = await verify(pack, ['-o', 'ndjson']);
      expect(changed.exitCode).toBe(11);
      expect(changed.stderr).toContain(`does not match the manifest: ${name}`);
    }
    rmSync(path);
    expect((await verify(pack, ['--live'])).exitCode).toBe(11);
  });

  test.each([
    ['receipt.json', /"sum": "20\.25/, '"sum": "30.25', '2026-10-01 USD'],
    ['receipt.json', /"fingerprint": "2:./, '"fingerprint": "2:_', '2026-10-01'],
    ['manifest.json', /"total": "313\.875/, '"total": "314.875', 'USD'],
    ['manifest.json', /"fingerprint": "2:./, '"fingerprint": "2:_', '2026-10-01'],
    ['summary.csv', /^(service,compute,USD,\d+,)/m, '$1100', 'summary.csv service compute USD'],
    ['summary.csv', /^(service,compute,USD,)/m, '$11', 'summary.csv service compute USD'],
    ['summary.csv', /^(service,compute,USD,.*,)[\d.]+$/m, '$19', 'summary.csv service compute USD'],
    ['summary.csv', /^(,,USD,.*,)100\.00$/m, '$1', 'summary.csv USD'],
    ['summary.csv', /^service,compute,.*\n/m, '', 'summary.csv service compute USD'],
    ['receipt.json', /"sha256": "\w+"/, `"sha256": "${'0'.repeat(64)}"`, '.*gz'],
    ['manifest.json', /"total": "(?=\d+\.\d+"\s*\})/, '"total": "1', 'USD', 'daily'],
    ['manifest.json', /"total": "(?=\d+\.\d+"\s*\})/, '"total": "1', 'USD', 'month-average'],
  ])('%s with %s edited, with all hashes made again', async (...edited) => {
    const [name, figure, other, subject, method] = edited;
    const folder = createFolder();
    const rates = Object.keys(days).map((day, at) => `EUR,USD,1.${at + 10},${day}`);
    const header = 'baseCurrency,targetCurrency,rate,date';
    writeFileSync(join(folder, 'rates.csv'), [header, ...rates, ''].join('\n'));
    const words = `--convert-to USD --rates ~/rates.csv --rate-method ${method}`;
    const { pack } = await succeed(close(method === undefined ? '' : words, days, folder));
    expect((await verify(pack)).exitCode).toBe(0);
    const hashOf = (file: string) =>
      createHash('sha256')
        .update(readFileSync(join(pack, file)))
        .digest('hex');
    const rewrite = (file: string, edit: (text: string) => string) =>
      writeFileSync(join(pack, file), edit(readFileSync(join(pack, file), 'utf8')));
    const own = name === 'manifest.json' ? 'receipt.json' : name;
    const old = hashOf(own);
    rewrite(name, (text) => text.replace(figure, other));
    const { size } = statSync(join(pack, own));
    rewrite('manifest.json', (text) =>
      text.replace(
        new RegExp(`"bytes": \\d+,(\\s+"sha256": ")${old}`),
        `"bytes": ${size},$1${hashOf(own)}`,
      ),
    );
    rewrite('SHA256SUMS', (text) =>
      text
        .replace(old, hashOf(own))
        .replace(/^\w+(?= {2}manifest.json$)/m, hashOf('manifest.json')),
    );
    const { exitCode, stderr } = await verify(pack);
    expect(stderr).toMatch(new RegExp(`^error: .*[:,] ${subject}(,|$)`, 'm'));
    expect(exitCode).toBe(11);
    // Nothing is shown for a file only if it is gone.
    const { stdout } = await verify(pack, ['-o', 'ndjson']);
    expect(stdout).not.toMatch(/"what":"sha256",.*"now":null/);
  });

  test('an extra file', async () => {
    const { pack } = await close();
    writeFileSync(join(pack, 'other.csv'), '');
    const { exitCode, stderr } = await verify(pack);
    expect(stderr).toContain('other.csv');
    expect(exitCode).toBe(11);
  });

  test('an invalid manifest', async () => {
    const { pack } = await close();
    writeFileSync(join(pack, 'manifest.json'), '{"kind":"costs close"}');
    expect(await failWith(10, verify(pack))).toContain('is not the manifest of a close pack');
  });
});

describe('--live', () => {
  const restated: Days = {
    ...days,
    '2026-10-07': [
      { ...row('2026-10-07', 0), cost: '12.5' },
      row('2026-10-07', 2),
      { ...row('2026-10-07', 1), accountName: 'lab', cost: '0.000000000000000001' },
    ],
  };

  test('reports that nothing was restated', async () => {
    const { pack } = await close();
    const { exitCode, stderr, stdout } = await verify(pack, ['--live', '-o', 'json']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '[]\n' });
    expect(stderr).toContain('2026-10 was not restated');
  });

  test('names the days whose rows changed although no amount did, and claims no restatement', async () => {
    const renamed: Days = {
      ...days,
      '2026-10-07': (days['2026-10-07'] ?? []).map((one) => ({ ...one, team: 'ops' })),
    };
    const { pack } = await close();
    const { exitCode, stderr, stdout } = await verify(pack, ['--live', '-o', 'json'], renamed);
    expect(exitCode).toBe(11);
    expect(JSON.parse(stdout)).toMatchObject([{ subject: '2026-10-07', what: 'content' }]);
    expect(stderr).toContain('content changed, sum unchanged since 2026-10 was closed: 2026-10-07');
    expect(stderr).not.toContain('correct');
  });

  test('names such a day next to the amounts of other days', async () => {
    const { pack } = await close();
    const both: Days = {
      ...restated,
      '2026-10-09': (days['2026-10-09'] ?? []).map((one) => ({ ...one, team: 'ops' })),
    };
    const { stderr, stdout } = await verify(pack, ['--live', '-o', 'table'], both);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/).slice(0, 2).join(': '))).toEqual([
      'subject: what',
      'storage, shop USD: sum',
      'compute, shop USD: sum',
      'storage, lab USD: sum',
      '2026-10-09: content',
    ]);
    expect(lines[1]).toMatch(/ 313\.88 +303\.75 +differs +-10\.12$/);
    expect(lines.at(-1)).toMatch(/^2026-10-09 +content +differs$/);
    expect(stderr).toContain(
      'correct -7.75 USD in the next month; content changed, sum unchanged: 2026-10-09\n',
    );
  });

  const [first, ...others] = days['2026-10-07'] ?? [];
  test.each<[string, readonly Row[]]>([
    ['one more, which costs nothing', [row('2026-10-07', 0), { ...row('2026-10-07', 0), cost: 0 }]],
    ['split into two', [5, 5.125].map((cost) => ({ ...first, cost }))],
  ])('names a day whose rows changed in number and not in sum: %s', async (_name, instead) => {
    const { pack } = await close();
    const more: Days = { ...days, '2026-10-07': [...instead, ...others] };
    const { exitCode, stderr, stdout } = await verify(pack, ['--live', '-o', 'json'], more);
    expect(exitCode).toBe(11);
    expect(JSON.parse(stdout)).toEqual([
      { subject: '2026-10-07', what: 'rows', receipt: '3', now: '4', result: 'differs' },
    ]);
    expect(stderr).toContain('content changed, sum unchanged since 2026-10 was closed: 2026-10-07');
  });

  test('does not say that a sum is unchanged if cost moved from one day to another', async () => {
    const { pack } = await close();
    const [here = [], there = []] = [days['2026-10-07'], days['2026-10-08']];
    const later: Days = {
      ...days,
      '2026-10-07': here.slice(1),
      '2026-10-08': [...there, ...here.slice(0, 1).map((one) => ({ ...one, date: '2026-10-08' }))],
      '2026-10-09': (days['2026-10-09'] ?? []).map((one) => ({ ...one, team: 'ops' })),
    };
    const { exitCode, stderr } = await verify(pack, ['--live', '-o', 'table'], later);
    expect(exitCode).toBe(11);
    expect(stderr).toContain(
      'error: cost moved between days since 2026-10 was closed: 2026-10-07, 2026-10-08; ' +
        'content changed, sum unchanged since 2026-10 was closed: 2026-10-09\n' +
        'hint: the totals of the pack are the same; the rows of these days are not\n',
    );
  });

  test('does not take a day whose rows are gone for a correction alone', async () => {
    const { pack } = await close();
    const { '2026-10-07': _gone, ...left } = days;
    const { exitCode, stderr, stdout } = await verify(pack, ['--live', '-o', 'table'], left);
    expect(exitCode).toBe(11);
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^2026-10-07 +rows +3 +0 +differs$/);
    expect(stderr).toContain('in the next month; no rows any more: 2026-10-07\n');
    const [, hint] = /: costctl (.*) shows every source/.exec(stderr) ?? [];
    const sources = await succeed(run(hint ?? '', { service: serveCosts(left) }));
    expect(sources.stdout).toContain('no rows on 2026-10-07');
  });

  test('reads the month once', async () => {
    const { pack } = await close();
    const service = serveCosts(days);
    await run(['costs', 'verify', pack, '--live'], { service });
    const read = service.requests.map(({ from, to, page }) => `${from} ${to} ${page}`);
    expect(read).toEqual(['2026-10-01 2026-10-31 1']);
  });

  test('compares no content with fingerprints of an earlier version, and says so', async () => {
    const { pack } = await close();
    for (const name of ['manifest.json', 'SHA256SUMS']) {
      const text = readFileSync(join(pack, name), 'utf8').replaceAll('"2:', '"');
      const hash = createHash('sha256').update(readFileSync(join(pack, 'manifest.json')));
      const line = `${hash.digest('hex')}  manifest.json`;
      writeFileSync(join(pack, name), text.replace(/^\w+ {2}manifest.json$/m, line));
    }
    const moved: Days = Object.fromEntries(
      Object.entries(days).map(([date, rows]) => [
        date,
        rows.map((one) => ({ ...one, team: 'a' })),
      ]),
    );
    const { exitCode, stdout } = await verify(pack, ['--live'], moved);
    expect(stdout).toContain('content was not compared');
    expect(stdout).not.toContain('was not restated');
    expect(exitCode).toBe(0);
  });

  test('reads rows without a currency as they were closed', async () => {
    const plain = daysOf('2026-09-01', '2026-11-14', 1, (date) => ({
      date,
      service: 'a',
      cost: 2,
    }));
    const { pack } = await close('--currency-column none --by service', plain);
    const { exitCode, stdout } = await verify(pack, ['--live'], plain);
    expect({ exitCode, stdout }).toEqual({
      ...{ exitCode: 0, stdout: expect.stringContaining('2026-10 was not restated') },
    });
  });

  test('says of a correction without a currency that it has none, beside others', async () => {
    const make = (amount: string) =>
      daysOf('2026-09-01', '2026-11-14', 2, (date, at) => ({
        ...{ date, service: 'a', accountName: 'shop', cost: date === '2026-10-07' ? amount : '2' },
        currency: at === 0 ? 'USD' : null,
      }));
    const { pack } = await close('', make('2'));
    const { stderr, stdout } = await verify(pack, ['--live'], make('3'));
    expect(stderr).toContain('correct +1.00 USD and +1.00 without a currency in the next month');
    expect(stdout).toContain('a, shop without a currency');
  });

  test('lists restated costs by service and account as amounts to correct', async () => {
    const { pack } = await close();
    const { exitCode, stderr, stdout } = await verify(pack, ['--live', '-o', 'json'], restated);
    expect(exitCode).toBe(11);
    const found: { subject: string; correction: string }[] = JSON.parse(stdout);
    expect(found.map(({ subject, correction }) => [subject, correction])).toEqual([
      ['storage, shop USD', '-10.125'],
      ['compute, shop USD', '2.375'],
      ['storage, lab USD', '0.000000000000000001'],
    ]);
    expect(stderr).toContain('correct -7.75 USD in the next month');
  });

  test('shows people money, and no correction as zero', async () => {
    const { pack } = await close();
    const { stdout } = await verify(pack, ['--live', '-o', 'table'], restated);
    const ends = stdout.split('\n').map((line) => line.trim().split(/ {2,}/).at(-1));
    expect(ends).toEqual(['correction', '-10.12', '+2.38', '+<0.01', '']);
  });

  test('converts with the rates of the pack instead of current rates', async () => {
    const folder = createFolder();
    const rates = (rate: string) => `baseCurrency,targetCurrency,rate\nEUR,USD,${rate}\n`;
    writeFileSync(join(folder, 'rates.csv'), rates('1.25'));
    const { pack } = await succeed(close('--convert-to USD --rates ~/rates.csv', days, folder));
    expect(JSON.parse(readFileSync(join(pack, 'rates.json'), 'utf8'))).toHaveLength(75);
    const same = await verify(pack, ['--live', '-q']);
    expect({ exitCode: same.exitCode, stderr: same.stderr }).toEqual({ exitCode: 0, stderr: '' });
    const changed: Days = { ...days, '2026-10-09': [row('2026-10-09', 2)] };
    const { stderr } = await verify(pack, ['--live'], changed);
    expect(stderr).toContain('correct -20.25 USD');
  });

  test('names what compares the rows if a new currency has no rate', async () => {
    const folder = createFolder();
    writeFileSync(join(folder, 'rates.csv'), 'baseCurrency,targetCurrency,rate\nEUR,USD,1.25\n');
    const { pack } = await succeed(close('--convert-to USD --rates ~/rates.csv', days, folder));
    const inCrowns = { ...row('2026-10-09', 0), currency: 'NOK' };
    const changed: Days = { ...days, '2026-10-09': [inCrowns, ...others] };
    const service = serveAnalysis(changed);
    const stderr = await failWith(9, run(['costs', 'verify', pack, '--live'], { service }));
    expect(stderr).toContain('no exchange rate for NOK to USD on 2026-10-09');
    const [, hint] = /hint: costctl (.*) compares the rows/.exec(stderr) ?? [];
    const again = await run(hint ?? '', { service: serveCosts(changed) });
    expect(again.stdout).toContain('2026-10-09 NOK');
  });

  test('says that another token may reach other rows if a group is new or gone', async () => {
    const { pack } = await close();
    const fewer = daysOf('2026-09-01', '2026-11-14', 1, row);
    const hint = 'another token may reach other rows';
    expect((await verify(pack, ['--live'], fewer)).stderr).toContain(hint);
    const dearer = { ...days, '2026-10-07': [{ ...row('2026-10-07', 0), cost: 99 }, ...others] };
    expect((await verify(pack, ['--live'], dearer)).stderr).not.toContain(hint);
  });

  test('two packs are not compared: the hint checks the other', async () => {
    const [one, other] = [await close(), await close()];
    const line = ['costs', 'verify', one.pack, other.pack, '--live', '--sandbox'];
    const typed = await failWith(2, run(line));
    expect(typed).toContain(`${other.pack} --live --sandbox checks the other`);
    const stderr = await failWith(2, verify(one.pack, [other.pack]));
    expect(stderr).toContain('one folder is checked at a time');
    const [, hint] = /hint: costctl (.*) checks the other/.exec(stderr) ?? [];
    await succeed(run(hint ?? '', { service: serveCosts(days) }));
  });

  test('requires the address that the month was closed from', async () => {
    const { pack } = await close();
    const stderr = await failWith(2, run(['--sandbox', 'costs', 'verify', pack, '--live']));
    expect(stderr).toContain('the close pack was made from https://api.example.test');
  });
});

test('a month is closed although a budget has another currency than its cost', async () => {
  const folder = createFolder();
  const budgets = [
    '{name: All, amount: 1, currency: USD}',
    '{name: CHF, amount: 1, currency: CHF}',
  ];
  writeFileSync(join(folder, 'budgets.yaml'), budgets.map((one) => `- ${one}\n`).join(''));
  const { pack, stderr } = await succeed(close('--budgets ~/budgets.yaml', days, folder));
  for (const name of ['All', 'CHF']) {
    expect(stderr).toContain(`warning: the budget ${name} could not be judged: it is in `);
    expect(readFileSync(join(pack, 'report.md'), 'utf8')).toContain(
      `The budget ${name} could not be judged: it is in `,
    );
  }
});

test('a month is closed on the day after its last one, and not before', async () => {
  for (const [now, exit] of [
    ['2026-10-31T23:59:59Z', 2],
    ['2026-11-01T00:00:00Z', 0],
  ] as const) {
    const folder = createFolder();
    const line = ['costs', 'close', '--month', '2026-10', '--allow-empty', '--allow-stale', 'all'];
    const outcome = await run([...line, '-O', join(folder, 'close')], {
      ...{ service: serveCosts(days), folder, now },
    });
    expect([outcome.exitCode, outcome.stderr.includes('2026-10 has not ended')]).toEqual([
      exit,
      exit === 2,
    ]);
  }
});

describe('a failed close leaves no new files', () => {
  test.each([
    ['--month 2026-11', 2, '2026-11 has not ended'],
    ['--month 2020-01', 9, 'has no row'],
    ['--by nothing', 2, "no row has the column 'nothing'"],
    ['--convert-to EUR --rates ~/rates.csv', 9, 'no exchange rate for USD to EUR'],
    ['--budgets ~/missing.yaml', 1, 'cannot read missing.yaml'],
    ['--rules ~/missing.yaml --allocate-by service', 1, 'cannot read missing.yaml'],
    ['-o csv', 2, 'takes no -o'],
  ])('%s', async (words, exit, message) => {
    const folder = createFolder();
    writeFileSync(join(folder, 'rates.csv'), 'baseCurrency,targetCurrency,rate\nCHF,EUR,1\n');
    const { exitCode, stderr } = await close(words, days, folder);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(exit);
    expect(stderr).not.toContain('--resume');
    expect(readdirSync(folder).filter((name) => name.includes('close'))).toEqual([]);
  });

  test.each([
    ['--rules r.yaml --by service', 0],
    ['--allocate-by service', 0],
    ['--rules r.yaml', 1],
  ])('%s: before the rows are read, after %i requests', async (words, requests) => {
    const service = serveCosts(days);
    const folder = createFolder();
    writeFileSync(join(folder, 'r.yaml'), '- {to: [a], by: even}\n');
    const line = `costs close --month 2026-10 -O pack ${words.replace('r.yaml', join(folder, 'r.yaml'))}`;
    expect(await failWith(2, run(line, { service, folder }))).toMatch(
      /needs --rules|--allocate-by COL/,
    );
    expect(service.requests).toHaveLength(requests);
  });

  test('rows that change between the two reads', async () => {
    const folder = createFolder();
    let asked = 0;
    const service = serveCosts(days, {
      answer: ({ from }, honest) => {
        const answer = honest();
        if (from === '2026-10-01') asked += 1;
        if (asked < 2 || from !== '2026-10-01') return answer;
        return { ...answer, data: answer.data.map((one) => ({ ...(one as Row), cost: '1' })) };
      },
    });
    const line = ['costs', 'close', '--month', '2026-10', '-O', join(folder, 'pack')];
    const { exitCode, stderr } = await run([...line, '--by', 'service'], { service, folder });
    expect(stderr).toContain('changed while they were read');
    expect(exitCode).toBe(9);
    expect(existsSync(join(folder, 'pack'))).toBe(false);
  });

  test('a folder that is not empty stays unchanged', async () => {
    const folder = createFolder();
    mkdirSync(join(folder, 'close-2026-10'));
    writeFileSync(join(folder, 'close-2026-10', 'own'), 'mine');
    expect(await failWith(1, close('', days, folder))).toContain('the folder is not empty');
    expect(readdirSync(join(folder, 'close-2026-10'))).toEqual(['own']);
  });

  test('a folder that cannot be created', async () => {
    expect(await failWith(1, close('-O ~/none/pack'))).toContain('cannot write');
  });

  test('an interrupt', async () => {
    const folder = createFolder();
    const controller = new AbortController();
    const service = serveCosts(days, {
      answer: ({ number }, honest) => {
        if (number === 3) controller.abort(new Error('interrupted'));
        return honest();
      },
    });
    const line = ['costs', 'close', '--month', '2026-10', '-O', join(folder, 'pack')];
    const { exitCode } = await run(line, { service, folder, signal: controller.signal });
    expect(exitCode).not.toBe(0);
    expect(readdirSync(folder).filter((name) => name.includes('pack'))).toEqual([]);
  });
});
