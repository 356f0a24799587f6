import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { describeFailure } from '../../api/problem.ts';
import { isSecretName } from '../../api/secret-names.ts';
import { command } from '../../command.ts';
import { applyChanges } from '../../config/apply-changes.ts';
import { describeByHand, describeTotals } from '../../config/describe-plan.ts';
import type { PlanDocument } from '../../config/plan-document.ts';
import type { Change, Outcome } from '../../config/planned-change.ts';
import { requireAddress, requireSamePlan } from '../../config/saved.ts';
import { wholeNumber } from '../../declaration/kind.ts';
import { argument, type Input, optional } from '../../declaration/option.ts';
import { type Fields, viewOf } from '../../declaration/result.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { isPeopleFormat } from '../../formats/registry.ts';
import { createLimit } from '../../limit.ts';
import type { Session } from '../../session.ts';
import { checkWritable, makeFolder } from '../../storage/file-system.ts';
import { tidyLock, withLock } from '../../storage/lock.ts';
import { pluralize, quote } from '../../text.ts';
import { confirm, confirmCount } from '../confirm.ts';
import { addressOf } from '../openapi/stored-document.ts';
import { configFile, planOptions, planOptionsOf, requireAllPlanned } from './plan.ts';
import { listRequests } from './planned-requests.ts';
import {
  findSavedPlan,
  type Prepared,
  preparePlan,
  readSources,
  requireFolder,
} from './prepare.ts';
import { missingSecret, revealSecrets } from './secrets.ts';
import { showBefore } from './show.ts';

const options = {
  ...planOptions,
  confirm: optional(wholeNumber(1), 'the number of deletions, instead of typing it at the prompt'),
};

const fields: Fields = {
  change: [{ enum: ['create', 'update', 'delete'] }, {}],
  kind: ['text', {}],
  workspace: ['text or null', {}],
  workspaceId: ['text or null', {}],
  name: ['text', {}],
  id: ['text or null', {}],
  result: [{ enum: ['done', 'unchanged', 'failed', 'unknown', 'skipped'] }, {}],
  message: ['text or null', { ifAny: true }],
};

export const apply = command({
  words: 'config apply',
  purpose: 'Change the service to match a settings file or a saved plan',
  changes: 'service',
  irreversible: true,
  workspace: true,
  arguments: {
    file: argument(configFile, 'settings file, folder of such files, saved plan, or - for stdin'),
  },
  options,
  rows: fields,
  examples: [
    'costctl config apply costctl.yaml --dry-run',
    'costctl config apply costctl.yaml --yes',
    'costctl config apply settings/ --all-workspaces --yes',
    'costctl config apply plan.json --yes',
  ],
  run: async (session, input) => {
    const { prepared, isSaved } = await prepare(session, input);
    const { plan, document } = prepared;
    const changes = plan.changes.filter(({ action }) => action !== 'drift');
    if (session.dryRun) {
      await listRequests(session, changes);
      return requireAllPlanned(document);
    }
    if (changes.length === 0) {
      const lock = lockOf(session);
      if (lock !== undefined) await tidyLock(lock, session.context);
      const empty = describeTotals(document.totals);
      if (!isPeopleFormat(session.format)) session.output.note(empty);
      session.output.note(describeByHand(document, input.file));
      await session.output.list([], { ...viewOf(fields), empty });
      return requireAllPlanned(document);
    }
    requireSecrets(document);
    if (!session.settings.quiet) await showBefore(session, document);
    await confirmChanges(session, document, input.confirm);
    const outcomes = await withApplyLock(session, () => makeChanges(session, changes));
    await report(session, outcomes, isSaved, input.confirm !== undefined);
    requireAllPlanned(document);
  },
});

async function prepare(
  session: Session,
  { file, ...input }: Input<typeof options> & { readonly file: string },
): Promise<{ prepared: Prepared; isSaved: boolean }> {
  const sources = await readSources(session.context, file);
  const saved = findSavedPlan(sources);
  if (saved === undefined) {
    await requireFolder(session.context, file, input.allWorkspaces);
    return { prepared: await preparePlan(session, sources, planOptionsOf(input)), isSaved: false };
  }
  if (Object.keys(planOptions).some((name) => Reflect.get(input, name) !== undefined)) {
    throw usageError(
      `${file} is a saved plan: --prune, --resend and --all-workspaces are part of it`,
      'make the plan again with other options',
    );
  }
  requireAddress(saved, addressOf(session.settings));
  const paths = saved.files.map(({ path }) => path);
  const reviewed = await Promise.all(paths.map((path) => readSources(session.context, path)));
  if (reviewed.flat().some(({ path, text }) => path === '-' && text.trim() === '')) {
    throw usageError(
      `${file} was made from settings on stdin, and now stdin has none`,
      `give the same settings again: costctl config apply ${quote(file)} < SETTINGS`,
    );
  }
  const prepared = await preparePlan(session, reviewed.flat(), saved.options);
  requireSamePlan(saved, prepared.document);
  return { prepared, isSaved: true };
}

