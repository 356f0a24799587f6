import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withProfiles, work } from '../helpers/profiles.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, refuse, showScreens } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const orders = {
  id: 'bmt_orders',
  name: 'Orders',
  unit: 'order',
  labelColumns: ['region', 'channel'],
  createdAt: '2026-01-02T03:04:05Z',
  updatedAt: null,
};
const visits = { id: 'bmt_visits', name: 'Visits', unit: 'visit', labelColumns: [] };
const address = '/v1/business-metrics/bmt_orders?workspaceId=wsp_main';
const env = { COSTCTL_WORKSPACE: 'wsp_main' };

describe('metrics list', () => {
  const path = '/v1/business-metrics?workspaceId=wsp_main&page=1&limit=100';

  test('shows the metrics of the workspace with their labels', async () => {
    const { table, json } = await showScreens('metrics list', {
      path,
      answer: pageOf([orders, visits]),
    });
    expect(table).toMatchInlineSnapshot(`
      "id          name    unit   labels           created
      bmt_orders  Orders  order  region, channel  2026-01-02T03:04:05Z
      bmt_visits  Visits  visit
      "
    `);
    expect(json).toEqual([orders, visits]);
  });

  test('explains how to set a workspace if no workspace is set', async () => {
    const stderr = await failWith(2, run('metrics list', { service: scriptService() }));
    expect(stderr).toMatchInlineSnapshot(`
      "error: no workspace is set
      hint: give --workspace ID, set COSTCTL_WORKSPACE, or costctl profiles set NAME workspace=ID; costctl workspaces list shows them
      "
    `);
  });

  test('names the profile that lacks the workspace', async () => {
    const { workspace: _none, ...home } = work;
    const local = { ...home, baseUrl: 'http://127.0.0.1:9' };
    const folder = withProfiles({ current: 'home', profiles: { home: local } });
    const world = { folder, env: { COSTCTL_BASE_URL: '', COSTCTL_TOKEN: '' } };
    const hint = 'costctl profiles set home workspace=ID';
    expect(await failWith(2, run('metrics list', world))).toContain(hint);
    const doctor = await run('doctor -o json', world);
    expect(doctor.stdout).toContain(hint);
  });

  test('asks for an address first if that is not set either', async () => {
    const env = { COSTCTL_BASE_URL: '' };
    const stderr = await failWith(3, run('metrics list', { env }));
    expect(stderr).toContain('error: no base address is set\n');
    const line = 'metrics create --name a --unit b --dry-run';
    expect(await failWith(2, run(line, { env }))).toContain('error: no workspace is set\n');
  });
});

describe('metrics get', () => {
  test('shows all fields of one metric', async () => {
    const { table, json } = await showScreens('metrics get bmt_orders', {
      path: address,
      answer: orders,
    });
    expect(table).toMatchInlineSnapshot(`
      "id       bmt_orders
      name     Orders
      unit     order
      labels   region, channel
      created  2026-01-02T03:04:05Z
      updated
      "
    `);
    expect(json).toEqual(orders);
  });

  test('reports a 403 with its exit code and what the token may lack', async () => {
    const service = scriptService({ path: address, status: 403, answer: {} });
    const stderr = await failWith(4, run('metrics get bmt_orders', { service, env }));
    expect(stderr).toContain('hint: the token lacks this capability');
  });
});

