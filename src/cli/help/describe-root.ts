import { globalOptions } from '../../settings/global-options.ts';
import { describeOption } from './describe-option.ts';
import type { CommandNode, OptionNode } from './tree.ts';

export const helpOption: OptionNode = {
  short: '-h',
  long: '--help',
  description: 'show this help',
  heading: '',
};

/** The options that are allowed anywhere on a line. */
export const rootOptions: readonly OptionNode[] = [
  { short: '-V', long: '--version', description: 'print the version', heading: '' },
  ...Object.entries(globalOptions).flatMap(([key, option]) => describeOption(key, option)),
  helpOption,
];

export function describeRoot(commands: readonly CommandNode[]): CommandNode {
  return {
    ...describeGroup(
      'costctl',
      "Administer an organization's cloud cost data: exact, whole and scriptable.",
    ),
    options: rootOptions,
    examples: ['costctl --sandbox workspaces list'],
    commands: [...commands, help],
  };
}

export function describeGroup(name: string, description: string, heading = ''): CommandNode {
  const none = { aliases: [], arguments: [], examples: [], commands: [] };
  return { name, description, options: [helpOption], heading, ...none };
}

const help: CommandNode = {
  ...describeGroup('help', 'Help on a group, an action or a topic'),
  arguments: [
    {
      name: 'words',
      description: 'a group and its action, or a topic',
      required: false,
      variadic: true,
    },
  ],
  examples: ['costctl help metrics import', 'costctl help output'],
};
