import { createContext } from './context.ts';
import { describeCommand } from './help/tree.ts';
import { createWholeProgram } from './program.ts';

/** The files that are made from the command tree, by their path in the package. */
export async function generateFiles(): Promise<Record<string, string>> {
  // Nothing that was imported on this machine belongs in the package.
  const context = { ...createContext(), env: {}, homeFolder: () => undefined };
  const tree = describeCommand(await createWholeProgram(context));
  return { 'dist/tree.json': JSON.stringify(tree) };
}
