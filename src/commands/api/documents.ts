import { type Command, command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { parsed } from '../../declaration/kind.ts';
import { optional } from '../../declaration/option.ts';
import { type Fields, viewOf } from '../../declaration/result.ts';
import { usageError } from '../../errors.ts';
import type { Description } from '../../openapi/description.ts';
import { type GlobalFlags, requireConfigFolder } from '../../settings.ts';
import { nameFirst } from '../../text.ts';
import { addressOf, descriptionsFor } from '../openapi/stored-document.ts';
import { withDryRun } from '../profiles/profile-store.ts';

/** Writes what help and completion show of the documents that were imported for the flags' address. */
export type StoreTree = (context: Context, flags: GlobalFlags) => Promise<void>;

export const documentName = parsed(
  'name',
  'must be lower-case letters, digits and dashes',
  {},
  (given) => (/^[a-z0-9][a-z0-9-]{0,63}$/.test(given) ? given : undefined),
);

const rows = {
  name: ['text', { importance: 'answer' }],
  title: ['text', {}],
  version: ['text', {}],
  operations: ['count', { kind: 'number' }],
  imported: ['text', { kind: 'timestamp', importance: 'extra' }],
} as const satisfies Fields;

export function createDocuments(storeTree: StoreTree): Command {
  return command({
    words: 'api documents',
    purpose: 'List the documents imported for the address, or forget one of them',
    changes: 'machine',
    options: { forget: optional(documentName, 'forget the document of this name') },
    rows,
    examples: ['costctl api documents'],
    run: async (session, { forget }) => {
      const { context, output, settings } = session;
      const all = descriptionsFor(settings);
      if (forget === undefined) {
        return output.list(all.map(describeRow), {
          ...viewOf(rows),
          empty: 'No documents yet; costctl api import FILE',
        });
      }
      // Before a folder is made for the lock.
      without(forget, all);
      if (session.dryRun) return output.one(withDryRun(session, { forget }));
      const { changeDescriptions } = await import('../../openapi/store.ts');
      const change = () => ({ documents: without(forget, descriptionsFor(settings)) });
      await changeDescriptions(requireConfigFolder(settings), addressOf(settings), change, context);
      await storeTree(context, session.flags);
      output.note(`forgot the document ${forget}`);
    },
  });
}

function without(name: string, documents: readonly Description[]): readonly Description[] {
  const kept = documents.filter((one) => one.name !== name);
  if (kept.length < documents.length) return kept;
  const known = nameFirst(
    documents.map((one) => one.name),
    10,
  );
  throw usageError(`--forget: there is no document ${name}`, `known: ${known || 'none'}`);
}

function describeRow({ name, title, version, imported, ...one }: Description) {
  const operations = one.operations.length + one.unusable.length;
  return { name, title, version, operations, imported };
}
