import type { PlanDocument } from '../../config/document.ts';
import { describeByHand, describeTotals } from '../../config/render.ts';
import { command } from '../../declaration/command.ts';
import { text } from '../../declaration/kind.ts';
import { argument, flag } from '../../declaration/option.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { isCheckFormat, isSilent } from '../../output/check-report.ts';
import { isFile } from '../../output/sink.ts';
import type { Session } from '../../session.ts';
import { readSources } from './files.ts';
import { planOptions, planOptionsOf } from './options.ts';
import { planSchema } from './plan-schema.ts';
import { preparePlan } from './prepare.ts';
import { findSavedPlan } from './saved-plan.ts';
import { showPlan } from './show.ts';

export const configFile = text('file', { file: 'read', example: 'costctl.yaml' });

export const plan = command({
  words: 'config plan',
  purpose: 'Show what an apply would change, field by field',
  workspace: true,
  check: 'check',
  arguments: { file: argument(configFile, 'settings file, folder of such files, or - for stdin') },
  options: { ...planOptions, check: flag('exit 11 if anything differs') },
  result: () => planSchema,
  examples: [
    'costctl config plan costctl.yaml',
    'costctl config plan costctl.yaml --prune metrics -O plan.json',
    'costctl config plan settings/ --check -o markdown',
  ],
  run: async (session, { file, check, ...input }) => {
    const sources = await readSources(session.context, file);
    if (findSavedPlan(sources) !== undefined) {
      throw usageError(`${file} is a saved plan, not settings`, `costctl config apply ${file}`);
    }
    const { document } = await preparePlan(session, sources, planOptionsOf(input));
    const differs = countDifferent(document) > 0;
    if (isCheckFormat(session.format)) await reportPlan(session, file, document);
    else if (check !== true || !isSilent(session, !differs)) await showPlan(session, document);
    if (isFile(session.outputFlags.outFile)) session.output.note(describeTotals(document.totals));
    if (check !== true || !differs) return;
    throw new CostctlError('check_failed', describeTotals(document.totals), {
      hint: hintFor(document, file),
    });
  },
});

function reportPlan({ output }: Session, file: string, document: PlanDocument): Promise<void> {
  return output.check([document], () => ({
    name: file,
    state: countDifferent(document) > 0 ? 'failed' : 'passed',
    message: describeTotals(document.totals),
  }));
}

/** An apply does not change what the service cannot change. */
function hintFor(document: PlanDocument, file: string): string {
  const { create, update, delete: deleted } = document.totals;
  const apply = create + update + deleted === 0 ? [] : [`costctl config apply ${file}`];
  return [...apply, describeByHand(document, file) ?? []].flat().join('; ');
}

/** Changes, and differences that the service cannot change. */
function countDifferent({ totals }: PlanDocument): number {
  return totals.create + totals.update + totals.delete + totals.drift;
}
