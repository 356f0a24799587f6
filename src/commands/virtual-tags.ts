import type { Command } from 'commander';
import * as z from 'zod/mini';
import { createVirtualTag } from '../api/virtual-tags.ts';
import type { Context } from '../context.ts';
import { organizationAction } from './action.ts';
import { bodyInput, bodyOptions, requireBody } from './body.ts';
import { examples } from './examples.ts';
import { changeOptions } from './options.ts';

const CreateInput = z.strictObject(bodyInput);

export function addVirtualTags(program: Command, context: Context): void {
  const tags = program.command('virtual-tags').description('Virtual tags');

  changeOptions(bodyOptions(tags.command('create')))
    .description('Create a virtual tag')
    .addHelpText('after', examples('costctl virtual-tags create --set name=team --dry-run'))
    .action(
      organizationAction(context, CreateInput, async ({ http, output }, input) =>
        output.one(createVirtualTag(http, await requireBody(context, input)), { columns: [] }),
      ),
    );
}
