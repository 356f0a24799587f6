import { type Context, createContext, print } from '../context.ts';
import type { CommandNode, FindTree } from './help/tree.ts';

/** One run of the command line: from argv and the outside world to an exit code. Never throws or exits. */
export async function main(context: Context, argv: readonly string[], findTree?: FindTree) {
  if (argv[0] === '__complete') {
    const { complete } = await import('./completion/complete.ts');
    return complete(context, argv.slice(1), findTree);
  }
  if (findTree !== undefined && mayAskForHelp(argv)) {
    const tree = await findTree(context, argv);
    if (tree !== undefined && (await printHelp(context, tree, argv))) return 0;
  }
  const { run } = await import('./run.ts');
  return run(context, argv, findTree);
}

/** A quick check, since most lines do not ask for help: a line that does has few words or one of these. */
function mayAskForHelp(argv: readonly string[]): boolean {
  return argv.length < 2 || argv[0] === 'help' || argv.includes('--help') || argv.includes('-h');
}

/** Whether the line asks for help and has no other option. */
function mayBePage(argv: readonly string[]): boolean {
  const names = argv.slice(0, -1);
  return ['--help', '-h'].includes(argv.at(-1) ?? '') && !names.some((one) => one.startsWith('-'));
}

/** False for a line that is no valid call for help. Loads neither commander nor a group. */
async function printHelp(context: Context, tree: CommandNode, argv: readonly string[]) {
  const { answerHelp } = await import('./help/render-help.ts');
  const text = answerHelp(context, tree, argv);
  return text !== undefined && print(context, text);
}

/** Called by the launcher: one run in the real world. */
export async function start(argv: readonly string[]): Promise<number> {
  const world = createContext();
  const status = await main(world, argv, async (context, words) => {
    const { findTree } = await import('./help/tree-cache.ts');
    const loadGroups = async () => (await import('./groups.ts')).loadGroups();
    return findTree(context, words, loadGroups);
  });
  if (status === 0 && mayBePage(argv)) {
    const { storePages } = await import('./help/store-pages.ts');
    await storePages(world);
  }
  world.leave();
  return status;
}
