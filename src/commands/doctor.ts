import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { localAction } from './action.ts';
import { examples } from './examples.ts';
import { openLocalSession } from './profiles/store.ts';

export function addDoctor(program: Command, context: Context): void {
  program
    .command('doctor')
    .description('Check configuration, address, token, proxy and clock, and say what to do')
    .addHelpText('after', examples('costctl doctor', 'costctl doctor -o json'))
    .action(
      localAction(z.strictObject({}), async (invocation) => {
        const session = await openLocalSession(context, invocation);
        await session.close();
      }),
    );
}
