import { Argument, Command, CommanderError, Option } from 'commander';
import { flagOf, type Given, kebabCase } from '../declaration/line.ts';
import type { Option as Declared } from '../declaration/option.ts';
import { usageError } from '../errors.ts';
import { describeOption } from './help/describe-option.ts';
import { rootOptions } from './help/describe-root.ts';
import { type OptionNode, optionTerm } from './help/tree.ts';
import type { Called } from './line.ts';

/** Parses the words after an action with commander, configured from its declaration. */
export async function parse(
  { declared, options }: Called,
  words: readonly string[],
): Promise<Given> {
  const command = new Command(declared.words.split(' ').at(-1))
    .exitOverride()
    // The program makes its own suggestions: commander's use localeCompare, which takes ten milliseconds.
    .showSuggestionAfterError(false)
    // Errors are written in one place, in the requested format.
    .configureOutput({ writeErr: () => undefined })
    .helpOption(false)
    .allowUnknownOption(declared.anyOptions === true);
  for (const [key, one] of Object.entries(declared.arguments)) {
    const name = one.name ?? kebabCase(key);
    const whole = one.variadic ? `${name}...` : name;
    command.addArgument(new Argument(one.required ? `<${whole}>` : `[${whole}]`));
  }
  for (const [key, option] of Object.entries(options)) {
    for (const one of describeOption(key, option)) {
      command.addOption(new KeyedOption(one, key, refusalOf(option, declared.words)));
    }
  }
  for (const one of rootOptions) command.addOption(new KeyedOption(one, one.long));
  try {
    command.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const pattern = Object.entries(options)
      .flatMap(([key, option]) => describeOption(key, option))
      .find(({ long, value }) => value === 'pattern' && hasExpanded(words, long));
    throw (await import('./invalid-line.ts')).explainLine(error, declared.words, pattern?.long);
  }
  const given = Object.keys(options)
    .filter((key) => command.getOptionValueSource(key) === 'cli')
    .map((key): [string, readonly string[] | boolean] => [key, command.getOptionValue(key)]);
  const texts: readonly unknown[] = command.processedArgs.flat();
  return {
    arguments: texts.filter((text): text is string => typeof text === 'string'),
    options: Object.fromEntries(given),
  };
}

/** Whether a shell may have put names of files in place of the option's pattern. */
function hasExpanded(words: readonly string[], long: string): boolean {
  const values = words.flatMap((word, at) => {
    if (word === long) return words[at + 1] ?? [];
    return word.startsWith(`${long}=`) ? word : [];
  });
  return values.some((value) => !/[*?]/.test(value));
}

/** A hidden option may explain what to write instead: that is said before what is missing. */
function refusalOf(
  { hidden, kind }: Declared,
  words: string,
): ((long: string, text: string) => void) | undefined {
  if (hidden !== true || kind === undefined) return undefined;
  return (long, text) => {
    const checked = kind.parse(text);
    if ('problem' in checked) {
      throw usageError(`${long}: ${checked.problem}`, `costctl ${words} --help`);
    }
  };
}

/** An option that is known by its key: the program's `--no-input` says nothing about an action's `--input`. */
class KeyedOption extends Option {
  readonly #key: string;

  constructor(node: OptionNode, key: string, refuse?: ReturnType<typeof refusalOf>) {
    super(optionTerm(node));
    this.#key = key;
    this.negate = node.long !== flagOf(key) && node.long !== key;
    if (node.value === undefined) return;
    this.makeOptionMandatory(node.required === true).argParser(
      (text: string, earlier: readonly string[] | undefined) => {
        refuse?.(node.long, text);
        return [...(earlier ?? []), text];
      },
    );
  }

  override attributeName(): string {
    return this.#key;
  }
}
