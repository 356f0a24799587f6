import { type Command, Option } from 'commander';
import type { OutputFlags } from '../session.ts';

export const outputFlagNames = [
  'outFile',
  'columns',
  'query',
  'raw',
  'header',
  'spreadsheetSafe',
  'delimiter',
  'decimalComma',
  'bom',
  'exact',
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
    new Option('--delimiter <character>', 'separate the cells of csv by this character, such as ;'),
    new Option('--decimal-comma', 'write the numbers of csv as 1234,56'),
    new Option('--bom', 'begin csv with a byte order mark, for Excel'),
    new Option('--exact', 'show all digits of amounts and numbers in a table on a terminal'),
  ];
  for (const option of options) {
    // An action that refuses one has it already, hidden, to say what to do instead.
    if (command.options.some(({ long }) => long === option.long)) continue;
    command.addOption(option.helpGroup('Output options:'));
  }
}
