import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Command, command } from '../../command.ts';
import { inputFile } from '../../declaration/kind.ts';
import { argument, optional } from '../../declaration/option.ts';
import { ifPossible, usageError } from '../../errors.ts';
import type { Description } from '../../openapi/description.ts';
import { type Document, largestDocument, tooLarge } from '../../openapi/document.ts';
import { compareNames } from '../../openapi/keep-names.ts';
import type { Session } from '../../session.ts';
import { requireConfigFolder } from '../../settings.ts';
import { isBelow } from '../../storage/path.ts';
import { nameFirst } from '../../text.ts';
import { littleGarbage, withEngine } from '../engine.ts';
import { addressIn, addressOf, descriptionsFor } from '../openapi/stored-document.ts';
import { withDryRun } from '../profiles/profile-store.ts';
import { readSource } from './document-source.ts';
import { documentName, type StoreTree } from './documents.ts';

export function createImport(storeTree: StoreTree): Command {
  return command({
    words: 'api import',
    purpose: "Import the service's own OpenAPI document: its operations become commands",
    changes: 'machine',
    arguments: {
      source: argument(
        inputFile,
        'a file, an address, or - for stdin; OpenAPI 3.0 or 3.1, JSON or YAML',
      ),
    },
    options: { name: optional(documentName, 'name of the document (default: from its title)') },
    examples: ['costctl api import openapi.yaml', 'costctl api import - --name v2 < openapi.yaml'],
    run: (session, input) =>
      withEngine(forDocuments, () => importDocument(session, input, storeTree)),
  });
}

/** Without the second flag a third of the time goes into compiling functions together with all that they call. */
const forDocuments = { ...littleGarbage, 'max-inlined-bytecode-size-cumulative': 100 };

interface Source {
  readonly source: string;
  readonly name?: string | undefined;
}

async function importDocument(session: Session, source: Source, storeTree: StoreTree) {
  const { context, output, settings, progress } = session;
  // The address must be known before anything is read: without one there is nothing to store the document for.
  const address = session.dryRun ? addressIn(settings) : addressOf(settings);
  // What was read is released before its commands are written: a large document needs the memory.
  const { notes, summary } = await storeDocument(session, source, address);
  if (address !== undefined && !session.dryRun) {
    progress.update('writing its commands for help and completion');
    await storeTree(context, session.flags);
  }
  progress.stop();
  for (const text of notes) output.note(text);
  await output.one(withDryRun(session, summary), { columns: [] });
}

/** Reads and stores a document, and says what there is to tell about it. */
async function storeDocument(
  session: Session,
  { source, name }: Source,
  address: string | undefined,
): Promise<{ readonly notes: readonly string[]; readonly summary: object }> {
  const { context, progress, settings } = session;
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
  const describe = () => {
    // A file that cannot be used is replaced.
    const stored = ifPossible(() => descriptionsFor(settings)) ?? [];
    const before = stored.find((one) => one.name === own);
    const beside = stored.filter((one) => one !== before);
    const description = describeDocument(document, imported, { name: own, before, beside });
    return { before, beside, description, documents: [description, ...beside] };
  };
  const { changeDescriptions } = await import('../../openapi/store.ts');
  const { before, beside, description } =
    address === undefined || session.dryRun
      ? describe()
      : await changeDescriptions(requireConfigFolder(settings), address, describe, context);
  return {
    notes: [
      ...description.notes,
      ...(before === undefined ? othersOf(beside) : []),
      ...description.unusable.map(
        ({ method, path, reason }) => `cannot be a command: ${method} ${path}: ${reason}`,
      ),
    ],
    summary: { ...summaryOf(description, address), ...changesSince(before, description) },
  };
}

function othersOf(beside: readonly Description[]): string[] {
  if (beside.length === 0) return [];
  const names = beside.map(({ name }) => name);
  return [
    `the address has other documents too: ${nameFirst(names, 10)}; see costctl api documents`,
  ];
}

/** Adds the files beside a document that it refers to. A document from stdin or an address has none. */
async function addFiles(document: Document, source: string): Promise<Document> {
  if (source === '-' || /^https?:\/\//i.test(source)) return document;
  const { bundle, hasFilesBeside } = await import('../../openapi/bundle.ts');
  if (!hasFilesBeside(document.root)) return document;
  const folder = await realpath(dirname(source));
  return bundle(document, async (path) => {
    const file = await realpath(join(folder, path));
    // A link may lead out of the folder.
    if (!isBelow(folder, file)) throw usageError(`${path} is elsewhere`);
    if ((await stat(file)).size > largestDocument) throw tooLarge();
    return readFile(file, 'utf8');
  });
}

function changesSince(before: Description | undefined, now: Description) {
  if (before === undefined) return {};
  const { added, renamed, removed } = compareNames(before, now);
  return { added, renamed, removed };
}

function summaryOf(description: Description, address: string | undefined) {
  const { name, title, version, operations, unusable, notes } = description;
  const known = operations.filter((one) => one.known !== undefined).length;
  const reasons = unusable.map(({ method, path, reason }) => ({ method, path, reason }));
  return {
    name,
    title,
    version,
    ...(address === undefined ? {} : { address }),
    operations: operations.length + unusable.length,
    known,
    new: operations.length - known,
    unusable: unusable.length,
    ...(reasons.length === 0 ? {} : { reasons }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}
