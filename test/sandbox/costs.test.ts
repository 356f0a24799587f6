import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { addDecimals, type Decimal, parseDecimal, zero } from '../../src/json/decimal.ts';
import { createCostData } from '../../src/sandbox/routes/cost-routes.ts';
import { type Sandbox, start } from './start.ts';

let sandbox: Sandbox | undefined;
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
});

interface Row {
  readonly date: string;
  readonly workspaceId: string;
  readonly service: string;
  readonly chargeType: string;
  readonly cost: number;
  readonly currency: string;
}

const everything = { rowsPerDay: undefined, sees: () => true };

function readRows(from: number, to: number, start: number, length: number): string[] {
  const data = createCostData(everything);
  const text = data.write({ from, to }, { start, length }, '', '').toString();
  return text === '' ? [] : text.split(/,(?=\{"date")/);
}

const monday = 20_731;

describe('generated rows', () => {
  test('part of a window has the same rows as that part of the whole window', () => {
    const window = { from: monday, to: monday + 9 };
    const count = createCostData(everything).count(window);
    const whole = readRows(window.from, window.to, 0, count);
    expect(whole).toHaveLength(count);
    fc.assert(
      fc.property(fc.nat(count), fc.nat(count), (one, other) => {
        const start = Math.min(one, other);
        const length = Math.abs(one - other);
        const part = readRows(window.from, window.to, start, length);
        expect(part).toEqual(whole.slice(start, start + length));
      }),
    );
  });

  test('a day has the same rows in any window', () => {
    const { count } = createCostData(everything);
    const before = count({ from: monday, to: monday + 2 });
    const length = count({ from: monday + 3, to: monday + 3 });
    expect(readRows(monday, monday + 5, before, length)).toEqual(
      readRows(monday + 3, monday + 3, 0, length),
    );
  });

  test('every row of half a year is JSON with the same columns', () => {
    const window = { from: monday, to: monday + 180 };
    const rows = readRows(window.from, window.to, 0, createCostData(everything).count(window));
    const forms = new Set(rows.map((row) => Object.keys(JSON.parse(row)).join()));
    expect(forms.size).toBe(1);
  });

  test('there are no rows before 2015', () => {
    expect(createCostData(everything).count({ from: 0, to: 16_435 })).toBe(0);
    expect(createCostData(everything).count({ from: 0, to: 16_436 })).toBeGreaterThan(0);
  });

  test('generates the last of a million rows without the earlier ones', () => {
    const data = createCostData({ ...everything, rowsPerDay: 1_000_000 });
    const day = { from: monday, to: monday };
    expect(data.count(day)).toBe(1_000_000);
    const last = data.write(day, { start: 999_999, length: 1 }, '', '').toString();
    expect(JSON.parse(last)).toMatchObject({ workspaceId: 'wsp_forschung-eu' });
  });
});

describe('the sample data', () => {
  const rowsOf = (from: number, to: number): Row[] =>
    readRows(from, to, 0, createCostData(everything).count({ from, to })).map((row) =>
      JSON.parse(row),
    );
  const total = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + row.cost, 0);

  test('weekends cost less than working days', () => {
    const [friday, saturday] = [rowsOf(monday + 4, monday + 4), rowsOf(monday + 5, monday + 5)];
    expect(saturday[0]?.date).toBe('2026-10-10');
    expect(total(saturday)).toBeLessThan(total(friday) * 0.75);
  });

  test('has a cost spike on 17 August', () => {
    const spike = 20_682;
    const [usual, high] = [rowsOf(spike - 7, spike - 7), rowsOf(spike, spike)];
    expect(high[0]?.date).toBe('2026-08-17');
    expect(total(high)).toBeGreaterThan(total(usual) * 2);
  });

  test('has credits, two currencies in one workspace, and names that need quoting', () => {
    const rows = rowsOf(monday, monday + 1);
    const credits = rows.filter((row) => row.chargeType === 'Credit');
    expect(credits.length).toBeGreaterThan(0);
    expect(credits.every((row) => row.cost < 0)).toBe(true);
    const currencies = rows
      .filter((row) => row.workspaceId === 'wsp_forschung-eu')
      .map((row) => row.currency);
    expect(new Set(currencies)).toEqual(new Set(['EUR', 'USD']));
    expect(
      rows.some((row) => row.service.includes('"') || JSON.stringify(row).includes('\\"')),
    ).toBe(true);
  });

  test('amounts have more digits than a double can represent, some of them very small', () => {
    const costs = readRows(monday, monday, 0, 150).map(
      (row) => /"cost":([^,]+)/.exec(row)?.[1] ?? '',
    );
    const digits = costs.map((cost) => cost.replace(/^-?0*\.?0*/, '').replace('.', '').length);
    expect(Math.max(...digits)).toBeGreaterThanOrEqual(19);
    expect(costs.some((cost) => /^0\.0000000\d{10,}$/.test(cost))).toBe(true);
    expect(costs.every((cost) => parseDecimal(cost) !== undefined)).toBe(true);
  });
});

