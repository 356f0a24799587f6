import type { Context } from '../../context.ts';
import { type Command, command } from '../../declaration/command.ts';
import { parsed } from '../../declaration/kind.ts';
import { optional } from '../../declaration/option.ts';
import { usageError } from '../../errors.ts';
import type { Description } from '../../openapi/description.ts';
import { commandOf } from '../../openapi/taken-names.ts';
import type { Session } from '../../session.ts';
import { type GlobalFlags, requireConfigFolder } from '../../settings.ts';
import { nameFirst } from '../../text.ts';
import { addressOf, descriptionsFor } from '../openapi/stored-document.ts';
import { withDryRun } from '../profiles/profile-store.ts';

/** Writes what help and completion show of the document that was imported for the flags' address. */
export type StoreTree = (context: Context, flags: GlobalFlags) => Promise<void>;

export const documentName = parsed(
  'name',
  'must be lower-case letters, digits and dashes',
  {},
  (given) => (/^[a-z0-9][a-z0-9-]{0,63}$/.test(given) ? given : undefined),
);

export function createDocuments(storeTree: StoreTree): Command {
  return command({
    words: 'api documents',
    purpose: 'List the documents imported for the address, or forget one of them',
    changes: 'machine',
    options: { forget: optional(documentName, 'forget the document of this name') },
    rows: {
      name: ['text', { importance: 'answer' }],
      title: ['text', {}],
      version: ['text', {}],
      operations: ['count', { kind: 'number' }],
      imported: ['text', { kind: 'timestamp', importance: 'extra' }],
    },
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

function describeRow({ name, title, version, imported, ...one }: Description) {
  const operations = one.operations.length + one.unusable.length;
  return { name, title, version, operations, imported };
}

export async function forgetDocument(session: Session): Promise<void> {
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

export async function showDocument({ settings, output }: Session): Promise<void> {
  await output.list(requireDescriptions(settings).flatMap(rowsOf));
}

/** What was imported for the address; a usage error if nothing was. */
export function requireDescriptions(settings: Session['settings']): readonly Description[] {
  const address = addressOf(settings);
  const descriptions = descriptionsFor(settings);
  if (descriptions.length > 0) return descriptions;
  throw usageError(`no document was imported for ${address}`, 'costctl api import FILE');
}

/** An operation of the document and what became of it. */
interface Row {
  readonly state: 'known' | 'new' | 'not usable';
  readonly command: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly reason: string;
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
