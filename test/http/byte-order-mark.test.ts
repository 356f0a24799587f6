import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const days = '--from 2026-10-01 --to 2026-10-01';
const path = '/v1/costs?startDate=2026-10-01&endDate=2026-10-01&page=1&limit=5000';
const row = { date: '2026-10-01', cost: '1.5', currency: 'USD', service: 'a' };
const rows = { ...pageOf([row, row]), meta: { totalRecords: 2 } };
const listed = { path: '/v1/workspaces?page=1&limit=100', page: pageOf([{ id: 'wsp_a' }]) };

test.each([
  ['workspaces list', listed],
  ['api GET /v1/workspaces --param page=1 --param limit=100', listed],
  [`costs list ${days}`, { path, page: rows }],
  [`costs export ${days} -o csv`, { path, page: rows }],
  [`costs summary ${days} --by service`, { path, page: rows }],
])('%s ignores a byte order mark before JSON', async (line, { path, page }) => {
  const answers = ['', '\ufeff'].map((mark) => ({
    path,
    answer: mark + JSON.stringify(page),
    headers: { 'content-type': 'application/json' },
  }));
  const [plain, marked] = await Promise.all(
    answers.map((exchange) => run(line, { service: scriptService(exchange) })),
  );
  expect(plain?.exitCode).toBe(0);
  expect(marked).toEqual({ ...plain, folder: marked?.folder });
});
