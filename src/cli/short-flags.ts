import { type Command, Option } from 'commander';

/**
 * Splits `-yq` into `-y -q` if one letter belongs to the action and another to the program: commander
 * accepts joined letters only if one command has them all.
 */
export function separateFlags(argv: readonly string[], command: Command): string[] {
  const options = [...optionsOf(command), help];
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return argv.flatMap((word, place) => {
    const isValue = takesValue(findOption(options, argv[place - 1]));
    return place > end || isValue || !/^-[a-z]{2}/i.test(word) ? [word] : separate(word, options);
  });
}

/** Commander stores it separately from the others. */
const help = new Option('-h, --help');

/** Letters up to the first one that is unknown or takes the rest as its value. */
function separate(word: string, options: readonly Option[]): string[] {
  const flag = word.slice(0, 2);
  const option = findOption(options, flag);
  if (option === undefined || takesValue(option) || word.length === 2) return [word];
  return [flag, ...separate(`-${word.slice(2)}`, options)];
}

function optionsOf(command: Command): readonly Option[] {
  const { parent } = command;
  return parent === null ? command.options : [...command.options, ...optionsOf(parent)];
}

function findOption(options: readonly Option[], flag: string | undefined): Option | undefined {
  return options.find(({ short, long }) => flag !== undefined && (flag === short || flag === long));
}

function takesValue(option: Option | undefined): boolean {
  return option !== undefined && (option.required || option.optional);
}