describe('served rows', () => {
  test('the pages of a window contain each row once', async () => {
    sandbox = await start();
    const line = 'GET /v1/costs?startDate=2026-10-01&endDate=2026-10-03&limit=200';
    let sum: Decimal = zero;
    let read = 0;
    let total = 0;
    for (let page = 1; page <= 4; page += 1) {
      const { text, body } = await sandbox.send(`${line}&page=${page}`);
      total = body.meta.totalRecords;
      read += body.data.length;
      for (const [, cost = ''] of text.matchAll(/"cost":([^,]+)/g)) {
        sum = addDecimals(sum, parseDecimal(cost) ?? zero);
      }
    }
    const whole = await sandbox.send(line.replace('limit=200', 'limit=5000'));
    let expected: Decimal = zero;
    for (const [, cost = ''] of whole.text.matchAll(/"cost":([^,]+)/g)) {
      expected = addDecimals(expected, parseDecimal(cost) ?? zero);
    }
    expect(read).toBe(total);
    expect(sum).toEqual(expected);
  });

  test('rows per day are exact, and pages past 100,000 rows are refused with advice', async () => {
    sandbox = await start({ rowsPerDay: 120_000 });
    const line = 'GET /v1/costs?startDate=2026-10-03&endDate=2026-10-03&limit=5000';
    const last = await sandbox.send(`${line}&page=20`);
    expect(last.body.meta.totalRecords).toBe(120_000);
    expect(last.body.data).toHaveLength(5_000);
    expect(last.body.links.next).toContain('page=21');
    const beyond = await sandbox.send(`${line}&page=21`);
    expect(beyond.status).toBe(400);
    expect(beyond.body.detail).toBe(
      'cost data pages reach 100000 rows (page times limit): split the date window into ' +
        'shorter startDate to endDate ranges, each read from page 1',
    );
  });

  test('refuses a limit over 5,000 with the reason', async () => {
    sandbox = await start();
    const line = 'GET /v1/costs?startDate=2026-10-03&endDate=2026-10-03&limit=5001';
    expect((await sandbox.send(line)).body.errors).toEqual({ limit: ['must be from 1 to 5000'] });
  });

  test('two services give the same rows', async () => {
    sandbox = await start();
    const other = await start();
    const line = 'GET /v1/costs?startDate=2026-10-03&endDate=2026-10-04&limit=5000';
    const texts = [(await sandbox.send(line)).body.data, (await other.send(line)).body.data];
    await other.close();
    expect(texts[0]).toEqual(texts[1]);
  });
});

test('there are no rows for future days', async () => {
  const running = await start();
  sandbox = running;
  const count = async (from: string, to: string) => {
    const line = `GET /v1/costs?startDate=${from}&endDate=${to}&limit=1&page=1`;
    return (await running.send(line)).body.meta.totalRecords;
  };
  const known = await count('2026-11-12', '2026-11-15');
  expect(known).toBeGreaterThan(0);
  expect(await count('2026-11-12', '2026-12-31')).toBe(known);
  expect(await count('2026-11-16', '2026-12-31')).toBe(0);
});
