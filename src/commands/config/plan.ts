import { command } from '../../command.ts';
import {
  describeByHand,
  describeField,
  describeTotals,
  nameWithId,
} from '../../config/describe-plan.ts';
import type { PlanOptions } from '../../config/make-plan.ts';
import type { PlanDocument } from '../../config/plan-document.ts';
import { type JsonSchema, text } from '../../declaration/kind.ts';
import { argument, flag, type Input, namesOf, repeatedAs } from '../../declaration/option.ts';
import { listOf, record } from '../../declaration/result.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { isCheckFormat } from '../../formats/registry.ts';
import type { CheckResult } from '../../output/check-report.ts';
import { isFile, isSilent } from '../../output/sink.ts';
import type { Session } from '../../session.ts';
import { nameFirst, pluralize, quote } from '../../text.ts';
import { findSavedPlan, preparePlan, readSources, requireFolder } from './prepare.ts';
import { showPlan } from './show.ts';

const kinds = text('kind', { example: 'metrics' });

/** `--only` or `--prune`: kinds, as several values or as one with commas. */
export function kindsOption(option: string, description: string) {
  return repeatedAs(kinds, namesOf(option), description);
}

export const wholeFolder = {
  allWorkspaces: flag(
    'every workspace that the token can list; one that cannot be read gives exit 9',
  ),
};

/** The options that determine a plan, in addition to the files. */
export const planOptions = {
  prune: kindsOption(
    '--prune',
    'delete items of this kind that the file does not list (repeatable)',
  ),
  ...wholeFolder,
  resend: flag('send credentials and settings again, which the service does not return'),
};

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
    'costctl config plan settings/ --all-workspaces -O plan.json',
  ],
  run: async (session, { file, check, ...input }) => {
    const sources = await readSources(session.context, file);
    if (findSavedPlan(sources) !== undefined) {
      const hint = `costctl config apply ${quote(file)}`;
      throw usageError(`${file} is a saved plan, not settings`, hint);
    }
    await requireFolder(session.context, file, input.allWorkspaces);
    const { document } = await preparePlan(session, sources, planOptionsOf(input));
    const { totals } = document;
    const differs = totals.create + totals.update + totals.delete + totals.drift > 0;
    if (isCheckFormat(session.format)) await reportPlan(session, file, document);
    else if (check !== true || !isSilent(session, !differs)) await showPlan(session, document);
    if (isFile(session.outputFlags.outFile)) session.output.note(describeTotals(document.totals));
    requireAllPlanned(document);
    if (check !== true || !differs) return;
    throw new CostctlError('check_failed', describeTotals(document.totals), {
      hint: hintFor(session, document, file),
    });
  },
});

/** One case for each difference; without differences, one case that passes. */
function reportPlan({ output }: Session, file: string, document: PlanDocument): Promise<void> {
  const { changes, totals, leftOut = [] } = document;
  const passed = { name: file, state: 'passed', message: describeTotals(totals) } as const;
  const differences = changes.map((change): CheckResult => {
    const { action, kind, name, workspace: where, fields } = change;
    const values = fields.map((field) => describeField(change, field)).join('; ');
    return {
      name: [
        action,
        kind,
        name,
        ...(where === undefined ? [] : [`in ${nameWithId(where.name, where.id)}`]),
      ].join(' '),
      state: 'failed',
      message: fields.length === 0 ? action : `${action}: ${values}`,
    };
  });
  const unread = leftOut.map(
    ({ workspace: { id, name }, reason }): CheckResult => ({
      name: `workspace ${nameWithId(name, id)}`,
      state: 'error',
      message: reason,
    }),
  );
  const cases = [...differences, ...unread];
  return output.check(cases.length === 0 ? [passed] : cases, (one) => one);
}

/** What could be read is in the plan; then a workspace that was left out is an error. */
export function requireAllPlanned({ leftOut = [] }: PlanDocument): void {
  if (leftOut.length === 0) return;
  const named = leftOut.map(
    ({ workspace: { id, name }, reason }) => `${nameWithId(name, id)} (${reason})`,
  );
  throw new CostctlError(
    'incomplete',
    `${pluralize(leftOut.length, 'workspace')} left out: ${nameFirst(named, 10)}`,
    { hint: 'the plan has the others; a file of a workspace that is gone can be deleted' },
  );
}

/** What to do about differences. An apply is named only if it would change something. */
function hintFor(session: Session, document: PlanDocument, file: string): string {
  const { create, update, delete: deleted } = document.totals;
  const apply = { words: `config apply ${quote(file)}`, options: planOptions, workspace: true };
  const lines = create + update + deleted === 0 ? [] : [session.lineToType({}, apply)];
  return [...lines, describeByHand(document, file) ?? []].flat().join('; ');
}

export function planOptionsOf(input: Input<typeof planOptions>): PlanOptions {
  return {
    prune: [...(input.prune ?? [])].sort(),
    resend: input.resend === true,
    ...(input.allWorkspaces === true ? { allWorkspaces: true } : {}),
  };
}

const texts = listOf('text');
const workspace = record({ 'id?': 'text', name: 'text' });

const change = record({
  action: {
    enum: ['create', 'update', 'delete', 'drift'],
    description: 'drift: it differs, and the service cannot change it',
  },
  kind: 'text',
  name: 'text',
  'id?': { type: 'string', description: 'missing for an item that does not exist yet' },
  'workspace?': workspace,
  fields: listOf(
    record({
      field: 'text',
      'before?': { description: 'missing if the service does not return it' },
      'after?': 'anything',
      'fixed?': { const: true },
    }),
  ),
  'secrets?': listOf(
    record({
      field: 'text',
      from: { type: 'string', description: 'env:VARIABLE or @file' },
      hash: { type: ['string', 'null'], description: 'null: it could not be read' },
    }),
  ),
  'from?': { type: 'string', description: 'file:line:column' },
});

export const planSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Plan of costctl config, version 1',
  ...record({
    format: { const: 'costctl-plan' },
    version: { const: 1 },
    address: 'text',
    files: listOf(record({ path: 'text', sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } })),
    options: record({ prune: texts, resend: 'yes or no', 'allWorkspaces?': { const: true } }),
    totals: {
      type: 'object',
      required: ['create', 'update', 'delete', 'drift', 'unchanged'],
      additionalProperties: { type: 'integer', minimum: 0 },
    },
    changes: listOf(change),
    unmanaged: listOf(record({ kind: 'text', 'workspace?': workspace, count: 'count' })),
    warnings: texts,
    'leftOut?': {
      ...listOf(record({ workspace, reason: 'text' })),
      description: 'with --all-workspaces: workspaces that are gone or could not be read',
    },
    state: {
      type: 'object',
      description: 'what was read, as hashes: list by list, id by id',
      additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
    },
  }),
};
