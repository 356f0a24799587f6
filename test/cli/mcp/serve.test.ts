import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { answer, openLoopback } from '../../helpers/loopback.ts';
import { type Answer, connectMcp, type McpClient } from '../../helpers/mcp.ts';
import { withProfiles } from '../../helpers/profiles.ts';
import { createFolder, run, testToken } from '../../helpers/run.ts';
import { pageOf, scriptService } from '../../helpers/service.ts';

const folder = createFolder();
const pathOf = (name: string) => join(folder, name);
const words = ['--sandbox', '--allow-changes', '--export-dir', folder];
const shared = await connectMcp(words);
afterAll(() => shared.close());

test('the settings of requests apply to the tools, and debugging shows these on stderr', async () => {
  const failing = await openLoopback(answer(503));
  const env = { COSTCTL_BASE_URL: failing.url.href, COSTCTL_TOKEN: testToken };
  const { call, close } = await connectMcp(['--retries', '1', '--debug'], { env });
  const { notes, error } = await call('list_records', { kind: 'providers' });
  const { stderr } = await close();
  await failing.close();
  expect(failing.requests).toHaveLength(2);
  expect([notes, error?.code]).toEqual([[], 'server_error']);
  expect(stderr.match(/^debug: > .*/gm)).toEqual([
    'debug: > GET /v1/providers?page=1&limit=100, attempt 1',
    'debug: > GET /v1/providers?page=1&limit=100, attempt 2',
  ]);
});

test('with -q a result has no notes, but an export says what it wrote', async () => {
  const { call, close } = await connectMcp(['--sandbox', '-q', '--export-dir', createFolder()]);
  const { notes } = await call('unit_cost', { last: '2d', metric: 'Orders' });
  const input = { from: '2026-10-01', to: '2026-10-02', file: 'a.csv' };
  const written = await call('export_costs', input);
  await close();
  expect(notes).toEqual([]);
  const count = expect.stringMatching(/^note: .* rows, matching the service's count$/);
  expect(written).toMatchObject({ ok: true, notes: [count] });
});

describe('the tools', () => {
  test('only read, except the export', async () => {
    const { client, close } = await connectMcp(['--sandbox']);
    const { tools } = await client.listTools();
    await close();
    expect(tools.length).toBeGreaterThan(3);
    expect(tools.length).toBeLessThanOrEqual(10);
    const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
    expect(writing.map(({ name }) => name)).toEqual(['export_costs']);
  });

  test('refuse what their schemas do with an error of this program', async () => {
    const { tools } = await shared.client.listTools();
    for (const { name, inputSchema } of tools) {
      const odd = [{ nope: 1 }, ...(inputSchema.required ?? []).map((key) => ({ [key]: {} }))];
      for (const input of odd) {
        const answer = await shared.client.callTool({ name, arguments: input });
        const { structuredContent, content, isError } = answer;
        const hint = `see the input schema of ${name}`;
        expect([name, isError, structuredContent]).toMatchObject([
          ...[name, true],
          { ok: false, result: null, error: { code: 'usage', message: expect.any(String), hint } },
        ]);
        expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
        if ('nope' in input) expect(JSON.stringify(content)).toContain('has no property nope');
      }
    }
  });

  test('that change the service are there only with --allow-changes', async () => {
    const { tools } = await shared.client.listTools();
    const changing = tools.filter(({ annotations }) => annotations?.destructiveHint === true);
    expect(changing.map(({ name }) => name)).toEqual(['config_apply']);
    expect(tools.map(({ name }) => name)).toContain('config_plan');
  });

  test('say what they answer, and what each input and output is', async () => {
    const { tools } = await shared.client.listTools();
    for (const { name, title, description, inputSchema, outputSchema } of tools) {
      expect([name, title]).toEqual([expect.stringMatching(/^[a-z_]+$/), expect.any(String)]);
      expect(description?.length).toBeGreaterThan(80);
      expect(inputSchema['additionalProperties']).toBe(false);
      expect(outputSchema?.['required']).toEqual(['ok', 'result', 'omitted', 'notes']);
      for (const [key, schema] of Object.entries(inputSchema.properties ?? {})) {
        expect([name, key, schema]).toEqual([
          ...[name, key],
          expect.objectContaining({ description: expect.stringMatching(/\w{3}/) }),
        ]);
        expect(Object.keys(schema ?? {})).toContainEqual(expect.stringMatching(/^(type|enum)$/));
      }
    }
  });

  test('describe their inputs without options and lines of the command line', async () => {
    const { tools } = await shared.client.listTools();
    expect(JSON.stringify(tools)).not.toMatch(
      /--[a-z]|costctl [a-z]|stdin|explained below|COL>N …/,
    );
  });

  test('require what their commands require', async () => {
    const { tools } = await shared.client.listTools();
    const required = tools.map(({ name, inputSchema }) => [name, inputSchema.required?.join(' ')]);
    expect(Object.fromEntries(required.filter(([, keys]) => keys !== ''))).toEqual({
      unit_cost: 'metric',
      list_records: 'kind',
      export_costs: 'file',
      config_plan: 'planFile file',
      config_apply: 'plan',
    });
  });
});

/** The value of JSON with every number as text, in all its digits. */
function withTexts(json: string): unknown {
  return JSON.parse(json.replaceAll(/(?<=[:[,])-?\d[\d.]*(?=[,}\]])/g, '"$&"'));
}

