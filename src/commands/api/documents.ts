import { type Command, command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { parsed } from '../../declaration/kind.ts';
import { optional } from '../../declaration/option.ts';
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
      const folder = requireConfigFolder(settings);
      const { forgetDescription, writeDescriptions } = await import('../../openapi/store.ts');
      if (kept.length === 0) await forgetDescription(folder, addressOf(settings));
      else {
        await writeDescriptions(folder, addressOf(settings), kept, context);
        await storeTree(context, session.flags);
      }
      output.note(`forgot the document ${forget}`);
    },
  });
}

function describeRow({ name, title, version, imported, ...one }: Description) {
  const operations = one.operations.length + one.unusable.length;
  return { name, title, version, operations, imported };
}
