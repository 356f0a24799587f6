import { type Command, Option } from 'commander';
import type { OutputFlags } from '../session.ts';

export const outputFlagNames = [
  'outFile',
  'columns',
  'query',
  'raw',
  'header',
  'spreadsheetSafe',
] as const satisfies readonly (keyof OutputFlags)[];

export function addOutputOptions(command: Command): void {
  const options = [
    new Option(
      '-O, --out-file <path>',
      'write the result to a file; its ending chooses the format',
    ),
    new Option('--columns <a,b.c>', 'pick and order columns; dots reach into objects'),
    new Option('--query <expression>', 'apply a JMESPath expression to the whole result'),
    new Option('-r, --raw', 'print a string without quotes'),
    new Option('--no-header', 'leave out the header row of csv and tsv'),
    new Option('--spreadsheet-safe', "put ' before text that a spreadsheet would run"),
  ];
  for (const option of options) {
    // An action that refuses one has it already, hidden, to say what to do instead.
    if (command.options.some(({ long }) => long === option.long)) continue;
    command.addOption(option.helpGroup('Output options:'));
  }
}
