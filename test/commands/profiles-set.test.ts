import { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { serveAnalysis } from '../helpers/cost-shapes.ts';
import { rowsOf, serveCosts } from '../helpers/costs.ts';
import {
  asking,
  readStored,
  secret,
  withProfiles,
  work,
  workAndHome,
} from '../helpers/profiles.ts';
import { run, testToken } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

test('use makes a profile or the sandbox current', async () => {
  const folder = withProfiles();
  await run('profiles use home', { folder });
  expect(readStored(folder)).toEqual({ ...workAndHome, current: 'home' });
  await run('profiles use sandbox', { folder });
  expect(readStored(folder)).toEqual({ ...workAndHome, current: 'sandbox' });
});

test('set changes several keys, and key= clears a key', async () => {
  const folder = withProfiles();
  const line = 'profiles set work timeout=2.5 output=json workspace= dateColumn=usage=day'.split(
    ' ',
  );
  const { stdout } = await succeed(run(line, { folder }));
  expect(readStored(folder)).toEqual({
    ...workAndHome,
    profiles: {
      ...workAndHome.profiles,
      work: {
        baseUrl: work.baseUrl,
        token: work.token,
        timeout: 2.5,
        output: 'json',
        dateColumn: 'usage=day',
      },
    },
  });
  expect(stdout.split('\n')).toEqual([
    'name        work',
    'current     yes',
    'address     https://work.example.com',
    'workspace',
    'token       ****6789',
    'output      json',
    'timeout     2.5',
    'dateColumn  usage=day',
    '',
  ]);
});

test.each([
  ['maxWait', '0.0000001', 0],
  ['maxWait', '0.00075', 0.001],
  ['timeout', '0.0014', 0.001],
  ['timeout', '1999999.9994', 1999999.999],
])('set %s=%s stores seconds that the next run can read', async (key, text, stored) => {
  const folder = withProfiles();
  await succeed(run(['profiles', 'set', 'work', `${key}=${text}`], { folder }));
  expect(readStored(folder)).toMatchObject({ profiles: { work: { [key]: stored } } });
  await succeed(run(['providers', 'delete', 'prv_a', '--yes', '--dry-run'], { folder }));
});

test('set tokenCommand replaces a stored token', async () => {
  const folder = withProfiles();
  await run(['profiles', 'set', 'work', 'tokenCommand=pass work'], { folder });
  const { token: _gone, ...others } = work;
  expect(readStored(folder)).toMatchObject({
    profiles: { work: { ...others, tokenCommand: 'pass work' } },
  });
  expect(JSON.stringify(readStored(folder))).not.toContain(work.token);
});

test.each([
  [`token=${secret}`, 'token: an argument list is public, so no token is read from it'],
  [secret, '<pairs>: must have the form key=value'],
  [
    'retries=3',
    'unknown key retries (known: baseUrl, workspace, output, maxWait, timeout, concurrency, tokenCommand, dateColumn, amountColumn, currencyColumn, sourceColumn, maxLag, where, convertTo, rateMethod, journal, reportBy, reportConvertTo, reportBudgets, reportRules, reportAllocateBy, reportMetric, reportRequire, reportTitle, reportLogo, reportLocale)',
  ],
  [
    '__proto__=3',
    'unknown key __proto__ (known: baseUrl, workspace, output, maxWait, timeout, concurrency, tokenCommand, dateColumn, amountColumn, currencyColumn, sourceColumn, maxLag, where, convertTo, rateMethod, journal, reportBy, reportConvertTo, reportBudgets, reportRules, reportAllocateBy, reportMetric, reportRequire, reportTitle, reportLogo, reportLocale)',
  ],
  ['concurrency=17', 'concurrency: must be a whole number from 1 to 16'],
  ['timeout=0', 'timeout: must be a number of seconds from 0.001 to 2000000'],
  [
    'output=xml',
    'output: must be one of table, json, ndjson, csv, tsv, yaml, markdown, xlsx, junit, github',
  ],
  ['baseUrl=example.com', 'baseUrl: must be an address such as https://cost.example.com'],
  [
    'workspace=usr_1',
    'workspace: is the id of a user, and a workspace id is wsp_ followed by letters, digits, _ or -',
  ],
])('set refuses %s with exit 2 and changes no other key', async (pair, message) => {
  const folder = withProfiles();
  const { stderr, exitCode } = await run(['profiles', 'set', 'work', 'maxWait=1', pair], {
    folder,
  });
  expect(stderr.split('\n')[0]).toBe(`error: ${message}`);
  expect(stderr).not.toContain(secret);
  expect({ exitCode, stored: readStored(folder) }).toEqual({ exitCode: 2, stored: workAndHome });
});

test.each([120, 80, 40])(
  'a token is replaced from stdin, and %d columns show its end',
  async (terminal) => {
    const { folder } = await run(
      'profiles add acme --base-url https://a.test --token-stdin --no-verify',
      { stdin: 'tok_old_0123456789abcdef\n' },
    );
    const { stdout, exitCode } = await run('profiles set acme --token-stdin', {
      ...{ folder, stdin: 'tok_new_0123456789fedcba\n', terminal },
    });
    expect(exitCode).toBe(0);
    expect(stripVTControlCharacters(stdout)).toMatch(/token +\*{4}dcba$/m);
    expect(stdout).not.toMatch(/tok_new|cdef/);
  },
);

const note =
  'note: COSTCTL_PROFILE=other overrides it in this shell: remove that variable, or give --profile sandbox\n';

test.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
  ['another profile in the environment', { COSTCTL_PROFILE: 'other' }, [], note],
  ['the same profile in the environment', { COSTCTL_PROFILE: 'sandbox' }, [], ''],
  ['no profile in the environment', {}, [], ''],
  ['an empty variable', { COSTCTL_PROFILE: '' }, [], ''],
  ['a dry run', { COSTCTL_PROFILE: 'other' }, ['--dry-run'], ''],
  ['--quiet', { COSTCTL_PROFILE: 'other' }, ['-q'], ''],
])('profiles use with %s', async (_what, env, words, said) => {
  const { stderr, exitCode } = await run(['profiles', 'use', 'sandbox', ...words], { env });
  expect({ stderr, exitCode }).toEqual({ stderr: said, exitCode: 0 });
});

