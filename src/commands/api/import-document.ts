import type { Context } from '../../context.ts';
import { type Command, command } from '../../declaration/command.ts';
import { inputFile } from '../../declaration/kind.ts';
import { flag, optionalArgument } from '../../declaration/option.ts';
import { CostctlError, usageError } from '../../errors.ts';
import type { Description } from '../../openapi/description.ts';
import type { Difference } from '../../openapi/drift.ts';
import type { CheckResult } from '../../output/check-report.ts';
import type { View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import { type GlobalFlags, requireConfigFolder } from '../../settings.ts';
import { pluralize } from '../../text.ts';
import { addressIn, addressOf, descriptionFor } from '../openapi/stored-document.ts';
import { withDryRun } from '../profiles/profile-store.ts';
import { readSource } from './document-source.ts';
import { builtInCommands } from './list-operations.ts';

/** An operation of the document and what became of it. */
interface Row {
  readonly state: 'known' | 'new' | 'not usable';
  readonly command: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly reason: string;
}

const columns = (['state', 'command', 'method', 'path', 'reason'] as const).map((path) => ({
  path,
}));

/** Writes what help and completion show of the document that was imported for the flags' address. */
export type StoreTree = (context: Context, flags: GlobalFlags) => Promise<void>;

export function createImport(storeTree: StoreTree): Command {
  return command({
    words: 'api import',
    purpose: "Import the service's own OpenAPI document: its operations become commands",
    changes: 'machine',
    arguments: {
      source: optionalArgument(
        inputFile,
        'a file, an address, or - for stdin; OpenAPI 3.0 or 3.1, JSON or YAML',
      ),
    },
    options: {
      show: flag('list what the imported document has'),
      forget: flag('forget the imported document'),
    },
    view: {
      columns,
      fields: ['state', 'command', 'method', 'path', 'operation', 'reason'],
    },
    examples: [
      'costctl api import openapi.yaml',
      'costctl api import --show',
      'costctl api import --forget',
    ],
    run: async (session, { source, forget, show }) => {
      const given = [source, forget, show].filter((one) => one !== undefined && one !== false);
      if (given.length !== 1) {
        throw usageError('give a source, --show or --forget', 'costctl api import FILE');
      }
      if (forget === true) return forgetDocument(session);
      if (show === true) return showDocument(session);
      await importDocument(session, source ?? '-', storeTree);
    },
  });
}

async function importDocument(
  session: Session,
  source: string,
  storeTree: StoreTree,
): Promise<void> {
  const { context, output, settings, progress } = session;
  // Known before anything is read: without an address there is nothing to store it for.
  const address = session.dryRun ? addressIn(settings) : addressOf(settings);
  progress.start('reading the document');
  const bytes = await readSource(session, source);
  await context.prepareForWork?.();
  progress.update('reading its operations');
  const { readDocument } = await import('../../openapi/document.ts');
  const { describeDocument } = await import('../../openapi/describe.ts');
  const imported = new Date(context.clock.now()).toISOString();
  const description = describeDocument(await readDocument(bytes), imported);
  if (address !== undefined && !session.dryRun) {
    const { writeDescription } = await import('../../openapi/store.ts');
    await writeDescription(requireConfigFolder(settings), address, description, context);
    progress.update('writing its commands for help and completion');
    await storeTree(context, session.flags);
  }
  progress.stop();
  for (const text of description.notes) output.note(text);
  for (const { method, path, reason } of description.unusable) {
    output.note(`cannot be a command: ${method} ${path}: ${reason}`);
  }
  await output.one(withDryRun(session, summaryOf(description, address)), { columns: [] });
}

async function forgetDocument(session: Session): Promise<void> {
  const { settings, output } = session;
  const { findDescription, forgetDescription } = await import('../../openapi/store.ts');
  const address = addressOf(settings);
  const folder = requireConfigFolder(settings);
  const path = findDescription(folder, address);
  if (session.dryRun) return output.one(withDryRun(session, { forget: path ?? null }));
  if (path === undefined) return output.note(`no document was imported for ${address}`);
  await forgetDescription(folder, address);
  output.note(`forgot the document of ${address}`);
}

async function showDocument({ settings, output }: Session): Promise<void> {
  const description = requireDescription(settings);
  await output.list(rowsOf(description));
}

/** What was imported for the address; a usage error if nothing was. */
function requireDescription(settings: Session['settings']): Description {
  const address = addressOf(settings);
  const description = descriptionFor(settings);
  if (description !== undefined) return description;
  throw usageError(`no document was imported for ${address}`, 'costctl api import FILE');
}

function summaryOf(description: Description, address: string | undefined) {
  const { title, version, operations, unusable, notes } = description;
  const known = operations.filter((one) => one.known !== undefined).length;
  return {
    title,
    version,
    ...(address === undefined ? {} : { address }),
    operations: operations.length + unusable.length,
    known,
    new: operations.length - known,
    unusable: unusable.length,
    ...(unusable.length === 0 ? {} : { reasons: unusable.map(reasonRow) }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function rowsOf({ operations, unusable }: Description): Row[] {
  const builtIn = new Map(Object.entries(builtInCommands));
  const usable = operations.map(({ id, method, path, known, command }): Row => {
    const written = known === undefined ? '' : (builtIn.get(known) ?? '');
    const name = command === undefined ? written : `${command.group} ${command.action}`;
    return {
      state: known === undefined ? 'new' : 'known',
      command: name,
      method,
      path,
      operation: id,
      reason: '',
    };
  });
  const others = unusable.map(({ method, path, reason, command }): Row => {
    const name = command === undefined ? '' : `${command.group} ${command.action}`;
    return { state: 'not usable', command: name, method, path, operation: '', reason };
  });
  return [...usable, ...others];
}

function reasonRow({ method, path, reason }: Description['unusable'][number]) {
  return { method, path, reason };
}

const view: View<Difference> = {
  columns: [
    { path: 'operation', importance: 'answer' },
    { path: 'what', importance: 'answer' },
    { path: 'program', header: 'this program' },
    { path: 'document' },
  ],
  fields: ['operation', 'method', 'path', 'what', 'program', 'document'],
};

export const diff = command({
  words: 'api diff',
  purpose: 'Show where the imported document and this program disagree',
  check: 'check',
  options: { check: flag('exit 11 if they do') },
  view,
  examples: ['costctl api diff', 'costctl api diff --check -q'],
  run: async (session, { check = false }) => {
    const { findDifferences, isForeign } = await import('../../openapi/drift.ts');
    const { output, settings } = session;
    const description = requireDescription(settings);
    if (isForeign(description)) {
      // Each of the program's operations is missing from it: to list them all would say nothing.
      const title = description.title === '' ? '' : `: ${description.title}`;
      const what = `the imported document belongs to another service${title}`;
      if (check) throw new CostctlError('check_failed', what);
      return output.note(what);
    }
    const differences = findDifferences(description);
    const count = differences.length;
    if (count === 0) output.note('the document and this program agree');
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
