import { loadDescriptions } from '../../commands/openapi/stored-document.ts';
import { type Collected, collectCommands, groupOf } from '../../commands/openapi.ts';
import type { Context } from '../../context.ts';
import { namedCommands } from '../../openapi/named-operations.ts';
import { isBuiltIn } from '../../openapi/taken-names.ts';
import type { GlobalFlags } from '../../settings.ts';
import {
  addCommands,
  describeLoaded,
  type LoadedGroup,
  withoutHidden,
} from './describe-command.ts';
import { describeGroup, describeRoot } from './describe-root.ts';
import { type CommandNode, importedHeading, unpublishedHeading } from './tree.ts';

/** The whole program: the built-in commands, those of a document, and those that the service only names. */
export async function describeProgram(
  context: Context,
  loaded: readonly LoadedGroup[],
  flags: GlobalFlags = {},
): Promise<CommandNode> {
  const collected = collectCommands(await loadDescriptions(context, flags));
  return describeRoot([...describeGroups(loaded, collected)]);
}

/** One group at a time, since a document may have ten thousand operations. */
export function* describeGroups(loaded: readonly LoadedGroup[], collected: Collected) {
  const whole = (node: CommandNode): CommandNode => {
    const own = collected.below.get(node.name) ?? [];
    const added = own.flatMap((one) => groupOf(one, [node.name]).commands);
    return withoutHidden(added.length === 0 ? node : addCommands(node, added));
  };
  for (const one of loaded) yield whole(describeLoaded(one, collected.extend));
  for (const node of newGroups(collected)) yield whole(node);
}

/** The groups that only a document or the service names. */
export async function listNewGroups(context: Context, flags: GlobalFlags) {
  // The command that needs the configuration reports what is wrong with it.
  return newGroups(collectCommands(await loadDescriptions(context, flags).catch(() => [])));
}

/** The groups that only a document or the service names; those that the service names come first. */
function newGroups({ groups }: Collected): readonly CommandNode[] {
  const named = namedCommands.map(({ group }) => group);
  const rank = (name: string) => (named.includes(name) ? named.indexOf(name) : named.length);
  return [...groups.values()]
    .filter(({ words }) => !words.includes(' ') && !isBuiltIn(words))
    .toSorted((a, b) => rank(a.words) - rank(b.words))
    .map(({ words, purpose, imported }) =>
      describeGroup(words, purpose, imported ? importedHeading : unpublishedHeading),
    );
}
