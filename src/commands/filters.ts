import type { Command } from 'commander';
import * as z from 'zod/mini';
import {
  createFilter,
  deleteFilter,
  getFilter,
  listFilters,
  updateFilter,
} from '../api/filters.ts';
import { FilterText, FilterTitle, SavedFilter } from '../api/schemas/filter.ts';
import { OpaqueId } from '../api/schemas/ids.ts';
import type { Context } from '../context.ts';
import { CostctlError, usageError } from '../errors.ts';
import { age } from '../output/age.ts';
import type { View } from '../output/output.ts';
import { action } from './action.ts';
import { readTextOption } from './body.ts';
import { confirm } from './confirm.ts';
import { examples } from './examples.ts';
import { changeOptions, listInput, listOptions, pagingOf, removalOptions } from './options.ts';

const view: View<SavedFilter> = {
  columns: [
    { path: 'id' },
    { path: 'title' },
    { path: 'isDefault', header: 'default' },
    { path: 'filter' },
    { path: 'createdAt', header: 'created', cell: age },
  ],
  details: [{ path: 'updatedAt', header: 'updated', cell: age }],
  fields: Object.keys(SavedFilter.shape),
};

const ListInput = z.strictObject(listInput);
const GetInput = z.strictObject({ id: OpaqueId });
const CreateInput = z.strictObject({
  title: FilterTitle,
  filter: z.string(),
  default: z.optional(z.boolean()),
});
const UpdateInput = z.strictObject({
  id: OpaqueId,
  title: z.optional(FilterTitle),
  filter: z.optional(z.string()),
  default: z.optional(z.boolean()),
});

export function addFilters(program: Command, context: Context): void {
  const filters = program.command('filters').description('Saved filters of a workspace');

  listOptions(filters.command('list').alias('ls'))
    .description('List the saved filters of a workspace')
    .addHelpText('after', examples('costctl filters list', 'costctl filters list -o json'))
    .action(
      action(context, ListInput, ({ http, output, workspace }, input) =>
        output.list(listFilters(http, workspace(), pagingOf(input)), view),
      ),
    );

  filters
    .command('get')
    .description('Show one saved filter')
    .argument('<id>', 'filter id')
    .addHelpText('after', examples('costctl filters get flt_production'))
    .action(
      action(context, GetInput, ({ http, output, workspace }, { id }) =>
        output.one(getFilter(http, workspace(), id), view),
      ),
    );

  changeOptions(filters.command('create'))
    .description('Create a saved filter')
    .requiredOption('--title <text>', 'title, at most 200 characters')
    .requiredOption('--filter <text>', 'filter text, at most 4000 characters, or @file')
    .option('--default', 'make it the default filter of the workspace')
    .addHelpText(
      'after',
      examples("costctl filters create --title Production --filter 'tag:env = prod' --dry-run"),
    )
    .action(
      action(context, CreateInput, async ({ http, output, workspace }, input) =>
        output.one(
          createFilter(http, {
            workspaceId: workspace(),
            title: input.title,
            filter: await readFilterText(input.filter),
            isDefault: input.default ?? false,
          }),
          view,
        ),
      ),
    );

  changeOptions(filters.command('update'))
    .description('Change a saved filter; what is not given stays as it is')
    .argument('<id>', 'filter id')
    .option('--title <text>', 'new title, at most 200 characters')
    .option('--filter <text>', 'new filter text, at most 4000 characters, or @file')
    .option('--default', 'make it the default filter of the workspace')
    .option('--no-default', 'make it an ordinary filter')
    .addHelpText('after', examples('costctl filters update flt_production --default --dry-run'))
    .action(
      action(context, UpdateInput, async ({ http, output, workspace }, { id, ...input }) => {
        if (Object.keys(input).length === 0) {
          throw usageError(
            'nothing to change',
            'give --title, --filter, --default or --no-default',
          );
        }
        const filter = input.filter === undefined ? undefined : await readFilterText(input.filter);
        const held = await getFilter(http, workspace(), id);
        const body = {
          title: input.title ?? held.title,
          filter: filter ?? held.filter,
          isDefault: input.default ?? held.isDefault,
        };
        requireWhole(id, body);
        await output.one(updateFilter(http, workspace(), id, body), view);
      }),
    );

  removalOptions(filters.command('delete').alias('rm'))
    .description('Delete a saved filter')
    .argument('<id>', 'filter id')
    .addHelpText('after', examples('costctl filters delete flt_production --dry-run'))
    .action(
      action(context, GetInput, async (session, { id }) => {
        const workspaceId = session.workspace();
        await confirm(session, `the saved filter ${id} of ${workspaceId} is deleted`);
        await deleteFilter(session.http, workspaceId, id);
        session.output.note(`deleted the saved filter ${id}`);
      }),
    );
}

const fieldOptions: Readonly<Record<string, string>> = {
  title: '--title',
  filter: '--filter',
  isDefault: '--default or --no-default',
};

/** What a PUT without a field does is not published: all three are sent, or nothing is. */
function requireWhole(id: string, body: object): void {
  const missing = Object.entries(body).find(([, value]) => value === undefined)?.[0];
  if (missing === undefined) return;
  throw new CostctlError(
    'unexpected_response',
    `the service sent the filter ${id} without ${missing}, and an update sends that too`,
    { hint: `give ${fieldOptions[missing]}` },
  );
}

async function readFilterText(spec: string): Promise<string> {
  const text = await readTextOption(spec);
  const checked = FilterText.safeParse(text);
  if (!checked.success) {
    throw usageError(`--filter: ${checked.error.issues[0]?.message ?? 'is not of its form'}`);
  }
  return checked.data;
}
