import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveCosts } from '../helpers/costs.ts';
import { withProfiles, work } from '../helpers/profiles.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const rowOf = (service: string, team: string | null) => ({
  date: '2026-10-07',
  service,
  cost: '4',
  currency: 'USD',
  provider: 'aws',
  tags: { team },
});
const service = serveCosts({
  '2026-09-07': [{ ...rowOf('backup', 'web'), date: '2026-09-07' }],
  '2026-10-07': [rowOf('compute', null), rowOf('storage', 'web'), rowOf('network', 'web')],
});

test.each([
  [
    'coverage --require tags.team,service --by provider --min 90',
    'costctl costs list --month 2026-10 --where provider=aws --where tags.team= lists the rows without tags.team; likewise service',
  ],
  [
    'reconcile INVOICE --by service',
    'costctl costs list --month 2026-10 --where provider=aws --where service=network shows the rows of network; --accept CLASS accepts a class',
  ],
])('the command that %s suggests runs as it is written', async (words, hint) => {
  const folder = createFolder();
  const invoice = join(folder, 'invoice.csv');
  writeFileSync(invoice, 'service,amount,currency\ncompute,4,USD\nstorage,4,USD\n');
  const line = `costs ${words.replace('INVOICE', invoice)} --month 2026-10 --where provider=aws`;
  const more = words.startsWith('coverage') ? ' --allow-empty' : '';
  const failed = await run(`${line}${more} -o json`, { service, folder });
  expect({ exitCode: failed.exitCode, hint: hintOf(failed.stderr) }).toEqual({
    exitCode: 11,
    hint,
  });
  const [suggested = ''] = hint.replaceAll("'", '').split(/ (?:lists|shows) /);
  const { stdout } = await succeed(
    run(`${suggested.replace('costctl ', '')} -o json`, { service }),
  );
  expect(JSON.parse(stdout)).toHaveLength(1);
});

test('below a minimum, coverage also says which rows have a value that is not allowed', async () => {
  const folder = createFolder();
  const allowed = join(folder, 'allowed.yaml');
  writeFileSync(allowed, 'service: [compute, storage]\ntags.team: [web]\n');
  const line = 'costs coverage --require tags.team,service --min 90';
  const words = `--allowed ${allowed} --month 2026-10 --allow-empty -o json`;
  const { stderr } = await run(`${line} ${words}`, { service });
  expect(hintOf(stderr)).toBe(
    'costctl costs list --month 2026-10 --where tags.team= lists the rows without tags.team; likewise service; with --where service=network instead, rows whose value is not allowed',
  );
});

test('coverage does not call what has no currency all rows', async () => {
  const rows = [rowOf('compute', 'web'), { ...rowOf('storage', null), currency: null }];
  const line = 'costs coverage --require tags.team --min 90 --month 2026-10 --allow-empty';
  const { stderr } = await run(line, { service: serveCosts({ '2026-10-07': rows }) });
  expect(stderr).toContain('error: without a currency: 0.00 % of the cost is covered, below');
});

test('with several currencies, reconcile suggests rows of the one that differs', async () => {
  const folder = createFolder();
  const invoice = join(folder, 'invoice.csv');
  writeFileSync(invoice, 'service,amount,currency\ncompute,4,USD\n');
  const mixed = ['EUR', 'USD'].map((currency) => ({ ...rowOf('compute', null), currency }));
  const world = { service: serveCosts({ '2026-10-07': mixed }), folder };
  const line = `costs reconcile ${invoice} --by service --month 2026-10 -o json`;
  const hint = String(hintOf((await run(line, world)).stderr));
  expect(hint).toContain(
    'costctl costs list --month 2026-10 --where service=compute --where currency=EUR shows the rows of compute, EUR;',
  );
  const suggested = hint.slice('costctl '.length, hint.indexOf(' shows'));
  const { stdout } = await succeed(run(`${suggested} -o json`, world));
  expect(JSON.parse(stdout)).toMatchObject([{ currency: 'EUR' }]);
  writeFileSync(invoice, 'service,amount\ncompute,4\n');
  expect(hintOf((await run(line, world)).stderr)).toContain(
    '--map currency=COLUMN, convert the rows to its currency with --convert-to',
  );
});

test('reconcile suggests rows that the conditions of the profile do not leave out', async () => {
  const folder = withProfiles({
    current: 'web',
    profiles: { web: { where: ['service=storage'] } },
  });
  const invoice = join(folder, 'invoice.csv');
  writeFileSync(invoice, 'service,amount,currency\ncompute,4,USD\nstorage,4,USD\n');
  const line = `costs reconcile ${invoice} --by service --month 2026-10 -o json`;
  const hint = String(hintOf((await run(line, { service, folder })).stderr));
  const suggested = hint.slice('costctl '.length, hint.indexOf(' shows'));
  expect(suggested).toBe('costs list --month 2026-10 --where service=network --no-where');
  const { stdout } = await succeed(run(`${suggested} -o json`, { service, folder }));
  expect(JSON.parse(stdout)).toHaveLength(1);
});

function hintOf(stderr: string): unknown {
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error.hint;
}

test.each([
  ['costs reconcile INVOICE --by service', /hint: costctl (.*) shows the rows/],
  ['costs coverage --require tags.team --min 100', /hint: costctl (.*) lists the rows/],
  ['costs explain --against 2026-09 --commands -o table', /costctl (costs compare .*)/],
])('the command that %s suggests asks the profile that was named', async (words, pattern) => {
  const folder = withProfiles({
    current: 'web',
    profiles: { web: {}, other: { ...work, baseUrl: service.url } },
  });
  const invoice = join(folder, 'invoice.csv');
  writeFileSync(invoice, 'service,amount,currency\ncompute,4,USD\nstorage,4,USD\n');
  const line = `${words.replace('INVOICE', invoice)} --month 2026-10 --allow-empty --profile other`;
  const given = line.includes('coverage') ? line : line.replace(' --allow-empty', '');
  const { stdout, stderr } = await run(given, { service, folder });
  expect(pattern.exec(stdout + stderr)?.[1]).toMatch(/ --profile other$/);
});
