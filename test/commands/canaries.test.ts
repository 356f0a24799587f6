import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { formats, isCheckFormat } from '../../src/formats/registry.ts';
import { answer, type Loopback, openLoopback } from '../helpers/loopback.ts';
import { connectMcp } from '../helpers/mcp.ts';
import { hashSecretsQuickly } from '../helpers/quick-secrets.ts';
import { createFolder, run, testToken } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

hashSecretsQuickly();

/** Every text of the environment and of a secret file that must never be shown, in any spelling. */
const canaries = {
  COSTCTL_TOKEN: testToken,
  GH_TOKEN: 'canary/of+the"runner',
  KEY: 'canary/of+a"credential',
  FILE: 'canary/of+a"file',
};
const env = { ...canaries, COSTCTL_VAR_PUBLIC: 'declared', COSTCTL_JOURNAL: 'on' };

function spell(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  return [secret, json, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
}

function shown(text: string): string[] {
  const found = Object.entries(canaries).filter(([, secret]) =>
    spell(secret).some((spelling) => text.includes(spelling)),
  );
  return found.map(([name]) => name);
}

/** What any file of a run contains, but for the two that the user wrote. */
function stored(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name !== 'secret.txt')
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');
}

function start(settings: string): { folder: string; path: string } {
  const folder = createFolder();
  const path = join(folder, 'c.yaml');
  writeFileSync(path, settings);
  writeFileSync(join(folder, 'secret.txt'), `${canaries.FILE}\n`);
  return { folder, path };
}

const settings = `version: 1
workspace: wsp_storefront
providers:
  - name: New
    key: datadog
    description: "\${PUBLIC}"
    credentials: { apiKey: env:KEY, applicationKey: "@secret.txt" }
filters:
  - { title: "\${PUBLIC}", filter: 'region = "eu"' }
`;

const plans = formats.map((format) => [
  'plan',
  '-o',
  format,
  ...(isCheckFormat(format) ? ['--check'] : []),
]);

const planSinks = [
  ...plans.filter((words) => !words.includes('xlsx')),
  ['plan', '-O', 'plan.json'],
  ['plan', '-O', 'plan.md'],
  ['plan', '--query', 'changes'],
  ['plan', '--debug'],
];

test.each([
  ...planSinks,
  ['plan', '--check', '-o', 'json'],
  ['validate'],
  ['apply', '--dry-run', '-o', 'json'],
  ['apply', '--yes', '--debug'],
  ['apply', '--yes', '-o', 'json'],
])('config %s %s %s shows no secret, and what is declared public', async (action, ...more) => {
  const { folder, path } = start(settings);
  const words = more.map((word) => (word.startsWith('plan.') ? join(folder, word) : word));
  const outcome = await run(['--sandbox', 'config', action, path, ...words], { folder, env });
  expect([0, 11]).toContain(outcome.exitCode);
  expect(shown(outcome.stdout + outcome.stderr + stored(folder))).toEqual([]);
  if (action !== 'validate' && !more.includes('junit') && !more.includes('github')) {
    expect(outcome.stdout + stored(folder)).toContain('declared');
  }
});

test.each([
  [['config', 'plan', 'FILE', '-o', 'table'], 'name: "New prod"'],
  [['config', 'plan', 'FILE', '-o', 'markdown'], '"New prod"'],
  [['config', 'plan', 'FILE', '-o', 'json'], '"after":"New prod"'],
  [['config', 'apply', 'FILE', '--yes'], 'name: "New prod"'],
  [
    'providers connect --key datadog --name NAME --credential apiKey=env:KEY --credential applicationKey=env:FILE --dry-run -o json'.split(
      ' ',
    ),
    '"key":"datadog"',
  ],
])('%j shows names as they are, although a credential is a word of them', async (line, text) => {
  const { folder, path } = start(settings.replace('name: New', 'name: New prod'));
  const words = line.map((word) => (word === 'FILE' ? path : word.replace('NAME', 'New prod')));
  const { stdout, stderr } = await run(['--sandbox', ...words], {
    folder,
    env: { ...env, KEY: 'prod', FILE: 'datadog' },
  });
  expect(stdout + stderr).toContain(text);
  expect(stdout + stderr).toContain('New prod');
});

