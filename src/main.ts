import { CommanderError } from 'commander';
import { version } from '../package.json';
import type { Context } from './context.ts';
import { CostctlError, exitStatusOf } from './errors.ts';

import { drain, isClosedOutput } from './output/drain.ts';
import { createProgram } from './program.ts';
import { toCostctlError, wantsJson, writeError } from './report.ts';

/** One run of the command line: argv and the outside world → an exit status. Never throws, never exits. */
export async function main(context: Context, argv: readonly string[]): Promise<number> {
  const status = await run(context, argv);
  await drain(context.stdout);
  return status;
}

async function run(context: Context, argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    context.stdout.write(`${version}\n`);
    return 0;
  }
  try {
    const program = await createProgram(context, argv);
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (thrown) {
    if (isClosedOutput(thrown)) return 0;
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
    const error = context.signal.aborted ? interruption(context, thrown) : toCostctlError(thrown);
    writeError(context, error, wantsJson(argv, context.env));
    return exitStatusOf(error);
  }
}

/** After a signal, whatever broke on the way down is a consequence of it. */
function interruption(context: Context, thrown: unknown): CostctlError {
  if (thrown instanceof CostctlError && thrown.code === 'interrupted') return thrown;
  return toCostctlError(context.signal.reason);
}