describe('metrics create', () => {
  const line = ['metrics', 'create', '--name', 'Orders', '--unit', 'order'];
  const body = { workspaceId: 'wsp_main', name: 'Orders', unit: 'order' };
  const exchange = { method: 'POST', path: '/v1/business-metrics', status: 201, answer: orders };

  test('sends name, unit and label columns in their order', async () => {
    const { table, json } = await showScreens(
      [...line, '--label-column', 'region', '--label-column', 'channel'],
      { ...exchange, body: { ...body, labelColumns: ['region', 'channel'] } },
    );
    expect(table).toMatchInlineSnapshot(`
      "id       bmt_orders
      name     Orders
      unit     order
      labels   region, channel
      created  2026-01-02T03:04:05Z
      updated
      "
    `);
    expect(json).toEqual(orders);
  });

  test('sends no label columns if none is given', async () => {
    const { json } = await showScreens(line, { ...exchange, body });
    expect(json).toEqual(orders);
  });

  test.each([
    [['--unit', 'order'], "required option '--name <name>' not specified"],
    [['--name', 'Orders'], "required option '--unit <unit>' not specified"],
    [
      ['--name', 'a', '--unit', 'b', '--label-column', 'x', '--label-column', 'x'],
      '--label-column: names x twice',
    ],
    [['--name', 'a', '--unit', 'b', '--label-column', ''], '--label-column: must not be empty'],
  ])('refuses %j', async (options, message) => {
    expect(await refuse(['metrics', 'create', ...options])).toContain(message);
  });
});

describe('metrics update', () => {
  const exchange = { method: 'PUT', path: address, answer: orders };

  test.each([
    [['--name', 'Sales'], { name: 'Sales' }],
    [['--unit', 'sale'], { unit: 'sale' }],
    [['--name', 'Sales', '--unit', 'sale'], { name: 'Sales', unit: 'sale' }],
  ])('sends only the fields given by %j', async (options, body) => {
    const { table, json } = await showScreens(['metrics', 'update', 'bmt_orders', ...options], {
      ...exchange,
      body,
    });
    expect(table).toContain('region, channel');
    expect(json).toEqual(orders);
  });

  test('refuses an update without changes', async () => {
    expect(await refuse('metrics update bmt_orders')).toContain('nothing to change');
  });
});

describe('metrics delete', () => {
  const exchange = { method: 'DELETE', path: address, status: 204 };
  const line = ['metrics', 'delete', 'bmt_orders'];

  test('asks on a terminal and warns that the values are deleted too', async () => {
    const world = { service: scriptService(exchange), env, terminal: 80, answers: ['yes'] };
    const { questions, stderr, exitCode } = await run(line, world);
    expect({ stderr, exitCode }).toEqual({
      stderr: 'note: deleted the metric bmt_orders and its values\n',
      exitCode: 0,
    });
    expect(questions).toMatchInlineSnapshot(`
      [
        "This will delete the metric bmt_orders and its values; a report with its unit
      cost will show cost alone.
      Address: https://api.example.test
      Continue? [y/N] ",
      ]
    `);
  });
});

const german = 'Datum;Bestellungen;Region\r\n01.10.2026;11.594,00;us-east\r\n';

async function importGerman(...flags: readonly string[]) {
  const folder = createFolder();
  const file = join(folder, 'german.csv');
  writeFileSync(file, german);
  return run(['--sandbox', 'metrics', 'import', 'bmt_orders', file, '--dry-run', ...flags], {
    folder,
  });
}

test('a file with headers of its own: one hint names every option that it needs', async () => {
  const stderr = await failWith(10, importGerman());
  expect(stderr).toContain('there is no column "date" and no column "amount"\n');
  expect(stderr).toContain('name them with --map date=COLUMN,amount=COLUMN\n');
  const mapped = ['--map', 'date=Datum,amount=Bestellungen'];
  const second = await importGerman(...mapped);
  expect(second.stderr).toContain('--date-format DD.MM.YYYY');
  expect(second.stderr).toContain('--decimal-comma');
  // No row can be used, so there are no others.
  expect(second.stderr).toMatch(/^hint: correct them \(--rejects FILE keeps them\)$/m);
  const third = await importGerman(
    ...[...mapped, '--date-format', 'DD.MM.YYYY', '--decimal-comma'],
  );
  expect(third).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 updated') });
});

test('a map that is written the other way round says so', async () => {
  const stderr = await failWith(2, importGerman('--map', 'Datum=date,Bestellungen=amount'));
  expect(stderr).toContain('hint: the field comes first: --map date=Datum\n');
});
