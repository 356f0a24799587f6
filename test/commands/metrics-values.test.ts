import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, refuse, showScreens } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const env = { COSTCTL_WORKSPACE: 'wsp_main' };
const metric = {
  path: '/v1/business-metrics/bmt_orders?workspaceId=wsp_main',
  answer: { id: 'bmt_orders', name: 'Orders', unit: 'order', labelColumns: ['region', 'channel'] },
};
const plain = {
  ...metric,
  answer: { ...metric.answer, labelColumns: [] },
};
const values = '/v1/business-metrics/bmt_orders/values?workspaceId=wsp_main';

describe('metrics values', () => {
  const first = { date: '2026-10-01', amount: '1250.10', labels: { region: 'eu', channel: 'web' } };
  const second = { date: '2026-10-02', amount: '-0.5', labels: {} };
  const line = ['metrics', 'values', 'bmt_orders'];

  test('shows the values of the requested days', async () => {
    const { table, json } = await showScreens(
      [...line, '--from', '2026-10-01', '--to', '2026-10-02'],
      {
        path: `${values}&from=2026-10-01&to=2026-10-02&page=1&limit=100`,
        answer: pageOf([first, second]),
      },
    );
    expect(table).toMatchInlineSnapshot(`
      "date          amount  labels
      2026-10-01  1,250.10  region=eu channel=web
      2026-10-02      -0.5
      "
    `);
    expect(json).toEqual([first, second]);
  });

  const all = { path: `${values}&page=1&limit=100`, answer: pageOf([first, second]) };

  test('has one column per label in csv and tsv, however the format is chosen', async () => {
    const csv = await run([...line, '-o', 'csv'], { service: scriptService(metric, all), env });
    expect(csv.stdout).toMatchInlineSnapshot(`
      "date,amount,region,channel
      2026-10-01,1250.10,eu,web
      2026-10-02,-0.5,,
      "
    `);
    const world = { service: scriptService(metric, all), env: { ...env, COSTCTL_OUTPUT: 'tsv' } };
    const tsv = await run(line, world);
    expect(tsv.stdout).toBe(csv.stdout.replaceAll(',', '\t'));
    const path = join(createFolder(), 'values.csv');
    await run([...line, '-O', path], { service: scriptService(metric, all), env });
    expect(readFileSync(path, 'utf8')).toBe(csv.stdout);
  });

  test.each([
    [['2026-02-30'], "--from: '2026-02-30' is not a valid date"],
    [['yesterday'], "--from: 'yesterday' is not a valid date"],
    [['2026-10-02', '--to', '2026-10-01'], '--from 2026-10-02 is after --to 2026-10-01'],
  ])('refuses the days from %j', async (words, message) => {
    expect(await refuse([...line, '--from', ...words])).toContain(message);
  });
});

describe('metrics set', () => {
  const line = ['metrics', 'set', 'bmt_orders', '--date', '2026-10-01', '--amount', '1.50'];
  const labels = ['--label', 'region=eu', '--label', 'channel=a=b'];

  test('sends the amount unchanged, with every label', async () => {
    const { table, json } = await showScreens([...line, ...labels], metric, {
      method: 'POST',
      path: values,
      body: {
        values: [{ date: '2026-10-01', amount: '1.50', labels: { region: 'eu', channel: 'a=b' } }],
      },
      answer: { created: 1, updated: 0, unchanged: 0 },
    });
    expect(table).toMatchInlineSnapshot(`
      "1 created, 0 updated, 0 unchanged
      "
    `);
    expect(json).toEqual({ created: 1, updated: 0, unchanged: 0 });
  });

  test.each([0, 2])('is incomplete if the service counts %i values', async (created) => {
    const answer = { created, updated: 0, unchanged: 0 };
    const service = scriptService(plain, { method: 'POST', path: values, answer });
    const { stdout, stderr, exitCode } = await run(line, { service, env });
    expect({ stdout, exitCode }).toEqual({
      stdout: `${created} created, 0 updated, 0 unchanged\n`,
      exitCode: 9,
    });
    expect(stderr).toContain(`error: the service counted ${created} of 1 value sent\nhint: run`);
  });

  test('is retried after a 503, since a repeat changes nothing', async () => {
    const post = { method: 'POST', path: values };
    const service = scriptService(
      plain,
      { ...post, status: 503 },
      { ...post, answer: { created: 0, updated: 0, unchanged: 1 } },
    );
    const { exitCode, waits } = await run(line, { service, env });
    expect({ exitCode, waits: waits.length }).toEqual({ exitCode: 0, waits: 1 });
  });

  test.each([
    [['--label', 'region=eu'], 'error: --label: channel is missing'],
    [[...labels, '--label', 'tier=a'], 'error: --label: tier is not a label column of the metric'],
    [[...labels, '--label', 'toString=a'], 'error: --label: toString is not a label column'],
    [['--label', 'region=', '--label', 'channel=b'], 'error: --label: region is missing'],
  ])('refuses the labels %j after reading the metric', async (options, message) => {
    const service = scriptService(metric);
    expect(await failWith(2, run([...line, ...options], { service, env }))).toContain(message);
  });

  test('reports if the metric has no labels', async () => {
    const service = scriptService(plain);
    const { stderr } = await run([...line, '--label', 'a=b'], { service, env });
    expect(stderr).toContain(
      '--label: a is not a label column of the metric\nhint: the metric has no labels',
    );
    const other = scriptService(metric);
    const reported = await run([...line, '--label', 'a=b'], { service: other, env });
    expect(reported.stderr).toContain('hint: known: region, channel\n');
  });

  test.each([
    [['--date', '2026-02-29', '--amount', '1'], '--date: must be a date, YYYY-MM-DD'],
    [['--date', '0000-01-01', '--amount', '1'], '--date: must be a date, YYYY-MM-DD'],
    [['--date', '2026-02-28', '--amount', '1,5'], '--amount: must be a decimal'],
    [['--date', '2026-02-28', '--amount', 'NaN'], '--amount: must be a decimal'],
    [['--date', '2026-02-28'], "required option '--amount <decimal>' not specified"],
    [['--amount', '1'], "required option '--date <date>' not specified"],
    [
      ['--date', '2026-02-28', '--amount', '1', '--label', 'a=1', '--label', 'a=2'],
      '--label: names a twice',
    ],
  ])('refuses %j before anything is sent', async (options, message) => {
    expect(await refuse(['metrics', 'set', 'bmt_orders', ...options])).toContain(message);
  });
});