/** A secret that cannot be read would stop the run halfway. */
function requireSecrets({ changes }: PlanDocument): void {
  for (const { kind, name, secrets = [] } of changes) {
    const missing = secrets.find(({ hash }) => hash === null);
    if (missing !== undefined) throw missingSecret(missing.from, `${kind} ${name}`);
  }
}

async function confirmChanges(
  session: Session,
  { totals }: PlanDocument,
  given: number | undefined,
): Promise<void> {
  const what = `This will apply ${pluralize(totals.create + totals.update + totals.delete, 'change')}`;
  if (totals.delete === 0) {
    await confirm(session, () => what);
    return;
  }
  const deletions = totals.delete === 1 ? '1 is a deletion' : `${totals.delete} are deletions`;
  await confirmCount(session, `${what}, of which ${deletions}`, totals.delete, given);
}

async function makeChanges(session: Session, changes: readonly Change[]) {
  const { context, http, progress } = session;
  let made = 0;
  progress.start(`0 of ${changes.length} changes`);
  const outcomes = await applyChanges(changes, {
    limit: createLimit(http.concurrency),
    isSecretName,
    revealSecrets: (change, fields) => revealSecrets(context, change, fields),
    onOutcome: () => {
      made += 1;
      progress.update(`${Math.min(made, changes.length)} of ${changes.length} changes`);
    },
    dryRun: false,
  });
  progress.stop();
  return outcomes;
}

/** One apply at a time on this machine for each address: two would create everything twice. */
async function withApplyLock<Result>(session: Session, work: () => Promise<Result>) {
  const lock = lockOf(session);
  if (lock === undefined) return work();
  try {
    await makeFolder(dirname(lock), 0o700);
    await checkWritable(dirname(lock));
  } catch {
    // A machine that can store nothing there, such as a container, runs only one apply anyway.
    return work();
  }
  return withLock(lock, work, session.context);
}

function lockOf({ settings }: Session): string | undefined {
  const folder = settings.configFolder.value;
  const address = createHash('sha256').update(addressOf(settings)).digest('hex').slice(0, 16);
  return folder === undefined ? undefined : join(folder, `apply-${address}`);
}

async function report(
  session: Session,
  outcomes: readonly Outcome[],
  isSaved: boolean,
  hasCount: boolean,
): Promise<void> {
  const count = (...fates: Outcome['fate'][]) =>
    outcomes.filter(({ fate }) => fates.includes(fate)).length;
  const interrupted = outcomes.find(({ error }) => error?.code === 'interrupted')?.error;
  const failed = outcomes.filter(({ fate }) => fate === 'failed' || fate === 'unknown');
  const done = count('done', 'unchanged');
  const others = count('unchanged');
  const byOthers = others === 0 ? '' : `, ${others} of them not by this run`;
  const summary = `${done} of ${pluralize(outcomes.length, 'change')} made${byOthers}`;
  if (interrupted !== undefined) {
    session.output.warn(`${summary}; run it again: it continues with what is missing`);
    throw interrupted;
  }
  const [first] = failed;
  if (done === 0 && count('unknown') === 0 && first?.error !== undefined) throw first.error;
  const ids = new Map(outcomes.map(({ change, id }) => [change.key, id]));
  const rows = outcomes.map((outcome) => toRow(outcome, ids));
  await session.output.list(rows, viewOf(fields, rows));
  if (failed.length === 0) return session.output.note(summary);
  const skipped = count('skipped');
  const rest = skipped === 0 ? '' : `, ${skipped} not tried`;
  const unsure = count('unknown') === 0 ? '' : ', some of which may have been made';
  throw new CostctlError('incomplete', `${summary}, ${failed.length} failed${unsure}${rest}`, {
    hint: isSaved
      ? 'the rest needs a new plan: costctl config plan FILE -O plan.json'
      : `run it again, it continues with what is missing: ${session.lineToType(hasCount ? countOf(outcomes) : {})}`,
  });
}

/** The options that confirm the changes that are left: the same number of deletions would be refused. */
function countOf(outcomes: readonly Outcome[]) {
  const left = outcomes.filter(
    ({ change, fate }) => change.action === 'delete' && fate !== 'done' && fate !== 'unchanged',
  );
  return left.length === 0 ? { confirm: undefined, yes: true } : { confirm: [String(left.length)] };
}

function toRow(
  { change, fate, id, error, reason }: Outcome,
  ids: ReadonlyMap<string, string | undefined>,
) {
  const { action, managed, workspace, name } = change;
  return {
    change: action,
    kind: managed.kind.name,
    workspace: workspace?.name ?? null,
    workspaceId: workspace?.id ?? ids.get(workspace?.createdBy ?? '') ?? null,
    name,
    id: id ?? change.id ?? null,
    result: fate,
    message: error === undefined ? (reason ?? null) : describeFailure(error),
  };
}
