import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { type Exchange, pageOf, scriptService } from '../helpers/service.ts';

const address = '/v1/business-metrics/bmt_orders';
const query = '?workspaceId=wsp_main';
const readMetric: Exchange = {
  path: `${address}${query}`,
  answer: { id: 'bmt_orders', name: 'Orders', unit: 'order', labelColumns: ['region'] },
};
const line = ['metrics', 'import', 'bmt_orders', '-', '-w', 'wsp_main', '-o', 'json'];

test('a file is sent as it stands and the result has every field in order', async () => {
  const service = scriptService(readMetric, {
    method: 'POST',
    path: `${address}/values${query}`,
    body: {
      values: [
        { date: '2026-01-01', amount: '1.50', labels: { region: 'eu' } },
        { date: '2026-01-02', amount: '+4', labels: { region: 'us' } },
      ],
    },
    answer: { created: 1, updated: 1, unchanged: 0 },
  });
  const outcome = await run(line, {
    service,
    stdin: 'date,amount,region\n2026-01-01,1.50,eu\n2026-01-02,+4,us\n',
  });
  expect(outcome.stderr).toBe('');
  expect(outcome.stdout).toBe(
    '{"metric":"bmt_orders","rows":2,"values":2,"merged":0,"invalid":0,"created":1,"updated":1,"unchanged":0,"failed":0,"resent":0,"batches":1,"sum":"5.50","from":"2026-01-01","to":"2026-01-02"}\n',
  );
  expect(outcome.exitCode).toBe(0);
});
