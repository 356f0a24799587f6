import type { Command } from 'commander';

/** Built-in actions with a body that only the service's document shows. */
export const extendedCommands = [
  { id: 'createWorkspace', words: 'workspaces create' },
  { id: 'updateWorkspace', words: 'workspaces update' },
  { id: 'createWorkspaceProvider', words: 'workspaces providers enable' },
  { id: 'updateWorkspaceProvider', words: 'workspaces providers update' },
  { id: 'createVirtualTag', words: 'virtual-tags create' },
] as const;

/** Whether a line calls one of these. */
export function isExtended(words: readonly string[]): boolean {
  const line = `${words.join(' ')} `;
  return extendedCommands.some((one) => line.startsWith(`${one.words} `));
}

/** Whether a line may be for something that only a document has: every other line loads none. */
export function needsDocument(program: Command, words: readonly string[]): boolean {
  let command = program;
  for (const word of words) {
    const next = command.commands.find(
      (one) => one.name() === word || one.aliases().includes(word),
    );
    if (next === undefined) return true;
    command = next;
    if (command.commands.length === 0) return false;
  }
  return true;
}