test('set accepts keys as flags are written, and names the nearest key for a typo', async () => {
  const folder = withProfiles();
  await succeed(
    run('profiles set work base-url=https://work.example.com/a max-wait=5', { folder }),
  );
  expect(readStored(folder)).toMatchObject({
    profiles: { work: { baseUrl: 'https://work.example.com/a', maxWait: 5 } },
  });
  const { stderr, exitCode } = await run('profiles set work base-ur=https://x.example', { folder });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('error: unknown key base-ur; did you mean baseUrl?');
});

test.each([
  ['base-url=https://sink.example', 2],
  ['base-url=http://127.0.0.1:1', 2],
  ['base-url=https://work.example.com:8443', 2],
  ['base-url=', 2],
  ['base-url=https://WORK.example.com/prefix', 0],
  ['base-url=https://new.example.com tokenCommand=pass', 0],
  ['base-url=https://new.example.com tokenCommand=', 2],
])('set %s: a stored token does not move to another origin', async (pairs, due) => {
  const folder = withProfiles();
  const { stderr, exitCode } = await run(`profiles set work ${pairs}`, { folder });
  expect(exitCode).toBe(due);
  if (due === 0) return;
  expect(stderr).toMatch(/^error: profile work has a token for https:\/\/work\.example\.com\n/);
  expect(readStored(folder)).toEqual(workAndHome);
});