const questions: readonly [string, Record<string, unknown>, string][] = [
  [
    'spend_summary',
    { from: '2026-10-01', to: '2026-10-02', by: ['service', 'region'], top: 2 },
    'costs summary --from 2026-10-01 --to 2026-10-02 --by service --by region --top 2',
  ],
  ['spend_explain', { last: '2d', includeToday: true }, 'costs explain --last 2d --include-today'],
  ['spend_explain', { last: '2d', includeToday: false }, 'costs explain --last 2d'],
  ['unit_cost', { last: '2d', metric: 'bmt_orders' }, 'costs unit --metric bmt_orders --last 2d'],
  ['spend_anomalies', { last: '2d', score: 2.5 }, 'costs anomalies --last 2d --score 2.5'],
  ['spend_outlook', { where: ['provider=gcp'] }, 'costs outlook --where provider=gcp'],
  ['cost_columns', { last: '1d' }, 'costs columns --last 1d'],
  ['list_records', { kind: 'workspaces', max: 1 }, 'workspaces list --max 1'],
  ['list_records', { kind: 'providers' }, 'providers list'],
  ['list_records', { kind: 'providerStatus' }, 'providers status'],
  ['list_records', { kind: 'connections' }, 'workspaces providers list'],
  ['list_records', { kind: 'metrics' }, 'metrics list'],
  ['list_records', { kind: 'filters' }, 'filters list'],
  ['list_records', { kind: 'users' }, 'users list'],
  ['list_records', { kind: 'rates' }, 'rates list'],
];

test.each(questions)('%s of %j answers what the command prints', async (name, input, line) => {
  const { result, notes, ...answer } = await shared.call(name, input);
  const { stdout, exitCode } = await run(
    [...line.split(' '), '-o', 'json', '--sandbox', '--no-input'],
    { env: { NO_COLOR: '1' } },
  );
  expect(withTexts(JSON.stringify(result))).toEqual(withTexts(stdout));
  expect(answer).toMatchObject({ ok: exitCode === 0, omitted: 0 });
});

