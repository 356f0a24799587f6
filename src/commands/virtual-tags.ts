import { createVirtualTag } from '../api/cost-calls.ts';
import { operations } from '../api/operations.ts';
import { command } from '../command.ts';
import { bodyFields, requireBody } from './request-options.ts';

const create = command({
  words: 'virtual-tags create',
  purpose: 'Create a virtual tag',
  operation: operations.createVirtualTag,
  changes: 'service',
  options: bodyFields,
  examples: ['costctl virtual-tags create --set name=team --dry-run'],
  run: async ({ http, output, context }, input) =>
    output.one(createVirtualTag(http, await requireBody(context, input))),
});

export const virtualTags = [create];
