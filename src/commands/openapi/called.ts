import type { Command } from 'commander';

/** Written by hand, but with a body that only the service's document shows. */
export const unshownBodies = [
  'createWorkspace',
  'updateWorkspace',
  'createWorkspaceProvider',
  'updateWorkspaceProvider',
  'createVirtualTag',
] as const;

const extended = [
  'workspaces create',
  'workspaces update',
  'workspaces providers enable',
  'workspaces providers update',
  'virtual-tags create',
];

/** Whether a line is answered with what a document brought: every other pays nothing for one. */
export function needsDocument(program: Command, words: readonly string[]): boolean {
  let command = program;
  for (const [place, word] of words.entries()) {
    const next = command.commands.find(
      (one) => one.name() === word || one.aliases().includes(word),
    );
    if (next === undefined) return true;
    command = next;
    if (command.commands.length === 0)
      return extended.includes(words.slice(0, place + 1).join(' '));
  }
  return true;
}