describe('a result', () => {
  const list = '/v1/workspaces?page=1&limit=100';

  /** The answer for these records, as JSON. */
  async function listed(...records: readonly (readonly unknown[])[]): Promise<Answer> {
    const pages = records.map((some, at) => ({
      path: list.replace('page=1', `page=${at + 1}`),
      answer: pageOf(some, at + 1 < records.length ? { next: `?page=${at + 2}&limit=100` } : {}),
    }));
    const { call, close } = await connectMcp([], { service: scriptService(...pages) });
    const answer = await call('list_records', { kind: 'workspaces' });
    await close();
    return answer;
  }

  test('has as text each number that a reader would round', async () => {
    const text =
      '{"id":"wsp_a","a":0.10,"b":[9007199254740993,-7],"c":{"d":1.5,"e":1e400},"f":null,"g":2}';
    const page = JSON.stringify(pageOf(['RECORD'])).replace('"RECORD"', text);
    const service = scriptService({ path: list, answer: page });
    const { call, close } = await connectMcp([], { service });
    const { result } = await call('list_records', { kind: 'workspaces' });
    await close();
    expect(result).toEqual([
      {
        id: 'wsp_a',
        a: '0.10',
        b: ['9007199254740993', -7],
        c: { d: '1.5', e: '1e400' },
        f: null,
        g: 2,
      },
    ]);
  });

  test('has at most 200 items, and says how many it left out', async () => {
    const records = Array.from({ length: 203 }, (_, at) => ({ id: `wsp_${at}` }));
    const pages = [records.slice(0, 100), records.slice(100, 200), records.slice(200)];
    const { result, omitted } = await listed(...pages);
    expect({ result, omitted }).toEqual({ result: records.slice(0, 200), omitted: 3 });
  });

  test.each([
    ...['workspaces', 'providers', 'providerStatus', 'connections'],
    ...['metrics', 'filters', 'users', 'rates'],
  ])('of %s has at most as many items as the input asks for', async (kind) => {
    const { result } = await shared.call('list_records', { kind, max: 1 });
    expect(result).toHaveLength(1);
  });

  test('keeps the totals if it has too many items', async () => {
    const input = { month: '2026-10', by: ['service'], granularity: 'day' };
    const { result, omitted } = await shared.call('spend_summary', input);
    const rows = result as readonly { readonly currency: string; readonly all?: boolean }[];
    const totals = rows.flatMap(({ all, currency }) => (all === true ? [currency] : []));
    expect({ totals, many: omitted > 200, shown: rows.length }).toEqual({
      ...{ totals: ['EUR', 'USD'], many: true, shown: 200 },
    });
  });

  test('has as many items as fit into 60,000 characters', async () => {
    const records = Array.from({ length: 100 }, (_, at) => ({
      id: `wsp_${at}`,
      name: 'x'.repeat(979),
    }));
    const { result, omitted } = await listed(records);
    const shown = (result as readonly unknown[]).length;
    expect(omitted).toBe(100 - shown);
    const sizes = records.map((record) => JSON.stringify(record).length);
    const sizeOf = (count: number) => sizes.slice(0, count).reduce((sum, size) => sum + size, 0);
    expect(sizeOf(shown)).toBeLessThanOrEqual(60_000);
    expect(sizeOf(shown + 1)).toBeGreaterThan(60_000);
  });
});

describe('an input that the command rejects', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['a wrong value', 'spend_summary', { month: '2026-99' }],
    ['an option within a value', 'spend_summary', { month: '2026-10 --base-url=http://x' }],
    ['two periods', 'spend_summary', { month: '2026-10', last: '7d' }],
  ])('is an error of the result: %s', async (_what, name, input) => {
    const { isError, structuredContent, content } = await shared.client.callTool({
      ...{ name, arguments: input },
    });
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({
      ...{ ok: false, result: null, omitted: 0 },
      error: { code: 'usage', message: expect.stringMatching(/^month: |and month /) },
    });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a wrong type', { kind: 7 }],
    ['an unknown kind', { kind: 'passwords' }],
    ['an unknown property', { kind: 'users', '--yes': true }],
    ['a huge argument', { kind: 'x'.repeat(1_000_000) }],
  ])('never reaches a command: %s', async (_name, input) => {
    expect(await shared.call('list_records', input)).toMatchObject({
      ...{ ok: false, result: null },
      error: { code: 'usage', hint: 'see the input schema of list_records' },
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    [
      'says all that is wrong',
      { score: 'x', includeUnsettled: 'yes' },
      'score must be number, includeUnsettled must be boolean',
    ],
    [
      'names an unknown property',
      { constructor: 1 },
      'spend_anomalies has no property constructor',
    ],
  ])('%s', async (_what, input, message) => {
    const { error } = await shared.call('spend_anomalies', input);
    expect(error).toMatchObject({ code: 'usage', message });
  });

  test('names a tool that there is not', async () => {
    await expect(shared.client.callTool({ name: 'drop_everything' })).rejects.toThrow('not found');
  });
});

