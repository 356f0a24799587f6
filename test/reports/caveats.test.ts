import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import { type Row, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { readJson, succeed } from '../helpers/screens.ts';

const month = ['--month', '2026-10'];
const october = { from: '2026-10-01', to: '2026-10-31' };

/** A report of the sections that matter, and the pack, which has all sections in each form that is text. */
async function readDocuments(
  words: readonly string[],
  sections: string,
  world: Parameters<typeof run>[1] = {},
) {
  const folder = createFolder();
  const all = [...month, ...words];
  const path = join(folder, 'report.md');
  const asked = ['--sections', sections, '-O', path];
  await succeed(run(['costs', 'report', ...all, ...asked], { ...world, folder }));
  const texts = [readFileSync(path, 'utf8')];
  const pack = join(folder, 'pack');
  const accept = ['--allow-empty', '--allow-stale', 'all'];
  await succeed(run(['costs', 'close', ...all, ...accept, '-O', pack], { ...world, folder }));
  for (const name of ['report.md', 'report.html'])
    texts.push(readFileSync(join(pack, name), 'utf8'));
  const manifest = JSON.parse(readFileSync(join(pack, 'manifest.json'), 'utf8'));
  return {
    texts: texts.map((text) =>
      text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('\\', ''),
    ),
    manifest,
  };
}

const folder = createFolder();
const rules = join(folder, 'rules.yaml');
writeFileSync(rules, '- {name: idle, match: [service=none], to: [web], by: even}\n');
const where = ['--where', 'provider=aws', '--where', 'service=Amazon EC2'];
const atHome = [...where, '--sandbox'];
const metric = ['--metric', 'bmt_orders'];
const required = ['--require', 'tags.nothing'];
const shared = ['--rules', rules];

/** With a figure of each kind that has caveats: one pack serves all tests of the sandbox. */
const sandbox = readDocuments(
  [
    ...atHome,
    '-w',
    'wsp_storefront',
    ...metric,
    ...required,
    ...shared,
    '--allocate-by',
    'tags.team',
  ],
  'unit,coverage,allocation',
);

test('a metric divides the cost of its workspace, in a report as in its own action', async () => {
  const ask = (...words: string[]) =>
    readJson(
      run([
        'costs',
        'unit',
        ...month,
        ...atHome,
        '-w',
        'wsp_storefront',
        ...metric,
        ...words,
        '-o',
        'json',
      ]),
    );
  const own = await ask('--envelope');
  const narrowed = await ask('--where', 'workspaceId=wsp_storefront');
  expect(own.data).toEqual(narrowed);
  const all = ['provider=aws', 'service=Amazon EC2', 'workspaceId=wsp_storefront'];
  expect(own.about.conditions).toEqual(all);
  const whole = own.data.find(({ all }: { all?: boolean }) => all === true);
  for (const text of (await sandbox).texts) {
    expect(text).toContain(whole.unitCost);
    expect(text).toContain('workspaceId=wsp_storefront');
  }
});

test('every warning of an action is in each document that contains its figure', async () => {
  const actions = [
    ['coverage', ...required],
    ['allocate', ...shared, '--by', 'tags.team'],
  ];
  const warnings: string[] = [];
  for (const words of actions) {
    const { stderr } = await run(['costs', ...words, ...month, ...atHome, '-o', 'json']);
    const found = stderr.split('\n').filter((line) => line.startsWith('warning: '));
    expect([words[0], found.length > 0]).toEqual([words[0], true]);
    warnings.push(...found.map((line) => line.replace(/^warning: (--require: )?/, '')));
  }
  for (const text of (await sandbox).texts) {
    for (const [first = '', ...rest] of warnings) {
      expect(text).toContain(`${first.toUpperCase()}${rest.join('')}`);
    }
  }
});

test('a column that only rows which do not meet the conditions have is not called missing', async () => {
  const words = [...month, ...required, '--where', 'service=db'];
  const ask = async (tag: string) => {
    const days = [...eachDay({ from: '2026-09-01', to: october.to })].map(
      (day): [string, Row[]] => [
        day,
        [
          { date: day, service: 'db', cost: 10, currency: 'USD' },
          { date: day, service: 'web', cost: 10, currency: 'USD', tags: { [tag]: 'a' } },
        ],
      ],
    );
    const service = serveCosts(Object.fromEntries(days));
    const action = await succeed(run(['costs', 'coverage', ...words, '-o', 'json'], { service }));
    const sections = ['--sections', 'coverage', '-o', 'markdown'];
    const report = await succeed(run(['costs', 'report', ...words, ...sections], { service }));
    return [action.stderr, report.stderr].map((text) => text.includes('no row has the column'));
  };
  expect(await ask('nothing')).toEqual([false, false]);
  expect(await ask('noting')).toEqual([true, true]);
});

test('what is not there is at the top of a report, and refuses a close unless allowed', async () => {
  const days = Object.fromEntries(
    [...eachDay({ from: '2026-09-01', to: '2026-11-14' })].map((day): [string, Row[]] => [
      day,
      ['aws', ...(day < '2026-10-20' ? ['gcp'] : [])].map((provider) => ({
        ...{ date: day, provider, service: 'db', cost: 10, currency: 'USD' },
      })),
    ]),
  );
  const service = serveCosts(days);
  const summary = await run('costs summary --month 2026-10', { service });
  const stalled = 'gcp has no rows after 2026-10-19';
  expect(summary.stdout.split('\n')[0]).toContain(`incomplete: ${stalled}`);
  const path = join(createFolder(), 'pack');
  const refused = await run(['costs', 'close', '--month', '2026-10', '-O', path], { service });
  expect([refused.exitCode, refused.stderr]).toEqual([9, expect.stringContaining(stalled)]);
  const { texts, manifest } = await readDocuments([], 'total', { service });
  for (const text of texts) expect(text).toContain('gcp has no rows after Oct 19, 2026');
  expect(manifest.allowed).toEqual([
    { source: 'gcp', verdict: 'stalled', days: ['2026-10-20..2026-10-31'] },
  ]);
  // The pack matches its manifest, and says all the same what it lacks.
  const allowed = ['--month', '2026-10', '--allow-stale', 'gcp', '-O', `${path}-2`];
  await succeed(run(['costs', 'close', ...allowed], { service }));
  for (const words of [[], ['--live'], ['-q'], ['-o', 'csv']]) {
    const verified = await succeed(run(['costs', 'verify', `${path}-2`, ...words], { service }));
    expect(verified.stderr).toContain(`warning: the pack is of incomplete data: ${stalled}`);
  }
  const healthy = serveCosts(
    Object.fromEntries([...eachDay(october)].map((day) => [day, [{ date: day, cost: 1 }]])),
  );
  await succeed(run(['costs', 'close', '--month', '2026-10', '-O', path], { service: healthy }));
});

test('rows without a currency are counted in each document, as in compare', async () => {
  const both = { from: '2026-09-01', to: october.to };
  const serve = (blank: Row) =>
    serveCosts(
      Object.fromEntries(
        [...eachDay(both)].map((day): [string, Row[]] => [
          day,
          [
            { date: day, cost: 1, currency: 'USD' },
            ...(day.endsWith('7') ? [{ date: day, cost: 2, ...blank }] : []),
          ],
        ]),
      ),
    );
  const [blank, none] = [serve({ currency: null }), serve({ currency: 'USD' })];
  const compared = await run('costs compare --month 2026-10 -o json', { service: blank });
  const warning = '6 rows have no currency: such amounts are added up separately';
  expect(compared.stderr).toContain(`warning: ${warning}\n`);
  const { texts } = await readDocuments([], 'total', { service: blank });
  for (const text of texts) {
    expect(text).toContain(`${warning}.`);
    // Beside amounts in dollars, the others say in their headline and captions that they have no currency.
    expect(text).toContain('6.00 without a currency');
    expect(text).toContain('Total and daily average, in USD');
    expect(text).toContain('Total and daily average, without a currency');
  }
  // Days that both periods have count once.
  const shared = ['--month', '2026-10', '--against', '2026-09-15..2026-10-15'];
  const path = join(createFolder(), 'report.md');
  for (const line of [
    ['compare', ...shared],
    ['report', ...shared, '--sections', 'by', '-O', path],
  ]) {
    const { stderr } = await run(['costs', ...line, '-o', 'markdown'], { service: blank });
    const said =
      stderr +
      (line[0] === 'compare' ? (await run(['costs', ...line], { service: blank })).stdout : '');
    expect(said).toContain('5 rows have no currency');
  }
  for (const text of (await readDocuments([], 'by', { service: none })).texts) {
    expect(text).not.toContain('no currency');
  }
});

test('the column of the amounts and the conditions are in each document', async () => {
  const { texts } = await sandbox;
  expect(texts).toHaveLength(3);
  for (const text of texts) {
    expect(text).toContain(
      'Cost is the column cost of the rows of the sandbox, which are invented.',
    );
    expect(text).toContain('Only rows that meet provider=aws and service=Amazon EC2 are included.');
  }
  const days = [...eachDay(october)].map((day) => `${day},1,2,USD,EC2\n${day},1,2,USD,S3\n`);
  const files = join(folder, 'a.csv');
  writeFileSync(files, `date,cost,net,currency,service\n${days.join('')}`);
  const mirror = join(folder, 'm');
  await succeed(
    run(['costs', 'mirror', mirror, '--files', files, '--where', 'service=S3'], { folder }),
  );
  const path = join(folder, 'report.md');
  const words = ['--mirror', mirror, '--amount-column', 'net', '--sections', 'outlook', '-O', path];
  const { stderr } = await succeed(run(['costs', 'report', ...words], { folder }));
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('Cost is the column net of the rows of the mirror.');
  expect(text).toContain('Only rows that meet service=S3 are included.');
  // It belongs to no section alone.
  expect(stderr).toContain('warning: the files begin on 2026-10-01: earlier days have no rows');
  expect(text).toContain('The files begin on Oct 1, 2026: earlier days have no rows.');
});

test('each warning about one of several metrics names it', async () => {
  const metrics = ['bmt_orders', 'bmt_revenue'].flatMap((metric) => ['--metric', metric]);
  const asked = [...month, '--months', '13', '--sections', 'months,unit', '-w', 'wsp_storefront'];
  const report = ['costs', 'report', ...asked, '-o', 'markdown', '--sandbox', ...metrics];
  const { stdout, stderr } = await succeed(run(report, {}));
  for (const name of ['Orders', 'Revenue']) {
    expect(stdout).toContain(`For ${name}, the unit cost leaves out the cost of`);
    expect(stderr).toContain(`warning: for ${name}, the unit cost leaves out the cost of`);
  }
  const alone = await succeed(run(report.slice(0, -2), {}));
  // The months of each currency are a section of their own.
  const [, ...parts] = alone.stdout.split(/^## (?=The last 13 months, )/m);
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) {
    expect(part.split(/^## /m)[0]).toContain('The unit cost leaves out the cost of');
  }
});

test('the receipt of a report says what its figures are, as that of another answer does', async () => {
  const days = [...eachDay({ from: '2026-08-01', to: '2026-11-14' })]
    .filter((day) => day !== '2026-10-15')
    .map((date): [string, Row[]] => [
      date,
      [
        { date, service: 'db', cost: 10, currency: 'USD' },
        { date, service: 'db', cost: 1, currency: null },
      ],
    ]);
  const service = serveCosts(Object.fromEntries(days));
  const aboutOf = async (action: string) => {
    const path = join(createFolder(), 'receipt.json');
    const words = `costs ${action} --month 2026-10 --where service=db --receipt ${path}`;
    await succeed(run(words, { service }));
    return JSON.parse(readFileSync(path, 'utf8')).about;
  };
  const { warnings: said, notes: _, ...compared } = await aboutOf('compare -o json');
  const { warnings, notes, ...reported } = await aboutOf('report --sections total -o markdown');
  expect(reported).toEqual(compared);
  expect(reported.completeness.text).toBe('incomplete: no rows on 2026-10-15');
  expect(warnings).toEqual(expect.arrayContaining(said));
  expect(warnings.every((one: unknown) => typeof one === 'string')).toBe(true);
  expect(warnings.length).toBeGreaterThan(0);
  expect(notes).toEqual([]);
});
