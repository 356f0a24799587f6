import {
  createMetric,
  deleteMetric,
  getMetric,
  listMetrics,
  updateMetric,
} from '../api/metric-calls.ts';
import { operations } from '../api/operations.ts';
import { BusinessMetric } from '../api/schemas/metric.ts';
import { type Command, command } from '../command.ts';
import { text } from '../declaration/kind.ts';
import { argument, optional, repeatedAs, required, requireUnique } from '../declaration/option.ts';
import { listOptions, metricId, pagingOf, withEmpty } from '../declaration/shared.ts';
import { usageError } from '../errors.ts';
import type { View } from '../output/view.ts';
import { allWorkspacesOption, listEverywhere } from './all-workspaces.ts';
import { confirm } from './confirm.ts';

export const metrics: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => list,
  get: async () => get,
  create: async () => create,
  update: async () => update,
  delete: async () => remove,
  values: async () => (await import('./metrics/values.ts')).values,
  summary: async () => (await import('./metrics/value-summary.ts')).summary,
  gaps: async () => (await import('./metrics/gaps.ts')).gaps,
  set: async () => (await import('./metrics/values.ts')).set,
  import: async () => (await import('./metrics/import.ts')).importValues,
  diff: async () => (await import('./metrics/import.ts')).diff,
};

const view: View<BusinessMetric> = {
  columns: [
    { path: 'id', importance: 'answer', whole: true },
    { path: 'name', importance: 'answer', names: true },
    { path: 'unit', importance: 'answer' },
    { path: 'labelColumns', header: 'labels' },
    { path: 'createdAt', header: 'created', kind: 'timestamp', importance: 'extra' },
  ],
  details: [{ path: 'updatedAt', header: 'updated', kind: 'timestamp' }],
  fields: Object.keys(BusinessMetric.shape),
};

const id = argument(metricId, 'metric id or name', 'metric');
const anyText = text('text', { empty: true });

const list = command({
  words: 'metrics list',
  purpose: 'List the business metrics of a workspace',
  operation: operations.listBusinessMetrics,
  workspace: true,
  options: { ...listOptions, ...allWorkspacesOption },
  view,
  examples: ['costctl metrics list', 'costctl metrics list --all-workspaces'],
  run: (session, { allWorkspaces, ...input }) => {
    const read = (id: string) => listMetrics(session.http, id, pagingOf(input));
    if (allWorkspaces) return listEverywhere(session, input, read, view);
    const none = 'No metrics in this workspace yet; costctl metrics create --help';
    return session.output.list(read(session.workspace()), withEmpty(view, input, none));
  },
});

const get = command({
  words: 'metrics get',
  purpose: 'Show one business metric',
  operation: operations.getBusinessMetric,
  workspace: true,
  arguments: { id },
  view,
  examples: ['costctl metrics get bmt_orders'],
  run: ({ http, output, workspace }, input) =>
    output.one(getMetric(http, { workspaceId: workspace(), metricId: input.id })),
});

const create = command({
  words: 'metrics create',
  purpose: 'Create a business metric',
  operation: operations.createBusinessMetric,
  changes: 'service',
  workspace: true,
  options: {
    name: required({ ...anyText, placeholder: 'name' }, 'name'),
    unit: required({ ...anyText, placeholder: 'unit' }, 'what is counted, such as order'),
    labelColumn: repeatedAs(
      text('name'),
      requireUnique('--label-column'),
      'a label that distinguishes values of one day (repeatable)',
    ),
  },
  view,
  examples: ['costctl metrics create --name Orders --unit order --label-column region --dry-run'],
  run: ({ http, output, workspace }, { labelColumn, ...input }) => {
    const labels = labelColumn === undefined ? {} : { labelColumns: [...labelColumn] };
    return output.one(createMetric(http, { workspaceId: workspace(), ...input, ...labels }));
  },
});

const update = command({
  words: 'metrics update',
  purpose: 'Rename a business metric or its unit; its label columns stay',
  operation: operations.updateBusinessMetric,
  changes: 'service',
  workspace: true,
  arguments: { id },
  options: {
    name: optional({ ...anyText, placeholder: 'name' }, 'new name'),
    unit: optional({ ...anyText, placeholder: 'unit' }, 'new unit'),
  },
  view,
  examples: ['costctl metrics update bmt_orders --name Sales --dry-run'],
  run: ({ http, output, workspace }, { id, ...changes }) => {
    if (Object.keys(changes).length === 0) {
      throw usageError('nothing to change', 'give --name or --unit');
    }
    return output.one(updateMetric(http, { workspaceId: workspace(), metricId: id }, changes));
  },
});

const remove = command({
  words: 'metrics delete',
  purpose: 'Delete a business metric and all its values',
  operation: operations.deleteBusinessMetric,
  changes: 'service',
  irreversible: true,
  workspace: true,
  arguments: { id },
  examples: ['costctl metrics delete bmt_orders --dry-run'],
  run: async (session, { id }) => {
    const workspaceId = session.workspace();
    const label = await confirm(
      session,
      (label) =>
        `This will delete the metric ${label} and its values; a report with its unit cost will show cost alone`,
      {
        id,
        readName: async () => (await getMetric(session.http, { workspaceId, metricId: id })).name,
      },
    );
    await deleteMetric(session.http, { workspaceId, metricId: id });
    session.output.note(`deleted the metric ${label} and its values`);
  },
});