describe('a receipt', () => {
  const question = { from: '2026-10-01', to: '2026-10-01' };
  const read = async (uri = '') => {
    const { contents } = await shared.client.readResource({ uri });
    expect(contents.filter(({ mimeType }) => mimeType !== 'application/json')).toEqual([]);
    return contents.map((one) => ('text' in one ? JSON.parse(one.text) : one));
  };

  test('is kept for each answer, and can be listed and read', async () => {
    const first = await shared.call('spend_summary', question);
    const second = await shared.call('spend_explain', question);
    const { resources } = await shared.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining([first.receipt, second.receipt]),
    );
    expect(first.receipt).not.toBe(second.receipt);
    expect(await read(first.receipt)).toMatchObject([{ complete: true, ...question }]);
  });

  test('is forgotten after 50 others', async () => {
    const { receipt: oldest } = await shared.call('spend_summary', question);
    for (let count = 0; count < 49; count += 1) await shared.call('spend_summary', question);
    expect(await read(oldest)).toHaveLength(1);
    await shared.call('spend_summary', question);
    await expect(read(oldest)).rejects.toThrow('not found');
    expect((await shared.client.listResources()).resources).toHaveLength(50);
  });
});

describe('a file', () => {
  const period = { from: '2026-10-01', to: '2026-10-01' };
  const refused = (message: string, hint: string) => ({
    ...{ ok: false, result: null, omitted: 0, notes: [] },
    error: { code: 'usage', message, hint },
  });

  test('of an earlier call is replaced only if the client says so, any other file never', async () => {
    const file = pathOf('rows.csv');
    const first = await shared.call('export_costs', { ...period, file: 'rows.csv' });
    const rows = readFileSync(file, 'utf8');
    expect(first).toMatchObject({ ok: true, receipt: expect.any(String) });
    for (const overwrite of [undefined, false]) {
      expect(await shared.call('export_costs', { ...period, file, overwrite })).toEqual(
        refused(`${file} exists`, 'set overwrite to true to replace it, or choose another path'),
      );
    }
    const again = await shared.call('export_costs', { ...period, file, overwrite: true });
    expect(again).toMatchObject({ ok: true });
    expect(readFileSync(file, 'utf8')).toBe(rows);
    writeFileSync(file, 'mine');
    expect(await shared.call('export_costs', { ...period, file, overwrite: true })).toEqual(
      refused(`${file} exists, and no server of this program wrote it`, 'choose another path'),
    );
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  test('is written by one call at a time, under any of its names', async () => {
    symlinkSync(folder, pathOf('same'));
    const names = ['at-once.csv', './at-once.csv', 'same/at-once.csv', pathOf('at-once.csv')];
    const answers = await Promise.all(
      names.map((file) => shared.call('export_costs', { ...period, file, overwrite: true })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const { ok, error } of answers) {
      if (!ok) expect(error?.message).toMatch(/^another call writes .*at-once\.csv$/);
    }
    const [, ...rows] = readFileSync(pathOf('at-once.csv'), 'utf8').trimEnd().split('\n');
    const written = answers.find(({ ok }) => ok);
    expect(written?.notes.join()).toContain(`${rows.length} rows`);
    const after = await shared.call('export_costs', {
      ...{ ...period, file: 'at-once.csv', overwrite: true },
    });
    expect(after.ok).toBe(true);
  });

  test('of an earlier server is replaced too, unless it was changed since or nothing is known of it', async () => {
    const home = createFolder();
    const name = 'rows.csv';
    const call = async (world: string, input: Record<string, unknown>) => {
      const { call: ask, close } = await connectMcp(['--sandbox', '--export-dir', home], {
        folder: world,
      });
      const answer = await ask('export_costs', { ...period, file: name, ...input });
      await close();
      return answer.ok ? 'written' : answer.error?.message.replace(home, '');
    };
    const unknown = '/rows.csv exists, and no server of this program wrote it';
    expect(await call(home, {})).toBe('written');
    expect(await call(home, {})).toBe('/rows.csv exists');
    expect(await call(home, { overwrite: true })).toBe('written');
    expect(await call(createFolder(), { overwrite: true })).toBe(unknown);
    writeFileSync(join(home, name), readFileSync(join(home, name)));
    expect(await call(home, { overwrite: true })).toBe(unknown);
  });

  test.each([
    ['export_costs', 'file', '../rows.csv'],
    ['export_costs', 'file', '/tmp/costctl-elsewhere.csv'],
    ['export_costs', 'file', 'link/rows.csv'],
    ['config_plan', 'planFile', '../plan.json'],
  ])('%s writes no %s %s, which is outside of the export folder', async (name, key, path) => {
    if (!existsSync(pathOf('link'))) symlinkSync(createFolder(), pathOf('link'));
    const input = name === 'export_costs' ? period : { file: pathOf('none.yaml') };
    const { ok, error } = await shared.call(name, { ...input, [key]: path });
    expect({ ok, error }).toEqual({
      ok: false,
      error: {
        code: 'usage',
        message: `${key}: ${resolve(folder, path)} is outside of ${folder}`,
        hint: 'name a file in that folder: --export-dir of the server sets it',
      },
    });
    expect(existsSync(resolve(folder, path))).toBe(false);
  });

  test('that cannot be written is an error of files, not a defect in this program', async () => {
    const { error } = await shared.call('export_costs', { ...period, file: 'none/rows.csv' });
    expect(error).toMatchObject({
      code: 'file',
      message: expect.stringContaining('none/rows.csv'),
    });
  });

  test('whose name looks like an option is a file', async () => {
    const plan = { file: '--version', planFile: 'version.json' };
    const { ok, error } = await shared.call('config_plan', plan);
    expect({ ok, error }).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/^cannot read .*--version/) },
    });
  });
});