test('an address may move together with the removal of its token command', async () => {
  const { baseUrl } = work;
  const folder = withProfiles({ profiles: { work: { baseUrl, tokenCommand: 'pass work' } } });
  const moved = 'https://new.example.com';
  expect((await run(`profiles set work base-url=${moved}`, { folder })).exitCode).toBe(2);
  await succeed(run(`profiles set work base-url=${moved} tokenCommand=`, { folder }));
  expect(readStored(folder)).toMatchObject({ profiles: { work: { baseUrl: moved } } });
});

test('set moves a profile together with the token of its new address', async () => {
  const folder = withProfiles();
  const line = 'profiles set work base-url=https://new.example.com --token-command pass';
  await succeed(run(line, { folder }));
  expect(readStored(folder)).toMatchObject({
    profiles: { work: { baseUrl: 'https://new.example.com', tokenCommand: 'pass' } },
  });
});

test.each([
  ['base-url=https://other.example.com', 6],
  ['output=json', 0],
])(
  'a token is stored for the address that it was given for, though %s is set meanwhile',
  async (meanwhile, status) => {
    const { baseUrl } = work;
    const folder = withProfiles({ profiles: { work: { baseUrl } } });
    async function* typed() {
      await succeed(run(`profiles set work ${meanwhile}`, { folder }));
      yield `${secret}\n`;
    }
    const stdin = Readable.from(typed());
    const { exitCode, stderr } = await run('profiles set work --token-stdin', { folder, stdin });
    expect([exitCode, stderr]).toEqual([status, expect.not.stringContaining(secret)]);
    const [, value = ''] = meanwhile.split('=');
    const stored = JSON.stringify(readStored(folder));
    const has = [secret, baseUrl, value].map((one) => stored.includes(one));
    expect(has).toEqual([status === 0, status === 0, true]);
  },
);

test('set looks up a workspace by its name at the address of the profile', async () => {
  const world = asking({
    path: '/v1/workspaces?page=1&limit=100',
    answer: pageOf([{ id: 'wsp_storefront', name: 'Storefront' }]),
  });
  const folder = withProfiles({
    profiles: { work: { baseUrl: 'https://api.example.test', token: secret } },
  });
  const line = ['profiles', 'set', 'work', 'workspace=Storefront'];
  const { stderr } = await succeed(run(line, { ...world, folder }));
  expect(stderr).toBe('note: Storefront → wsp_storefront\n');
  expect(readStored(folder)).toMatchObject({ profiles: { work: { workspace: 'wsp_storefront' } } });
});

test('set looks up a workspace at the new address of the profile, with its new token', async () => {
  const world = asking({
    path: '/v1/workspaces?page=1&limit=100',
    answer: pageOf([{ id: 'wsp_new', name: 'Storefront' }]),
  });
  const folder = withProfiles();
  const line = 'profiles set work base-url=https://api.example.test workspace=Storefront';
  await succeed(run([...line.split(' '), '--token-stdin'], { ...world, folder }));
  expect(world.service?.received[0]?.headers['authorization']).toBe(`Bearer ${secret}`);
  expect(readStored(folder)).toMatchObject({ profiles: { work: { workspace: 'wsp_new' } } });
});

test.each([
  ['http://192.0.2.1:9', 'profile plain: baseUrl: must begin with https://'],
  ['not an address', 'profile plain: baseUrl: must be'],
])('set sends no token to the stored address %s', async (baseUrl, message) => {
  const folder = withProfiles({ profiles: { plain: { baseUrl, token: secret } } });
  const line = ['profiles', 'set', 'plain', 'workspace=Storefront', '--debug'];
  const { exitCode, stderr } = await run(line, { folder });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(stderr).not.toContain('/v1/workspaces');
});

