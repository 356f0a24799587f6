import { operations } from '../api/operations.ts';
import { readAll } from '../api/pages.ts';
import {
  deleteProvider,
  getProvider,
  getSyncHistory,
  listAvailableProviders,
  listProviders,
} from '../api/provider-calls.ts';
import { command } from '../command.ts';
import { text, wholeNumber } from '../declaration/kind.ts';
import { argument, flag, optional } from '../declaration/option.ts';
import { listOf } from '../declaration/result.ts';
import {
  largestInt32,
  listOptions,
  pagingOf,
  providerId,
  withEmpty,
} from '../declaration/shared.ts';
import { confirm } from './confirm.ts';
import { describeReaders } from './provider-matrix.ts';
import { connect, update } from './providers/connect.ts';
import { status } from './providers/status.ts';
import { sync } from './providers/sync.ts';
import { test } from './providers/test.ts';
import { growProviders, treeView } from './providers/tree.ts';
import { definitionView, historyView, noProviders, providerView } from './providers/views.ts';

const provider = argument(providerId, 'provider id or name');

const list = command({
  words: 'providers list',
  purpose: 'List the connected providers',
  operation: operations.listProviders,
  options: {
    ...listOptions,
    type: optional(text('type', { empty: true }), 'only this type'),
    tree: flag('each provider below its parent'),
  },
  view: providerView,
  examples: ['costctl providers list', 'costctl providers list --type cloud --tree'],
  run: async ({ http, output }, { type, tree, ...input }) => {
    const found = listProviders(http, type, pagingOf(input));
    const none =
      type === undefined
        ? noProviders
        : 'No provider has this type; costctl providers list shows all.';
    const viewed = withEmpty(tree ? treeView : providerView, input, none);
    await output.list(tree ? growProviders(await readAll(found)) : found, viewed);
  },
});

const get = command({
  words: 'providers get',
  purpose: 'Show one provider',
  operation: operations.getProvider,
  arguments: { provider },
  view: providerView,
  examples: ['costctl providers get prv_aws_main'],
  run: ({ http, output }, input) => output.one(getProvider(http, input.provider)),
});

const remove = command({
  words: 'providers delete',
  purpose: 'Disconnect and remove a provider',
  operation: operations.deleteProvider,
  changes: 'service',
  irreversible: true,
  arguments: { provider },
  examples: ['costctl providers delete prv_aws_main --dry-run'],
  run: async (session, { provider: id }) => {
    const label = await confirm(
      session,
      (label) =>
        `This will disconnect and remove the provider ${label}; the service may retain its cost data`,
      {
        id,
        readName: async () => (await getProvider(session.http, id)).name,
        readMore: () => describeReaders(session.http, id),
      },
    );
    await deleteProvider(session.http, id);
    session.output.note(`removed the provider ${label}`);
  },
});

const available = command({
  words: 'providers available',
  purpose: 'List the kinds of provider that can be connected',
  operation: operations.listAvailableProviders,
  view: definitionView,
  examples: ['costctl providers available'],
  run: async ({ http, output }) => output.list(await listAvailableProviders(http)),
});

const history = command({
  words: 'providers history',
  purpose: "Show a provider's sync runs",
  operation: operations.getProviderSyncHistory,
  arguments: { provider },
  options: { limit: optional(wholeNumber(1, largestInt32), 'at most this many runs') },
  view: historyView,
  result: () => listOf({ type: 'object' }),
  examples: ['costctl providers history prv_aws_main --limit 5'],
  run: async ({ http, output }, { provider: id, limit }) => {
    const { entries } = await getSyncHistory(http, id, limit);
    await output.list(entries, {
      ...historyView,
      empty: 'This provider has not been synced yet; costctl providers sync ID',
    });
  },
});

export const providers = [
  list,
  get,
  connect,
  update,
  remove,
  available,
  history,
  test,
  sync,
  status,
];
