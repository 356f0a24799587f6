import { expect, test } from 'vitest';
import type { Outcome } from '../../src/config/planned-change.ts';
import { checkCreated, readList } from '../../src/config/service-state.ts';
import { planFor } from './helpers.ts';
import { createOrganization } from './organization.ts';

const text = 'version: 1\nworkspace: Shop\nmetrics: [{name: Orders, unit: order}]';

/** The outcome of a run that created a metric, once the list has been read again. */
async function check(fate: Outcome['fate'], others: readonly string[], isReadable = true) {
  const organization = createOrganization();
  const shop = organization.add('workspace', '', { name: 'Shop' });
  const { changes } = await planFor(organization, text);
  const [change] = changes;
  if (change === undefined) throw new Error('nothing would be created');
  const ids = others.map((name) => organization.add('metrics', shop, { name, unit: 'order' }));
  const own = fate === 'done' ? ids[0] : undefined;
  const outcome: Outcome = { change, fate, ...(own === undefined ? {} : { id: own }) };
  const reported: Outcome[] = [];
  const lists: string[] = [];
  const [found] = await checkCreated([outcome], {
    reread: async ({ managed }) => {
      lists.push(managed.kind.name);
      if (!isReadable) throw new Error('not now');
      return readList(managed, shop);
    },
    workspaceId: () => shop,
    identity: ({ name }) => name,
    onOutcome: (one) => reported.push(one),
  });
  return { outcome, found, ids, reported, lists };
}

test('an item whose answer was lost is found by its name', async () => {
  const { found, ids, reported } = await check('unknown', ['Orders', 'Seats']);
  expect(found).toMatchObject({ fate: 'done', id: ids[0] });
  expect(reported).toEqual([found]);
});

test('an item whose answer was lost, and which is not there, was not created', async () => {
  const { found, reported } = await check('unknown', ['Seats', 'orders']);
  expect(found).toMatchObject({ fate: 'failed' });
  expect(reported).toEqual([found]);
});

test('an item that someone else created at the same moment is a conflict', async () => {
  const { found, ids } = await check('done', ['Orders', 'Orders']);
  expect(found).toMatchObject({
    fate: 'failed',
    error: {
      code: 'conflict',
      message: `2 metrics are now named Orders: this run created ${ids[0]}, and the service also has ${ids[1]}`,
    },
  });
});

test.each([2, 3])(
  '%i items, one of which this run may have created, are a conflict',
  async (count) => {
    const { found, ids } = await check(
      'unknown',
      Array.from({ length: count }, () => 'Orders'),
    );
    expect(found?.error?.message).toBe(
      `${count} metrics are now named Orders: this run created one of ${ids.join(', ')}`,
    );
  },
);

test('an item that the service gave another name is a conflict: the next plan would create it again', async () => {
  const { found, ids } = await check('done', ['Orders ', 'Seats']);
  expect(found).toMatchObject({
    fate: 'failed',
    error: {
      code: 'conflict',
      message: `the metric Orders was created (${ids[0]}), but the service changed its name to "Orders ": write that in the file, or each apply creates another`,
    },
  });
});

test('an item that was created, and is there once, needs no more words', async () => {
  const { outcome, found, reported, lists } = await check('done', ['Orders', 'Seats']);
  expect([found, reported, lists]).toEqual([outcome, [], ['metrics']]);
});

test('if the list cannot be read now, the outcome stays unknown', async () => {
  const { outcome, found, reported } = await check('unknown', ['Orders'], false);
  expect([found, reported]).toEqual([outcome, []]);
});

test('what failed or was skipped is not looked for', async () => {
  for (const fate of ['failed', 'skipped'] as const) {
    const { outcome, found, lists } = await check(fate, ['Orders', 'Orders']);
    expect([found, lists]).toEqual([outcome, []]);
  }
});
