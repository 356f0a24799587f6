import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveAnalysis, week, weekOptions } from '../helpers/cost-shapes.ts';
import { createFolder, run } from '../helpers/run.ts';

const row = (service: string, team: string, cost: string) => ({
  date: week.from,
  service,
  team,
  cost,
  currency: 'USD',
});

const values = `/v1/business-metrics/bmt_a/values?workspaceId=wsp_1&from=${week.from}&to=${week.to}&page=1&limit=100`;

test.each([1, 2, 5])('the values of a metric are read once for %i rules', async (count) => {
  const services = Array.from({ length: count }, (_value, place) => `shared-${place}`);
  const rules = join(createFolder(), 'rules.yaml');
  writeFileSync(
    rules,
    services.map((one) => `- {match: [service=${one}], by: metric:bmt_a/team}\n`).join(''),
  );
  const service = serveAnalysis(
    { [week.from]: [row('own', 'web', '1'), ...services.map((one) => row(one, '', '3'))] },
    {
      [values]: {
        links: { self: null, first: null, prev: null, next: null, last: null },
        data: ['web', 'shop'].map((team, place) => ({
          date: week.from,
          amount: String(place + 1),
          labels: { team },
        })),
        meta: {},
      },
    },
  );
  const { stdout, exitCode } = await run(
    ['costs', 'allocate', ...weekOptions, '--by', 'team', '--rules', rules].concat([
      '-w',
      'wsp_1',
      '-o',
      'json',
    ]),
    { service },
  );
  expect(exitCode).toBe(0);
  expect(service.asked.filter((path) => path === values)).toHaveLength(1);
  const totals = JSON.parse(stdout).map(({ target, total }: Record<string, unknown>) => [
    target,
    total,
  ]);
  expect(totals).toEqual([
    ['shop', String(2 * count)],
    ['web', String(1 + count)],
  ]);
});
