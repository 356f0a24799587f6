import type { Command } from 'commander';
import * as z from 'zod/mini';
import {
  createMetric,
  deleteMetric,
  getMetric,
  listMetrics,
  updateMetric,
} from '../api/metrics.ts';
import { MetricId } from '../api/schemas/ids.ts';
import { BusinessMetric } from '../api/schemas/metric.ts';
import type { Context } from '../context.ts';
import { usageError } from '../errors.ts';
import type { View } from '../output/output.ts';
import { action } from './action.ts';
import { confirm } from './confirm.ts';
import { examples } from './examples.ts';
import { addDiff } from './metrics/diff.ts';
import { addImport } from './metrics/import.ts';
import { addSet } from './metrics/set.ts';
import { addValues } from './metrics/values.ts';
import {
  changeOptions,
  collect,
  listInput,
  listOptions,
  pagingOf,
  removalOptions,
} from './options.ts';

const view: View<BusinessMetric> = {
  columns: [
    { path: 'id', importance: 'answer' },
    { path: 'name', importance: 'answer' },
    { path: 'unit', importance: 'answer' },
    { path: 'labelColumns', header: 'labels' },
    { path: 'createdAt', header: 'created', kind: 'timestamp' },
  ],
  details: [{ path: 'updatedAt', header: 'updated', kind: 'timestamp' }],
  fields: Object.keys(BusinessMetric.shape),
};

const ListInput = z.strictObject(listInput);
const GetInput = z.strictObject({ metric: MetricId });
const CreateInput = z.strictObject({
  name: z.string(),
  unit: z.string(),
  labelColumn: z.optional(
    z
      .array(z.string().check(z.minLength(1, 'must not be empty')))
      .check(z.refine((names) => new Set(names).size === names.length, 'names a column twice')),
  ),
});
const UpdateInput = z.strictObject({
  metric: MetricId,
  name: z.optional(z.string()),
  unit: z.optional(z.string()),
});

export function addMetrics(program: Command, context: Context): void {
  const metrics = program
    .command('metrics')
    .description('Business metrics whose daily values divide cost');

  listOptions(metrics.command('list').alias('ls'))
    .description('List the business metrics of a workspace')
    .addHelpText('after', examples('costctl metrics list', 'costctl metrics list -o json'))
    .action(
      action(context, ListInput, ({ http, output, workspace }, input) =>
        output.list(listMetrics(http, workspace(), pagingOf(input)), view),
      ),
    );

  metrics
    .command('get')
    .description('Show one business metric')
    .argument('<metric>', 'metric id')
    .addHelpText('after', examples('costctl metrics get bmt_orders'))
    .action(
      action(context, GetInput, ({ http, output, workspace }, { metric }) =>
        output.one(getMetric(http, { workspaceId: workspace(), metricId: metric }), view),
      ),
    );

  changeOptions(metrics.command('create'))
    .description('Create a business metric')
    .requiredOption('--name <name>', 'name')
    .requiredOption('--unit <unit>', 'what is counted, such as order')
    .option(
      '--label-column <name>',
      'a label that distinguishes values of one day (repeatable)',
      collect,
    )
    .addHelpText(
      'after',
      examples('costctl metrics create --name Orders --unit order --label-column region --dry-run'),
    )
    .action(
      action(context, CreateInput, ({ http, output, workspace }, { labelColumn, ...input }) => {
        const labels = labelColumn === undefined ? {} : { labelColumns: labelColumn };
        return output.one(
          createMetric(http, { workspaceId: workspace(), ...input, ...labels }),
          view,
        );
      }),
    );

  changeOptions(metrics.command('update'))
    .description('Rename a business metric or its unit; its label columns stay')
    .argument('<metric>', 'metric id')
    .option('--name <name>', 'new name')
    .option('--unit <unit>', 'new unit')
    .addHelpText('after', examples('costctl metrics update bmt_orders --name Sales --dry-run'))
    .action(
      action(context, UpdateInput, ({ http, output, workspace }, { metric, ...changes }) => {
        if (Object.keys(changes).length === 0) {
          throw usageError('nothing to change', 'give --name or --unit');
        }
        const address = { workspaceId: workspace(), metricId: metric };
        return output.one(updateMetric(http, address, changes), view);
      }),
    );

  removalOptions(metrics.command('delete').alias('rm'))
    .description('Delete a business metric and all its values')
    .argument('<metric>', 'metric id')
    .addHelpText('after', examples('costctl metrics delete bmt_orders --dry-run'))
    .action(
      action(context, GetInput, async (session, { metric }) => {
        const workspaceId = session.workspace();
        const what = `deleting the metric ${metric} deletes its values too; a report charting its unit cost reverts to cost alone`;
        await confirm(session, what);
        await deleteMetric(session.http, { workspaceId, metricId: metric });
        session.output.note(`deleted the metric ${metric} and its values`);
      }),
    );

  addValues(metrics, context);
  addSet(metrics, context);
  addImport(metrics, context);
  addDiff(metrics, context);
}
