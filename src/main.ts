import { version } from '../package.json';
import type { Context } from './context.ts';

/** One run of the command line: argv and the outside world → an exit status. Never throws, never exits. */
export async function main(context: Context, argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    context.stdout.write(`${version}\n`);
    return 0;
  }
  const { run } = await import('./run.ts');
  return run(context, argv);
}