describe('a plan', () => {
  let made = 0;
  /** A saved plan that renames the workspace. */
  async function planFor({ call }: McpClient) {
    made += 1;
    const [file, planFile] = [pathOf(`costctl${made}.yaml`), pathOf(`change${made}.plan`)];
    await run(['config', 'pull', '--out-file', file, '--sandbox']);
    const name = `Store window ${made}`;
    writeFileSync(file, readFileSync(file, 'utf8').replace('Storefront', name));
    const answer = await call('config_plan', { file, planFile });
    const text = readFileSync(planFile, 'utf8');
    expect(answer).toMatchObject({
      ok: true,
      result: JSON.parse(text),
      notes: [expect.stringContaining('1 to change')],
      plan: createHash('sha256').update(text).digest('hex'),
    });
    return { file, planFile, name, plan: answer.plan };
  }

  test('is applied by its hash', async () => {
    const { name, plan } = await planFor(shared);
    const applied = await shared.call('config_apply', { plan });
    expect(applied).toMatchObject({ ok: true, result: [{ name, result: 'done' }] });
  });

  test('that was changed, or that this server did not save, is not applied', async () => {
    const { file, planFile, plan } = await planFor(shared);
    const text = readFileSync(planFile, 'utf8');
    writeFileSync(planFile, text.replaceAll('Store window', 'Stolen window'));
    expect((await shared.call('config_apply', { plan })).error).toMatchObject({
      code: 'usage',
      message: `${planFile} has changed since it was saved`,
    });
    const other = createHash('sha256').update(readFileSync(planFile)).digest('hex');
    expect((await shared.call('config_apply', { plan: other })).error).toMatchObject({
      message: `this server saved no plan ${other}`,
    });
    for (const input of [{ file }, { file: planFile }, { plan: file }]) {
      expect(await shared.call('config_apply', input)).toMatchObject({ error: { code: 'usage' } });
    }
    const { stdout } = await run('--sandbox workspaces get wsp_storefront -o json');
    expect(stdout).not.toContain('Stolen');
  });

  test.each<[string, 'accept' | 'decline', boolean, boolean]>([
    ['agrees', 'accept', true, true],
    ['does not check the box', 'accept', false, false],
    ['declines', 'decline', true, false],
  ])('is shown to a person who %s', async (_what, action, apply, isApplied) => {
    const questions: string[] = [];
    const asking = await connectMcp(words, {}, (question) => {
      questions.push(question);
      return { action, apply };
    });
    const { name, plan } = await planFor(asking);
    const { ok, error } = await asking.call('config_apply', { plan });
    await asking.close();
    expect(questions).toEqual([expect.stringContaining(`Apply this plan to sandbox?`)]);
    expect(questions[0]).toContain(name);
    expect({ ok, code: error?.code }).toEqual({
      ok: isApplied,
      code: isApplied ? undefined : 'cancelled',
    });
  });
});

