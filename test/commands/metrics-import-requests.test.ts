import { assert, asyncProperty, integer, record } from 'fast-check';
import { expect, test } from 'vitest';
import { importFrom, rowsOfDays } from '../helpers/metric-import.ts';
import { createMetricService, type MetricService } from '../helpers/metric-service.ts';
import { runs } from '../helpers/runs.ts';
import { succeed } from '../helpers/screens.ts';

/** Imports, and reports how many requests read and wrote values. */
async function countRequests(service: MetricService, content: string, flags: readonly string[]) {
  const [reads, posts] = [service.reads.length, service.posts.length];
  const { stdout } = await succeed(importFrom(content, flags, { service }));
  return {
    result: JSON.parse(stdout),
    reads: service.reads.length - reads,
    posts: service.posts.length - posts,
  };
}

test.each([
  [100, '', 1, 0],
  [101, '', 1, 1],
  [250, '', 1, 1],
  [250, '--batch-size 100', 3, 0],
  [250, '--batch-size 125', 1, 2],
  [250, '--strict', 3, 0],
  [250, '--zero-extra', 3, 0],
  [250, '--dry-run', 3, 0],
])(
  '%i stored values imported again with %j take %i reads and %i writes',
  async (count, line, reads, posts) => {
    const service = createMetricService();
    const flags = line === '' ? [] : line.split(' ');
    await importFrom(rowsOfDays(count), [], { service });
    expect(await countRequests(service, rowsOfDays(count), flags)).toMatchObject({
      result: { created: 0, updated: 0, unchanged: count },
      reads,
      posts,
    });
  },
);

test.each([
  [false, 7],
  [true, 110],
])('a new label is looked for in at most 100 pages (no total: %j)', async (hasNoTotal, most) => {
  const days = Array.from({ length: 240 }, (_, at) =>
    new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10),
  );
  const stored = days.flatMap((date) =>
    Array.from({ length: 100 }, (_, at) => ({ date, amount: '1', labels: { region: `r${at}` } })),
  );
  const service = createMetricService({ stored, hasNoTotal });
  const content = 'date,amount,region\n2025-12-31,5,new\n';
  const { stderr } = await succeed(importFrom(content, [], { service }));
  expect(stderr).toContain('1 label that the metric has not had since 2025-');
  expect(service.reads.length).toBeLessThan(most);
});

/** Of the file's values some are stored, some with another amount, beside others that it lacks. */
function storeSome(
  rows: readonly string[],
  share: Readonly<Record<'equal' | 'other' | 'extra', number>>,
) {
  const held = (row: string, change: { amount?: string; region?: string }) => {
    const [date = '', amount = '', region = ''] = row.split(',');
    return { date, amount: change.amount ?? amount, labels: { region: change.region ?? region } };
  };
  const { equal, other, extra } = share;
  return [
    ...rows.slice(0, equal).map((row) => held(row, {})),
    ...rows.slice(equal, equal + other).map((row) => held(row, { amount: '0.25' })),
    ...rows.slice(-extra - 1, -1).map((row) => held(row, { region: 'us' })),
  ];
}

test('an import leaves what the file says, and never takes more requests the second time', async () => {
  const count = (max: number) => integer({ min: 0, max });
  const sizes = record({
    values: integer({ min: 1, max: 450 }),
    batchSize: integer({ min: 20, max: 500 }),
    equal: count(300),
    other: count(50),
    extra: count(150),
  });
  await assert(
    asyncProperty(sizes, async ({ values, batchSize, ...share }) => {
      const content = rowsOfDays(values);
      const rows = content.trim().split('\n').slice(1);
      const stored = storeSome(rows, share);
      const service = createMetricService({ stored });
      const flags = ['--batch-size', String(batchSize)];
      const first = await countRequests(service, content, flags);
      const { created, updated, unchanged } = first.result;
      const present = Math.min(values, share.equal + share.other);
      expect({ created, present: updated + unchanged }).toEqual({
        created: values - present,
        present,
      });
      const kept = service.values().filter(({ labels }) => labels['region'] === 'eu');
      expect(kept.map(({ date, amount }) => `${date},${amount},eu`)).toEqual(rows);
      const again = await countRequests(service, content, flags);
      expect(again.result).toMatchObject({ created: 0, updated: 0, unchanged: values });
      expect(again.reads + again.posts).toBeLessThanOrEqual(first.reads + first.posts);
      expect(again.reads).toBeLessThanOrEqual(Math.ceil(values / batchSize));
    }),
    {
      numRuns: runs(40),
      examples: [[{ values: 250, batchSize: 200, equal: 100, other: 0, extra: 0 }]],
    },
  );
});
