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
