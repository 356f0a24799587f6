import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addConnection } from '../../src/cli/hint-lines.ts';
import { CostctlError } from '../../src/errors.ts';
import { quote } from '../../src/text.ts';
import { withProfiles, work } from '../helpers/profiles.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { scriptService } from '../helpers/service.ts';

/** A mirror of files, for which no service is set. */
async function makeMirror() {
  const folder = createFolder();
  const file = join(folder, 'a.csv');
  writeFileSync(file, 'date,cost,currency,shop\n2026-09-01,1,EUR,Bern\n2026-10-31,2,EUR,Bern\n');
  const mirror = join(folder, 'm');
  await succeed(run(['costs', 'mirror', mirror, '--files', file, '-q'], { folder }));
  return { folder, mirror };
}

test.each([
  'summary --by shpo',
  'summary --month 2026-09 --where shpo=Bern',
  'compare --month 2026-10 --by tags.team',
  'summary --amount-column cots',
  'coverage --require shpo --by town',
  'report --month 2026-10 --by town',
])('the hint of costs %s names the columns of its own rows', async (line) => {
  const { folder, mirror } = await makeMirror();
  const stderr = await failWith(2, run(`costs ${line} --mirror ${mirror}`, { folder }));
  const [, hint] = /costctl (costs columns.*?) shows/.exec(stderr) ?? [];
  const { stdout } = await succeed(run(hint ?? '', { folder }));
  expect(stdout).toMatch(/^shop /m);
  const month = /--month \S+/.exec(line)?.[0];
  if (month !== undefined) expect(hint).toContain(month);
});

test.each([
  ['summary --last 7d --by nope --sandbox', 'columns --last 7d --sandbox'],
  ['list --last 7d --where nope=1 --sandbox', 'columns --last 7d --sandbox'],
  [
    'list --last 7d --where nope=1 --param x=$& --sandbox',
    "columns --last 7d --param 'x=$&' --sandbox",
  ],
  ['summary --last 7d --by nope --profile sandbox', 'columns --last 7d --sandbox'],
])('the hint of costs %s is costctl costs %s', async (line, hint) => {
  const stderr = await failWith(2, run(`costs ${line}`));
  expect(stderr).toContain(`hint: costctl costs ${hint} shows the columns\n`);
});

test('a condition of the profile that no row can meet is left out', async () => {
  const configuration = { current: 'work', profiles: { work: { ...work, where: ['shpo=Bern'] } } };
  const folder = withProfiles(configuration);
  const { mirror } = await makeMirror();
  const world = { folder, env: { COSTCTL_BASE_URL: '', COSTCTL_TOKEN: '' } };
  const stderr = await failWith(2, run(`costs summary --mirror ${mirror}`, world));
  const [, hint] = /costctl (costs columns.*?) shows/.exec(stderr) ?? [];
  expect(hint).toContain('--no-where');
  await succeed(run(hint ?? '', world));
});

const stored = { profiles: { work: { ...work, baseUrl: 'https://api.example.test' } } };

test.each([
  [
    'users get usr_a',
    '/v1/users/usr_a',
    'costctl users list --profile work shows those that this token may see',
  ],
  [
    'metrics get bmt_a -w wsp_b',
    '/v1/business-metrics/bmt_a?workspaceId=wsp_b',
    'costctl metrics list --profile work --workspace wsp_b shows those',
  ],
  ['costs query SELECT --mirror none', '', 'costctl costs mirror --profile work '],
  // All profiles share these.
  ['metrics get bmt_a -w', '', 'costctl metrics get --help'],
])('the hint of %s --profile work is a line for the same profile', async (line, path, hint) => {
  const service = scriptService(...(path === '' ? [] : [{ path, status: 404, answer: {} }]));
  const env = { COSTCTL_BASE_URL: '', COSTCTL_TOKEN: '' };
  const folder = withProfiles(stored);
  const { stderr } = await run(`--profile work ${line}`, { service, folder, env });
  expect(stderr).toContain(hint);
});

test.each(['a', 'a;b', 'costctl users list', "it's; costctl users list", '--sandbox x'])(
  'a line that has the connection already, and the value %s, is left as it is',
  async (value) => {
    const line = ['costs', 'summary', '--last', '7d', '--by', 'nope', '--param', `x=${value}`];
    const { stderr } = await run([...line, '--sandbox']);
    const param = quote(`x=${value}`);
    expect(stderr).toContain(
      `hint: costctl costs columns --last 7d --param ${param} --sandbox shows the columns\n`,
    );
  },
);

test.each([
  [
    'costctl costs close and costctl costs mirror make such folders',
    'costctl costs close --profile a and costctl costs mirror --profile a make such folders',
  ],
  [
    "costctl costs mirror '/my costctl users list' --from DAY",
    "costctl costs mirror --profile a '/my costctl users list' --from DAY",
  ],
  [
    'costctl users list --profile a, or costctl users list --sandbox; costctl users get ID',
    'costctl users list --profile a, or costctl users list --sandbox; costctl users get --profile a ID',
  ],
  ["it is in '/my costctl users list'", "it is in '/my costctl users list'"],
])('the hint %s of a run with --profile a is %s', async (hint, expected) => {
  const error = new CostctlError('usage', 'it failed', { hint });
  const named = await addConnection(error, { profile: 'a' });
  expect(named.details.hint).toBe(expected);
});