test('each maxLag= of a line counts', async () => {
  const folder = withProfiles({ current: 'work', profiles: { work } });
  const set = (...pairs: string[]) =>
    run(['profiles', 'set', 'work', ...pairs, '-o', 'json'], { folder });
  const { stdout } = await set('maxLag=2', 'max-lag=azure=3');
  expect(JSON.parse(stdout)).toMatchObject({ maxLag: '2,azure=3' });
  await set('maxLag=4');
  expect((readStored(folder) as typeof workAndHome).profiles.work).toMatchObject({ maxLag: '4' });
});

test.each([
  ['output=json output=csv', 'output is given twice'],
  ['output=json output=', 'output is given twice'],
  ['output= output=json', 'output is given twice'],
  ['max-wait= maxWait=', 'maxWait is given twice'],
  ['where=a=b where= where=c=d', 'where= clears the list: leave out the other where= values'],
  ['where= where=', 'where= clears the list: leave out the other where= values'],
  ['maxLag=24 maxLag=', 'maxLag= clears the list: leave out the other maxLag= values'],
  ['maxLag= maxLag=24', 'maxLag= clears the list: leave out the other maxLag= values'],
  ['maxLag=24 maxLag=48', 'maxLag: must have one number of days for each source'],
  ['maxLag=24,48', 'maxLag: must have one number of days for each source'],
  ['maxLag=a=1 maxLag=2 maxLag=a=3', 'maxLag: must have one number of days for each source'],
])('set refuses %s, and stores nothing', async (pairs, message) => {
  const folder = withProfiles();
  const outcome = await run(['profiles', 'set', 'work', ...pairs.split(' ')], { folder });
  expect(outcome.stderr.split('\n')[0]).toBe(`error: ${message}`);
  expect({ ...outcome, stored: readStored(folder) }).toMatchObject({
    exitCode: 2,
    stored: workAndHome,
  });
});

test('conditions are a list: each where= of a line is one, and an empty one clears them', async () => {
  const folder = withProfiles({ current: 'work', profiles: { work } });
  const set = (...pairs: string[]) =>
    run(['profiles', 'set', 'work', ...pairs, '-o', 'json'], { folder });
  const stored = () => (readStored(folder) as typeof workAndHome).profiles.work;
  const { stdout } = await set(
    'where=service=Amazon EC2',
    'where=cost>0',
    'convert-to=eur',
    'rateMethod=MONTH-end',
  );
  const kept = {
    where: ['service=Amazon EC2', 'cost>0'],
    convertTo: 'EUR',
    rateMethod: 'month-end',
  };
  expect(JSON.parse(stdout)).toMatchObject(kept);
  expect(stored()).toMatchObject(kept);
  await set('where=region=eu');
  expect(stored()).toMatchObject({ where: ['region=eu'] });
  await set('where=', 'convertTo=');
  expect(stored()).toEqual({ ...work, rateMethod: 'month-end' });
});

test.each([
  ['where=service', "where: 'service' is not a condition: an operator is missing at position 8"],
  ['convertTo=EURO', 'convertTo: must be three letters, such as EUR, or none'],
  ['rateMethod=weekly', 'rateMethod: must be one of daily, month-average, month-end'],
])('%s is refused before it is stored', async (pair, problem) => {
  const folder = withProfiles();
  const { stderr, exitCode } = await run(['profiles', 'set', 'work', pair], { folder });
  expect({ exitCode, error: stderr.split('\n')[0] }).toEqual({
    exitCode: 2,
    error: `error: ${problem}`,
  });
  expect(readStored(folder)).toEqual(workAndHome);
});