test('every tool takes the options of the server', async () => {
  const options = '--sandbox --workspace wsp_storefront --timeout 60 --max-wait 60';
  const { call, close } = await connectMcp(options.split(' '));
  for (const [name, input] of questions) {
    const { ok, error } = await call(name, input);
    expect({ name, input, ok, error }).toEqual({ name, input, ok: true, error: undefined });
  }
  await close();
});

test.each(['--workspace wsp_b', '--profile work'])('%s holds for every call', async (words) => {
  const path = '/v1/workspace-providers?workspaceId=wsp_b&page=1&limit=100';
  const service = scriptService({ path, answer: pageOf([]), times: 2 });
  const [work, other] = ['wsp_b', 'wsp_a'].map((workspace) => ({
    ...{ workspace, token: testToken, baseUrl: service.url },
  }));
  const folder = withProfiles({ current: 'other', profiles: { work, other } });
  const { call, close } = await connectMcp(words.split(' '), { service, folder });
  for (const _ of [1, 2]) {
    expect(await call('list_records', { kind: 'connections' })).toMatchObject({ result: [] });
  }
  expect(await close()).toMatchObject({ exitCode: 0 });
});

test('the workspace of the server chooses the policy of exchange rates, and concerns no other question', async () => {
  const asked = async (workspace: string, input: object, env = {}) => {
    const words = ['--sandbox', '--debug', '--workspace', workspace];
    const { call, close } = await connectMcp(words, { env });
    expect(await call('spend_summary', { last: '1d', ...input })).toMatchObject({ ok: true });
    const { stderr } = await close();
    return [...new Set(stderr.match(/(?<=workspaces\/)\w+(?=\/exchange-rates\/policy)/g))];
  };
  expect(await asked('wsp_platform', { convertTo: 'EUR' })).toEqual(['wsp_platform']);
  expect(await asked('Storefront', { convertTo: 'EUR' })).toEqual(['wsp_storefront']);
  expect(await asked('wsp_platform', {})).toEqual([]);
  const env = { COSTCTL_CONVERT_TO: 'EUR' };
  expect(await asked('wsp_platform', {}, env)).toEqual(['wsp_platform']);
  expect(await asked('wsp_platform', { convertTo: 'None' }, env)).toEqual([]);
});

test('a NUL character in any text of any tool is refused as an error of this program', async () => {
  const { tools } = await shared.client.listTools();
  const refused: string[] = [];
  for (const { name, inputSchema } of tools) {
    const needed = (inputSchema.required ?? []).map((key) => [key, 'x']);
    for (const [key, shape] of Object.entries(inputSchema.properties ?? {})) {
      const { type, pattern, enum: names } = Object(shape);
      if (type !== 'string' || pattern !== undefined || names !== undefined) continue;
      const { error } = await shared.call(name, { ...Object.fromEntries(needed), [key]: 'a\0b' });
      expect(error?.message).toBe(`${key}: contains a NUL character`);
      refused.push(key);
    }
  }
  expect(refused).toEqual(expect.arrayContaining(['file', 'planFile', 'from']));
});
