import type { Command } from 'commander';
import * as z from 'zod/mini';
import { readAsset } from '../assets.ts';
import type { Context } from '../context.ts';
import { CostctlError } from '../errors.ts';
import { localAction } from './action.ts';
import { examples } from './examples.ts';

/** Where the build keeps the script of each shell. */
const scripts = {
  bash: {
    name: 'bash',
    path: 'completions/costctl.bash',
    install: 'source <(costctl completion bash)',
  },
  zsh: { name: 'zsh', path: 'completions/_costctl', install: 'costctl completion zsh >_costctl' },
  fish: {
    name: 'fish',
    path: 'completions/costctl.fish',
    install: 'costctl completion fish | source',
  },
  powershell: {
    name: 'PowerShell',
    path: 'completions/costctl.ps1',
    install: 'costctl completion powershell >costctl.ps1',
  },
} as const;

export function addCompletion(program: Command, context: Context): void {
  const completion = program
    .command('completion')
    .description('Completion scripts for bash, zsh, fish and PowerShell');
  for (const [shell, { name, path, install }] of Object.entries(scripts)) {
    completion
      .command(shell)
      .description(`Print the completion script for ${name}`)
      .addHelpText('after', examples(install))
      .action(
        localAction(z.strictObject({}), async () => {
          const script = readAsset(path);
          if (script === undefined) {
            throw new CostctlError('file', `${path} is missing from the package`, {
              hint: 'install costctl anew',
            });
          }
          context.stdout.write(script);
        }),
      );
  }
}
