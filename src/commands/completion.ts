import { readAsset } from '../assets.ts';
import { bareCommand } from '../command.ts';
import { CostctlError } from '../errors.ts';

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

export const completion = Object.entries(scripts).map(([shell, { name, path, install }]) =>
  bareCommand({
    words: `completion ${shell}`,
    purpose: `Print the completion script for ${name}`,
    local: true,
    output: 'plain',
    examples: [install],
    run: async (context) => {
      const script = readAsset(path);
      if (script === undefined) {
        throw new CostctlError('file', `${path} is missing from the package`, {
          hint: 'install costctl again',
        });
      }
      context.stdout.write(script);
    },
  }),
);