test.each<[string, object, string]>([
  ['reportConvertTo', { reportConvertTo: 'DOL' }, 'the service has no rates for DOL'],
  ['convertTo', { convertTo: 'DOL' }, 'the service has no rates for DOL'],
  ['reportBy', { reportBy: 'srvice' }, "no row has the column 'srvice'; did you mean 'service'?"],
  ['dateColumn', { dateColumn: 'dte' }, "no row has the column 'dte'"],
  ['amountColumn', { amountColumn: 'service' }, "the column 'service' has no numbers"],
  ['currencyColumn', { currencyColumn: 'money' }, "no row has the column 'money'"],
  ['sourceColumn', { sourceColumn: 'prvider' }, "no row has the column 'prvider'"],
])(
  'a report blames %s of the profile, and the option if the line has it',
  async (key, values, problem) => {
    const profile = { baseUrl: 'https://api.example.test', token: testToken, ...values };
    const folder = withProfiles({ current: 'work', profiles: { work: profile } });
    const env = { COSTCTL_BASE_URL: '', COSTCTL_TOKEN: '' };
    const rates = [{ baseCurrency: 'USD', targetCurrency: 'EUR', rate: 0.9 }];
    const ask = (...more: readonly string[]) =>
      run(['costs', 'report', '--month', '2026-10', ...more], {
        folder,
        env,
        service: serveAnalysis(
          { '2026-10-01': rowsOf('2026-10-01', 2) },
          { '/v1/exchange-rates': { rates, total: 1 } },
        ),
      });
    const [value = ''] = Object.values(values).map(String);
    const option = key.replace('reportB', 'b').replace('reportC', 'c');
    const flag = `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    expect(await failWith(2, ask())).toContain(`error: profile work: ${key}: ${problem}`);
    expect(await failWith(2, ask(flag, value))).toContain(`error: ${flag}: ${problem}`);
  },
);

test.each<[object, string]>([
  [{ where: ['service'] }, "profile work: where: 'service' is not a condition"],
  [{ where: 5 }, 'profile work: where: must be a list of conditions'],
  [{ where: ['a=b', { c: 1 }] }, 'profile work: where: must be a list of conditions'],
  [{ where: ['servce=db'] }, "profile work: where: no row has the column 'servce'"],
  [{ convertTo: 'EURO' }, 'profile work: convertTo: must be three letters, such as EUR, or none'],
  [{ rateMethod: 5 }, 'profile work: rateMethod: must be one of daily'],
])('a question names the malformed key of a profile: %j', async (values, problem) => {
  const profile = { baseUrl: 'https://api.example.test', token: testToken, ...values };
  const folder = withProfiles({ current: 'work', profiles: { work: profile } });
  const env = { COSTCTL_BASE_URL: '', COSTCTL_TOKEN: '' };
  const service = serveCosts({ '2026-11-01': rowsOf('2026-11-01', 2) });
  const line = 'costs summary --from 2026-11-01 --to 2026-11-01';
  const { stderr, exitCode } = await run(line, { folder, env, service });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`error: ${problem}`);
  if (problem.includes('no row')) expect(stderr).toContain('--no-where leaves out');
});

test.each([
  ['metrics list -w wsp_a', 'not one'],
  ['providers status', 'one only with --check\nhint: add --check'],
  ['providers sync prv_a', 'one only with --wait\nhint: add --wait'],
  ['config plan costctl.yaml', 'one only with --check\nhint: add --check'],
])('%s blames what names the format, and says what would make it a check', async (line, reason) => {
  const profile = { baseUrl: 'https://api.example.test', token: testToken, output: 'junit' };
  const folder = withProfiles({ current: 'work', profiles: { work: profile } });
  const named: readonly [string, object, string][] = [
    ['profile work: output', {}, ''],
    ['COSTCTL_OUTPUT', { COSTCTL_OUTPUT: 'junit' }, ''],
    ['--output', {}, ' -o junit'],
  ];
  for (const [origin, more, option] of named) {
    const service = scriptService({ path: '/v1/providers?page=1&limit=100', answer: pageOf([]) });
    const stderr = await failWith(
      2,
      run(`${line}${option}`, {
        folder,
        env: { COSTCTL_BASE_URL: '', COSTCTL_TOKEN: '', ...more },
        service: { ...service, assertDone: () => undefined },
      }),
    );
    expect(stderr).toContain(`error: ${origin} junit is for checks, and this action is ${reason}`);
  }
});
