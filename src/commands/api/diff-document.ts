import { command } from '../../command.ts';
import { flag } from '../../declaration/option.ts';
import { viewOf } from '../../declaration/result.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { isCheckFormat } from '../../formats/registry.ts';
import type { Difference } from '../../openapi/drift.ts';
import type { CheckResult } from '../../output/check-report.ts';
import { pluralize } from '../../text.ts';
import { addressOf, descriptionsFor } from '../openapi/stored-document.ts';

export const diff = command({
  words: 'api diff',
  purpose: 'Show where the imported document and this program disagree',
  check: 'check',
  options: { check: flag('exit 11 if they disagree') },
  view: viewOf({
    operation: ['text', { importance: 'answer' }],
    method: 'text',
    path: 'text',
    what: ['text', { importance: 'answer' }],
    program: ['text or null', { header: 'this program' }],
    document: ['text or null', {}],
  }),
  details: `Paths, parameters, bodies down to the fields in lists, and success statuses are compared. Of responses, only
missing fields are reported: those that this program knows and the document lacks. Other fields are shown as
they come, and neither the types of fields nor what is inside them is compared.`,
  examples: ['costctl api diff', 'costctl api diff --check -q'],
  run: async (session, { check = false }) => {
    const { findDifferences, isForeign } = await import('../../openapi/drift.ts');
    const { output, settings } = session;
    const all = descriptionsFor(settings);
    if (all.length === 0) {
      const what = `no document was imported for ${addressOf(settings)}`;
      throw usageError(what, 'costctl api import FILE');
    }
    const [newest] = all;
    const description = all.find((one) => !isForeign(one)) ?? newest;
    if (description === undefined || isForeign(description)) {
      // All of the program's operations are missing from the document: to list them would say nothing.
      const title = description?.title ? `: ${description.title}` : '';
      const what = `the imported document belongs to another service${title}`;
      if (!check) return output.note(what);
      if (isCheckFormat(session.format)) {
        const failure = { name: 'document', state: 'failed', message: what } as const;
        await output.check([failure], (one) => one);
      }
      throw new CostctlError('check_failed', what);
    }
    const differences = findDifferences(description);
    const count = differences.length;
    if (count === 0) {
      output.note(
        'the document and this program agree on paths, parameters, bodies, success statuses and the fields of answers',
      );
    }
    if (check) await output.check(differences, describeDifference);
    else await output.list(differences);
    if (count === 0 || !check) return;
    throw new CostctlError(
      'check_failed',
      `the document and this program disagree in ${pluralize(count, 'place')}`,
      { hint: 'look for a newer costctl; until then trust the document where they disagree' },
    );
  },
});

function describeDifference({ operation, what, program, document }: Difference): CheckResult {
  const message = `${what}: ${program ?? 'nothing'} here, ${document ?? 'nothing'} in the document`;
  return { name: operation, state: 'failed', message };
}
