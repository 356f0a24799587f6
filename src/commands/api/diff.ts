import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { CostctlError } from '../../errors.ts';
import type { Difference } from '../../openapi/drift.ts';
import type { View } from '../../output/output.ts';
import { pluralize } from '../../pluralize.ts';
import { organizationAction } from '../action.ts';
import { examples } from '../examples.ts';
import { isSilent } from '../silent-check.ts';
import { requireDescription } from './import.ts';

const DiffInput = z.strictObject({ check: z.optional(z.boolean()) });

const view: View<Difference> = {
  columns: [
    { path: 'operation', importance: 'answer' },
    { path: 'what', importance: 'answer' },
    { path: 'program', header: 'this program' },
    { path: 'document' },
  ],
  fields: ['operation', 'method', 'path', 'what', 'program', 'document'],
};

export function addDiff(api: Command, context: Context): void {
  api
    .command('diff')
    .description('Tell where the imported document and this program disagree')
    .option('--check', 'exit 11 if they do')
    .addHelpText('after', examples('costctl api diff', 'costctl api diff --check -q'))
    .action(
      organizationAction(context, DiffInput, async (session, { check }) => {
        const { findDifferences } = await import('../../openapi/drift.ts');
        const { output, settings } = session;
        const differences = findDifferences(requireDescription(settings));
        const count = differences.length;
        if (isSilent(session, check === true && count === 0)) return;
        if (count === 0) output.note('the document and this program agree');
        await output.list(differences, view);
        if (count === 0 || check !== true) return;
        throw new CostctlError(
          'check_failed',
          `the document and this program disagree in ${pluralize(count, 'place')}`,
          {
            hint: 'look for a newer costctl; until then trust the document where they disagree',
          },
        );
      }),
    );
}
