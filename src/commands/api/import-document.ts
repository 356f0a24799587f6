import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { Context } from '../../context.ts';
import { type Command, command } from '../../declaration/command.ts';
import { inputFile, kind } from '../../declaration/kind.ts';
import { flag, optional, optionalArgument } from '../../declaration/option.ts';
import { CostctlError, usageError } from '../../errors.ts';
import type { Description } from '../../openapi/description.ts';
import { type Document, largestDocument, tooLarge } from '../../openapi/document.ts';
import type { Difference } from '../../openapi/drift.ts';
import { compareNames } from '../../openapi/keep-names.ts';
import { commandOf } from '../../openapi/taken-names.ts';
import type { CheckResult } from '../../output/check-report.ts';
import type { View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import { type GlobalFlags, requireConfigFolder } from '../../settings.ts';
import { nameFirst, pluralize } from '../../text.ts';
import { addressIn, addressOf, descriptionsFor } from '../openapi/stored-document.ts';
import { withDryRun } from '../profiles/profile-store.ts';
import { readSource } from './document-source.ts';

/** An operation of the document and what became of it. */
interface Row {
  readonly state: 'known' | 'new' | 'not usable';
  readonly command: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly reason: string;
}

const documentName = kind('name', (given) =>
  /^[a-z0-9][a-z0-9-]{0,63}$/.test(given)
    ? { value: given }
    : { problem: 'must be lower-case letters, digits and dashes' },
);

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
      name: optional(documentName, 'name of the document (default: from its title)'),
      show: flag('list what the imported documents have'),
      forget: flag('forget every document of the address'),
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
    run: async (session, { source, name, forget, show }) => {
      const given = [source, forget, show].filter((one) => one !== undefined && one !== false);
      if (given.length !== 1) {
        throw usageError('give a source, --show or --forget', 'costctl api import FILE');
      }
      if (forget === true) return forgetDocument(session);
      if (show === true) return showDocument(session);
      await importDocument(session, { source: source ?? '-', name }, storeTree);
    },
  });
}

async function importDocument(
  session: Session,
  { source, name }: { readonly source: string; readonly name: string | undefined },
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
  const { convertSwagger } = await import('../../openapi/from-swagger.ts');
  const imported = new Date(context.clock.now()).toISOString();
  const { describeDocument, nameOfDocument } = await import('../../openapi/describe.ts');
  const document = await addFiles(await readDocument(bytes, convertSwagger), source);
  const own = name ?? nameOfDocument(document);
  const stored = storedDocuments(session);
  const before = stored.find((one) => one.name === own);
  const beside = stored.filter((one) => one !== before);
  const description = describeDocument(document, imported, { name: own, before, beside });
  if (address !== undefined && !session.dryRun) {
    const { writeDescriptions } = await import('../../openapi/store.ts');
    const all = [description, ...beside];
    await writeDescriptions(requireConfigFolder(settings), address, all, context);
    progress.update('writing its commands for help and completion');
    await storeTree(context, session.flags);
  }
  progress.stop();
  for (const text of description.notes) output.note(text);
  if (before === undefined && beside.length > 0) {
    const names = nameFirst(
      beside.map((one) => one.name),
      10,
    );
    output.note(`the address has other documents too: ${names}; see costctl api documents`);
  }
  for (const { method, path, reason } of description.unusable) {
    output.note(`cannot be a command: ${method} ${path}: ${reason}`);
  }
  const summary = { ...summaryOf(description, address), ...changesSince(before, description) };
  await output.one(withDryRun(session, summary), { columns: [] });
}

/** With the files beside a document that refers to them. What came from elsewhere has none. */
async function addFiles(document: Document, source: string): Promise<Document> {
  if (source === '-' || /^https?:\/\//i.test(source)) return document;
  const { bundle, hasFilesBeside } = await import('../../openapi/bundle.ts');
  if (!hasFilesBeside(document.root)) return document;
  const folder = await realpath(dirname(source));
  return bundle(document, async (path) => {
    const file = await realpath(join(folder, path));
    const inside = relative(folder, file);
    // A link may lead out of the folder.
    if (inside.startsWith('..') || isAbsolute(inside)) throw usageError(`${path} is elsewhere`);
    if ((await stat(file)).size > largestDocument) throw tooLarge();
    return readFile(file, 'utf8');
  });
}

/** What was imported before; a file that cannot be used is replaced. */
function storedDocuments({ settings }: Session): readonly Description[] {
  try {
    return descriptionsFor(settings);
  } catch {
    return [];
  }
}

/** Which commands a new version adds, renames and removes. */
function changesSince(before: Description | undefined, now: Description) {
  if (before === undefined) return {};
  const { added, renamed, removed } = compareNames(before, now);
  return { added, renamed, removed };
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
  await output.list(requireDescriptions(settings).flatMap(rowsOf));
}

/** What was imported for the address; a usage error if nothing was. */
function requireDescriptions(settings: Session['settings']): readonly Description[] {
  const address = addressOf(settings);
  const descriptions = descriptionsFor(settings);
  if (descriptions.length > 0) return descriptions;
  throw usageError(`no document was imported for ${address}`, 'costctl api import FILE');
}

function summaryOf(description: Description, address: string | undefined) {
  const { name, title, version, operations, unusable, notes } = description;
  const known = operations.filter((one) => one.known !== undefined).length;
  return {
    name,
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
  const usable = operations.map(({ id, method, path, known, command }): Row => {
    const written = known === undefined ? '' : commandOf(known);
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

interface DocumentRow {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly operations: number;
  readonly imported: string;
}

export function createDocuments(storeTree: StoreTree): Command {
  return command({
    words: 'api documents',
    purpose: 'List the documents imported for the address, or forget one of them',
    changes: 'machine',
    options: { forget: optional(documentName, 'forget the document of this name') },
    view: documentView,
    examples: ['costctl api documents'],
    run: async (session, { forget }) => {
      const { context, output, settings } = session;
      const all = descriptionsFor(settings);
      if (forget === undefined) return output.list(all.map(describeRow));
      const kept = all.filter((one) => one.name !== forget);
      if (kept.length === all.length) {
        const known = nameFirst(
          all.map((one) => one.name),
          10,
        );
        throw usageError(`--forget: there is no document ${forget}`, `known: ${known || 'none'}`);
      }
      if (session.dryRun) return output.one(withDryRun(session, { forget }));
      if (kept.length === 0) return forgetDocument(session);
      const { writeDescriptions } = await import('../../openapi/store.ts');
      await writeDescriptions(requireConfigFolder(settings), addressOf(settings), kept, context);
      await storeTree(context, session.flags);
      output.note(`forgot the document ${forget}`);
    },
  });
}

const documentView: View<DocumentRow> = {
  columns: [
    { path: 'name', importance: 'answer' },
    { path: 'title' },
    { path: 'version' },
    { path: 'operations', kind: 'number' },
    { path: 'imported', kind: 'timestamp', importance: 'extra' },
  ],
  fields: ['name', 'title', 'version', 'operations', 'imported'],
};

function describeRow({ name, title, version, imported, ...one }: Description): DocumentRow {
  const operations = one.operations.length + one.unusable.length;
  return { name, title, version, operations, imported };
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
    const all = requireDescriptions(settings);
    const [newest] = all;
    const description = all.find((one) => !isForeign(one)) ?? newest;
    if (description === undefined || isForeign(description)) {
      // Each of the program's operations is missing from it: to list them all would say nothing.
      const title = description?.title ? `: ${description.title}` : '';
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
