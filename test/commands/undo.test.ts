import { describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

const on = { COSTCTL_JOURNAL: 'on' };

/** A fresh sandbox whose changes are stored. */
function openSandbox() {
  const folder = createFolder();
  return async (line: string, ...more: string[]) => {
    const { stdout, stderr, exitCode } = await run(
      [...line.split(' '), ...more, '--sandbox', '-o', 'json'],
      { folder, env: on },
    );
    return { exitCode, stderr, json: stdout === '' ? undefined : JSON.parse(stdout), folder };
  };
}

describe('an update is undone', () => {
  test.each([
    ['filters get flt_production', 'filters update flt_production --title Other'],
    ['metrics get bmt_orders', 'metrics update bmt_orders --name Other --unit thing'],
    ['providers get prv_azure', 'providers update prv_azure --description Other --sync-every 90'],
    ['workspaces get wsp_storefront', 'workspaces update wsp_storefront --merge --set name=Other'],
  ])('%s', async (read, change) => {
    const sandbox = openSandbox();
    const before = (await sandbox(read)).json;
    expect((await sandbox(change)).exitCode).toBe(0);
    expect((await sandbox(read)).json).not.toEqual(before);
    const [latest] = (await sandbox('undo')).json;
    expect((await sandbox(`undo ${latest.number}`)).exitCode).toBe(0);
    const { updatedAt: _after, ...restored } = (await sandbox(read)).json;
    const { updatedAt: _before, ...original } = before;
    expect(restored).toEqual(original);
  });
});

test('a deleted filter is created again under a new id, and the output says so', async () => {
  const sandbox = openSandbox();
  const { id, createdAt: _time, ...fields } = (await sandbox('filters get flt_production')).json;
  await sandbox('filters delete flt_production --yes');
  const { json, stderr } = await sandbox('undo 1');
  expect(stderr).toContain('the filter has a new id');
  expect(json).toMatchObject(fields);
  expect(json.id).not.toBe(id);
});

test('what cannot be undone says why', async () => {
  const sandbox = openSandbox();
  await sandbox('providers delete prv_azure --yes');
  const { exitCode, stderr } = await sandbox('undo 1');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('cannot be undone');
});

test('a change that the service rejects is not listed', async () => {
  const sandbox = openSandbox();
  await sandbox('filters delete flt_nowhere --yes');
  expect((await sandbox('undo')).json).toEqual([]);
});

test('undo with --dry-run shows the request and sends nothing', async () => {
  const sandbox = openSandbox();
  await sandbox('filters update flt_production --title Other');
  const { json } = await sandbox('undo 1 --dry-run');
  expect(json).toMatchObject({ method: 'PUT', path: '/v1/saved-filters/flt_production' });
  expect((await sandbox('filters get flt_production')).json.title).toBe('Other');
});

test('a number that no change has is a usage error', async () => {
  expect((await openSandbox()('undo 7')).exitCode).toBe(2);
});

test('journal=off in the profile stores nothing', async () => {
  const folder = createFolder();
  const env = { COSTCTL_JOURNAL: '' };
  await run(['profiles', 'add', 'a', '--token-command', 'true', '--no-verify'], { folder, env });
  const { stderr } = await run(['profiles', 'set', 'a', 'journal=maybe'], { folder, env });
  expect(stderr).toContain('journal: must be on or off');
  expect((await run(['profiles', 'set', 'a', 'journal=off'], { folder, env })).exitCode).toBe(0);
});