test('the tools of a model show no secret, and what is declared public', async () => {
  const { folder, path } = start(settings);
  const words = ['--sandbox', '--allow-changes', '--export-dir', folder];
  const { call, close } = await connectMcp(words, { folder, env });
  const plan = await call('config_plan', { file: path, planFile: 'plan.json' });
  const applied = await call('config_apply', { plan: plan.plan });
  const { stdout, stderr } = await close();
  expect(applied.ok).toBe(true);
  expect(stdout).toContain('declared');
  expect(shown(stdout + stderr + stored(folder))).toEqual([]);
});

describe('a file cannot name', () => {
  test.each(['COSTCTL_TOKEN', 'GH_TOKEN', 'HOME', 'COSTCTL_VAR_PUBLIC'])(
    'the variable %s',
    async (name) => {
      const { folder, path } = start(settings.replaceAll('PUBLIC', name));
      for (const action of ['validate', 'plan', 'apply']) {
        const outcome = await run(['--sandbox', 'config', action, path], {
          folder,
          env,
        });
        expect(outcome.exitCode).toBe(2);
        expect(outcome.stdout + outcome.stderr).toContain(`COSTCTL_VAR_${name} is not set`);
        expect(shown(outcome.stdout + outcome.stderr + stored(folder))).toEqual([]);
      }
    },
  );

  test.each(['env:COSTCTL_TOKEN', 'env:costctl_token_file'])('%s as a credential', async (name) => {
    const { folder, path } = start(settings.replaceAll('env:KEY', name));
    const { stderr, exitCode } = await run(['--sandbox', 'config', 'validate', path], {
      folder,
      env,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('credentials.apiKey: is the token of this program');
    const words = `providers update prv_dd --credential apiKey=${name} --partial`;
    const update = await run(`--sandbox ${words}`, { folder, env });
    expect(update).toMatchObject({
      exitCode: 2,
      stderr: `error: ${name}: is the token of this program, which is not a credential of a provider\n`,
    });
  });

  test.each([
    ['the environment of a process', '/proc/self/environ'],
    ['a link to the environment of a process', 'environ'],
    ['a link through a folder', 'process/environ'],
    ['an open file of the environment', '/dev/fd/DESCRIPTOR'],
    ['the configuration', 'configuration/config.json'],
    ['a link to the configuration', 'config'],
    ['the token file', 'token.txt'],
    ['a link to the token file', 'token'],
  ])('%s as a file', async (_name, source) => {
    const environ = await open('/proc/self/environ').catch(() => undefined);
    const file = source.replace('DESCRIPTOR', String(environ?.fd));
    const { folder, path } = start(settings.replaceAll('@secret.txt', `@${file}`));
    const configuration = join(folder, 'configuration');
    mkdirSync(configuration, { mode: 0o700 });
    writeFileSync(join(configuration, 'config.json'), '{"profiles":{}}', { mode: 0o600 });
    writeFileSync(join(folder, 'token.txt'), `${testToken}\n`, { mode: 0o600 });
    for (const [name, target] of [
      ['environ', '/proc/self/environ'],
      ['process', '/proc/self'],
      ['config', 'configuration/config.json'],
      ['token', 'token.txt'],
    ] as const)
      symlinkSync(target, join(folder, name));
    const { stderr, exitCode } = await run(['--sandbox', 'config', 'apply', path, '--yes'], {
      folder,
      env: {
        ...env,
        COSTCTL_CONFIG_DIR: configuration,
        COSTCTL_TOKEN_FILE: join(folder, 'token.txt'),
      },
    });
    await environ?.close();
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`the file ${file} cannot be read`);
  });

  test('a link to another file is read', async () => {
    const { folder, path } = start(settings.replaceAll('@secret.txt', '@link.txt'));
    symlinkSync('secret.txt', join(folder, 'link.txt'));
    const { exitCode } = await run(['--sandbox', 'config', 'apply', path, '--yes'], {
      folder,
      env,
    });
    expect(exitCode).toBe(0);
  });
});

test.each(['', '-o json', '--debug'])(
  'a service that repeats a credential in its error shows none: %s',
  async (more) => {
    const folder = createFolder();
    const detail = `refused: ${Object.values(canaries).join(' ')}`;
    const service = scriptService({
      method: 'PUT',
      path: '/v1/providers/prv_dd',
      status: 400,
      answer: { title: 'no', detail },
    });
    writeFileSync(join(folder, 'secret.txt'), canaries.FILE);
    const outcome = await run(
      [
        ...'providers update prv_dd --partial --credential a=env:KEY'.split(' '),
        ...['--credential', `b=@${join(folder, 'secret.txt')}`],
        ...['--credential', `c=${canaries.GH_TOKEN}`, ...more.split(' ').filter(Boolean)],
      ],
      { folder, env: { ...env, COSTCTL_JOURNAL: 'off' }, service },
    );
    expect(outcome.exitCode).toBe(2);
    expect(outcome.stderr).toContain('refused: ');
    expect(shown(outcome.stdout + outcome.stderr)).toEqual([]);
  },
);

describe('secrets inside the lists of an imported resource', () => {
  const held = 'canary/of+what"the service has';
  const text = { type: 'string' };
  const objects = (properties: object) => ({
    type: 'array',
    items: { type: 'object', properties },
  });
  const fields = {
    name: text,
    value: text,
    hooks: objects({ url: text, headers: objects({ name: text, value: text }) }),
    channel: { type: 'object', properties: { credentials: objects({ token: text }) } },
  };
  const content = (schema: object) => ({ content: { 'application/json': { schema } } });
  const requestBody = content({ type: 'object', properties: fields, required: ['name'] });
  const record = { type: 'object', properties: { id: text, ...fields } };
  const data = { type: 'array', items: record };
  const links = { type: 'object', properties: { next: { type: ['string', 'null'] } } };
  const answers = (schema: object) => ({ 200: { description: 'ok', ...content(schema) } });
  const paging = ['page', 'limit'].map((name) => ({
    ...{ name, in: 'query', required: true, schema: { type: 'integer', maximum: 50 } },
  }));
  const itemId = { name: 'itemId', in: 'path', required: true, schema: text };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Invented', version: '1' },
    paths: {
      '/v1/alerts': {
        get: {
          ...{ operationId: 'listAlerts', tags: ['Alerts'], parameters: paging },
          responses: answers({ type: 'object', properties: { data, links } }),
        },
        post: {
          ...{ operationId: 'createAlert', tags: ['Alerts'], requestBody },
          responses: answers(record),
        },
      },
      '/v1/alerts/{itemId}': {
        patch: {
          ...{ operationId: 'updateAlert', tags: ['Alerts'], parameters: [itemId], requestBody },
          responses: answers(record),
        },
        delete: {
          ...{ operationId: 'deleteAlert', tags: ['Alerts'], parameters: [itemId] },
          responses: answers(record),
        },
      },
    },
  };

  const alert = (name: string, secret: string, open: string) => ({
    name,
    value: name.endsWith('KEY') ? secret : open,
    hooks: [
      {
        url: 'https://hook.test',
        headers: [
          { name: 'apiKey', value: secret },
          { name: 'X-Open', value: open },
        ],
      },
    ],
    channel: { credentials: [{ token: secret }] },
  });
  const file = JSON.stringify({
    version: 1,
    alerts: [
      alert('Spike', 'env:KEY', 'after'),
      alert('API_KEY', 'env:KEY', 'after'),
      alert('SIGNING_KEY', '@secret.txt', 'after'),
    ],
  });

  let opened: Loopback | undefined;
  afterEach(() => opened?.close());

  async function prepare() {
    const alerts = new Map<string, object>(
      ['Spike', 'Gone', 'API_KEY'].map((name) => [
        name,
        { id: name, ...alert(name, held, 'before') },
      ]),
    );
    opened = await openLoopback((socket, request) => {
      const { method, body } = request;
      const id = request.path.split('/')[3] ?? 'SIGNING_KEY';
      const record = { ...alerts.get(id), id, ...JSON.parse(body || '{}') };
      if (method === 'DELETE') alerts.delete(id);
      else if (method !== 'GET') alerts.set(id, record);
      const list = { data: [...alerts.values()], links: { next: null } };
      answer(200, method === 'GET' ? list : record)(socket, request);
    });
    const { folder, path } = start(file);
    const { href } = opened.url;
    const world = { folder, env: { ...env, COSTCTL_BASE_URL: href, COSTCTL_WORKSPACE: 'wsp_a' } };
    const imported = await run(['api', 'import', '-'], {
      ...world,
      stdin: JSON.stringify(document),
    });
    expect(imported.exitCode).toBe(0);
    return { folder, path, world, alerts };
  }

  const leaks = (shownText: string) => [
    ...shown(shownText),
    ...spell(held).filter((spelling) => shownText.includes(spelling)),
  ];

  test.each([
    ...planSinks,
    ['apply', '--dry-run', '-o', 'json'],
    ['apply', '--yes', '--confirm', '1', '--debug'],
    ['apply', '--yes', '--confirm', '1', '-o', 'json'],
  ])('config %s %s %s shows none', async (action, ...more) => {
    const { folder, path, world } = await prepare();
    const words = more.map((word) => (word.startsWith('plan.') ? join(folder, word) : word));
    const outcome = await run(['config', action, path, '--prune', 'alerts', ...words], world);
    expect([0, 11]).toContain(outcome.exitCode);
    const everything = outcome.stdout + outcome.stderr + stored(folder);
    expect(everything).toContain('Spike');
    expect(leaks(everything)).toEqual([]);
  });

  test('its sources are read when they are sent', async () => {
    const { path, world, alerts } = await prepare();
    const { stdout, exitCode } = await run(`config apply ${path} --yes --resend`, world);
    expect(exitCode).toBe(0);
    expect(leaks(stdout)).toEqual([]);
    expect(alerts.get('API_KEY')).toMatchObject({ value: canaries.KEY });
    expect(alerts.get('SIGNING_KEY')).toMatchObject({ value: canaries.FILE });
    expect(alerts.get('Spike')).toMatchObject({ value: 'after' });
  });

  test.each([
    { name: 'API_KEY', value: 'plain' },
    { name: 'new-api-key', value: 'plain' },
    // Only the service says what it is called.
    { id: 'API_KEY', value: 'plain' },
  ])('a file cannot hold it in plain text: %j', async (entry) => {
    const { path, world } = await prepare();
    writeFileSync(path, JSON.stringify({ version: 1, alerts: [entry] }));
    for (const line of [`config plan ${path}`, `config apply ${path} --yes --resend`]) {
      const { stdout, stderr, exitCode } = await run(line, world);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('alerts[0].value: is a secret; expected env:VARIABLE or @file');
      expect(stdout + stderr).not.toContain('plain');
    }
  });

  test('what was a secret under its old name is not shown', async () => {
    const { path, world } = await prepare();
    const entry = { id: 'API_KEY', name: 'Colour', value: 'red' };
    writeFileSync(path, JSON.stringify({ version: 1, alerts: [entry] }));
    const { stdout } = await run(`config plan ${path}`, world);
    expect(stdout).toContain('red');
    expect(leaks(stdout)).toEqual([]);
    const pulled = await run(`config pull --into ${path}`, world);
    expect(pulled).toMatchObject({ exitCode: 0 });
    expect(leaks(pulled.stdout + pulled.stderr + readFileSync(path, 'utf8'))).toEqual([]);
  });

  test.each(['', ' --debug', ' -O pulled.yaml'])('config pull%s shows none', async (words) => {
    const { folder, world } = await prepare();
    const line = `config pull --only alerts${words.replace('pulled', join(folder, 'pulled'))}`;
    const outcome = await run(line, world);
    expect(outcome.stdout + stored(folder)).toContain('Gone');
    expect(leaks(outcome.stdout + outcome.stderr + stored(folder))).toEqual([]);
  });

  test('the tools of a model show none', async () => {
    const { folder, path, world } = await prepare();
    const { call, close } = await connectMcp(['--allow-changes', '--export-dir', folder], world);
    const plan = await call('config_plan', { file: path, planFile: 'plan.json' });
    const applied = await call('config_apply', { plan: plan.plan });
    const { stdout, stderr } = await close();
    expect(applied).toMatchObject({ ok: true });
    expect(stdout).toContain('Spike');
    expect(leaks(stdout + stderr + stored(folder))).toEqual([]);
  });
});
