import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createDelivery, describeProgress } from '../../src/metrics/import-file.ts';
import { createLedger } from '../../src/metrics/ledger.ts';
import { createRejects } from '../../src/metrics/rejects.ts';
import { createContext } from '../helpers/context.ts';
import { run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

test('the progress shows count, speed and remaining time while values are sent', async () => {
  const shown: string[] = [];
  let now = 1_000_000;
  const delivery = createDelivery(
    {
      context: createContext({ clock: { now: () => now, sleep: () => Promise.resolve() } }),
      service: {
        metric: 'bmt_orders',
        concurrency: 1,
        readLabelColumns: () => Promise.resolve(['region']),
        readValues: async function* () {},
        send: () => Promise.resolve({ created: 10, updated: 0, unchanged: 0, resent: false }),
        describe: ({ message }) => message,
        mayBeStored: () => false,
      },
      output: { note: () => undefined, warn: () => undefined, isClosed: () => false },
      progress: {
        start: (text) => shown.push(text),
        update: (text) => {
          shown.push(text);
          now += 1000;
        },
        stop: () => shown.push('stop'),
      },
    },
    10,
    {
      labelColumns: ['region'],
      rejects: createRejects({
        labelColumns: ['region'],
        file: undefined,
        spelling: { decimalComma: false, dateFormat: undefined },
      }),
    },
  );
  const ledger = createLedger({ folder: tmpdir(), random: Math.random });
  for (let at = 0; at < 30; at += 1) {
    ledger.add({ line: at, date: '2026-01-01', amount: '1', labels: `{"region":"${at}"}` });
  }
  expect(await delivery.send(ledger, 30)).toMatchObject({ created: 30, batches: 3 });
  ledger.close();
  expect(shown).toEqual([
    'sending 30 values',
    'sent 10 of 30 values',
    'sent 20 of 30 values, 20/s, 1 s left',
    'sent 30 of 30 values, 15/s, 0 s left',
    'stop',
  ]);
});

test('a value without labels shows an empty labels column', async () => {
  const service = scriptService({
    path: '/v1/business-metrics/bmt_orders/values?workspaceId=wsp_main&page=1&limit=100',
    answer: pageOf([
      { date: '2026-01-01', amount: '1', labels: null },
      { date: '2026-01-02', amount: '2' },
    ]),
  });
  const line = ['metrics', 'values', 'bmt_orders', '-w', 'wsp_main', '--columns', 'labels,amount'];
  expect((await run(line, { service })).stdout).toBe(
    'labels  amount\n             1\n             2\n',
  );
});

test('a single value is not called values', () => {
  expect(describeProgress(1, 1, 0)[0]).toBe('sent 1 of 1 value');
});
