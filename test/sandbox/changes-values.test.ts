import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { orders, type Sandbox, start, storefront } from './start.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await start();
});

afterEach(() => sandbox.close());

const all = 'page=1&limit=100';

describe('metric values', () => {
  const target = `${orders}/values?${storefront}`;
  const send = (values: unknown) => sandbox.send(`POST ${target}`, { body: { values } });
  const held = async (day: string) =>
    (await sandbox.send(`GET ${target}&${all}&from=${day}&to=${day}`)).body.data;

  test('an import counts each value as created, updated or unchanged', async () => {
    const [first] = await held('2026-10-05');
    const { body } = await send([
      first,
      { date: '2026-10-05', amount: '7.50', labels: { region: 'us-east' } },
      { date: '2026-10-05', amount: '8', labels: { region: 'mars' } },
      { date: '2026-10-05', amount: '9', labels: {} },
      { date: '2026-10-05', amount: '9', labels: null },
    ]);
    expect(body).toEqual({ created: 2, updated: 1, unchanged: 2 });
    expect((await held('2026-10-05')).slice(-2)).toEqual([
      { date: '2026-10-05', amount: '8', labels: { region: 'mars' } },
      { date: '2026-10-05', amount: '9', labels: {} },
    ]);
  });

  test('sending the same values again changes nothing', async () => {
    const values = [{ date: '2031-01-01', amount: '0.10', labels: { region: 'x' } }];
    expect((await send(values)).body).toEqual({ created: 1, updated: 0, unchanged: 0 });
    expect((await send(values)).body).toEqual({ created: 0, updated: 0, unchanged: 1 });
  });

  test.each([
    ['5', '5.0', 'unchanged'],
    ['5', '+05e0', 'unchanged'],
    ['120', '1.2E2', 'unchanged'],
    ['0', '-0.00', 'unchanged'],
    ['.5', '0.50', 'unchanged'],
    ['5', '-5', 'updated'],
    ['5', '50', 'updated'],
    ['0.3', '0.30000000000000004', 'updated'],
    ['9007199254740993', '9007199254740992', 'updated'],
  ])('after %s, the amount %s counts as %s', async (before, after, fate) => {
    const value = { date: '2031-01-01', labels: {} };
    await send([{ ...value, amount: before }]);
    expect((await send([{ ...value, amount: after }])).body[fate]).toBe(1);
    const kept = fate === 'updated' ? after : before;
    expect(await held('2031-01-01')).toEqual([{ ...value, amount: kept }]);
  });

  test.each([
    [99, 99],
    [100, 100],
    [101, 100],
  ])('of %i invalid values, %i are named and all are counted', async (count, named) => {
    const values = Array.from({ length: count }, () => ({ date: '2031-01-01', amount: 'x' }));
    const { status, body } = await send(values);
    const others = count - 1;
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toHaveLength(named);
    expect(body.errors[`values[${named - 1}].amount`]).toEqual(['must be a decimal']);
    expect(body.detail).toBe(
      `nothing was stored: values[0].amount must be a decimal, and ${others} more`,
    );
    expect(await held('2031-01-01')).toEqual([]);
  });

  test.each([
    [100, 100],
    [101, 100],
  ])('of %i values that break the schema, %i are named', async (count, named) => {
    const { status, body } = await send(Array.from({ length: count }, () => ({ amount: '1' })));
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toHaveLength(named);
  });

  test('the order of label keys does not matter', async () => {
    const line = `POST /v1/business-metrics/bmt_revenue/values?${storefront}`;
    const value = { date: '2031-01-01', amount: '1' };
    const one = { ...value, labels: { region: 'r', channel: 'c' } };
    const other = { ...value, labels: { channel: 'c', region: 'r' } };
    await sandbox.send(line, { body: { values: [one] } });
    const { body } = await sandbox.send(line, { body: { values: [other] } });
    expect(body).toEqual({ created: 0, updated: 0, unchanged: 1 });
  });

  test('a request with one bad value stores no values', async () => {
    const good = { date: '2031-01-01', amount: '1', labels: {} };
    const { status, body } = await send([good, { ...good, amount: '1,5' }]);
    const detail = 'nothing was stored: values[1].amount must be a decimal';
    expect({ status, detail: body.detail }).toEqual({ status: 400, detail });
    expect(await held('2031-01-01')).toEqual([]);
  });

  test('a request without values is refused by name', async () => {
    const { status, body } = await sandbox.send(`POST ${target}`, { body: {} });
    expect({ status, detail: body.detail }).toEqual({ status: 400, detail: 'values is required' });
    expect(body.errors).toEqual({ values: ['is required'] });
  });

  test('lists values by day, including imported ones', async () => {
    await send([
      { date: '2026-10-30', amount: '1', labels: { region: 'z' } },
      { date: '2020-01-01', amount: '2', labels: {} },
    ]);
    const { body } = await sandbox.send(`GET ${target}&${all}&to=2026-10-30`);
    const last = await sandbox.send(`GET ${body.links.last.slice(sandbox.url.length)}`);
    expect(body.data[0]).toEqual({ date: '2020-01-01', amount: '2', labels: {} });
    expect(last.body.data.at(-1)).toMatchObject({ date: '2026-10-30', amount: '1' });
  });

  test('deleting a metric deletes its values', async () => {
    const metric = { workspaceId: 'wsp_storefront', name: 'n', unit: 'u', labelColumns: ['a'] };
    const { body } = await sandbox.send('POST /v1/business-metrics', { body: metric });
    const own = `/v1/business-metrics/${body.id}`;
    const values = [{ date: '2026-10-01', amount: '1', labels: { a: 'x' } }];
    await sandbox.send(`POST ${own}/values?${storefront}`, { body: { values } });
    expect((await sandbox.send(`DELETE ${own}?${storefront}`)).status).toBe(204);
    expect((await sandbox.send(`GET ${own}/values?${storefront}&${all}`)).status).toBe(404);
  });

  test('updating the metric keeps its label columns', async () => {
    const body = { name: 'Renamed', labelColumns: ['other'] };
    const answer = await sandbox.send(`PUT ${orders}?${storefront}`, { body });
    expect(answer.body).toMatchObject({ name: 'Renamed', unit: 'order', labelColumns: ['region'] });
  });
});
