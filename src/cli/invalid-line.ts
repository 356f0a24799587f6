import type { Command, CommanderError } from 'commander';
import { type CostctlError, usageError } from '../errors.ts';
import { suggest } from '../suggest.ts';
import { nameFirst } from '../text.ts';
import { commandLine } from './invoke.ts';

/** How many words of a line match commands. */
export interface Reached {
  readonly command: Command;
  /** The words that are not commands. */
  readonly lost: readonly string[];
}

/** What is wrong with a line that commander refuses, and how to write it. */
export function explainLine(error: CommanderError, reached: Reached | undefined): CostctlError {
  const { command, lost = [] } = reached ?? {};
  const [said = ''] = error.message.replace(/^error: /, '').split('\n');
  const message = said.replace(/\. Expected (.*)\.$/, ': expected $1');
  const path = command === undefined ? 'costctl' : commandLine(command);
  const below = path.replace(/^costctl ?/, '');
  const help = `${path} --help`;
  const [, lacking] = /^option '(?:-\w, )?(--.+)' argument missing$/.exec(message) ?? [];
  if (lacking !== undefined) {
    return usageError(`option '${lacking}' needs a value`, `write ${lacking}; see ${help}`);
  }
  const [, required] = /^required option '(?:-\w, )?(--.+)' not specified$/.exec(message) ?? [];
  if (required !== undefined) {
    return usageError(message, `write ${required}; see ${help}`);
  }
  const [, word = ''] = /unknown (?:option|command) '(.*)'$/.exec(message) ?? [];
  const habit =
    error.code === 'commander.unknownOption'
      ? habitOfOption(below, word)
      : (habitOfWords(below, word) ?? swapped(command, lost));
  if (habit !== undefined) return usageError(message, habit);
  const meant =
    word === '' ? undefined : suggest(word, command === undefined ? [] : wordsOf(command, word));
  if (meant !== undefined) return usageError(message, `did you mean ${meant}? See ${help}`);
  const known = command?.parent ? command.commands.map((one) => one.name()) : [];
  const verb = habitOfVerb(word, known);
  if (verb !== undefined) return usageError(message, `${path} ${verb}`);
  const isShort = error.code === 'commander.unknownCommand' && known.length > 0;
  return usageError(message, isShort ? `known: ${nameFirst(known, 10)}; see ${help}` : help);
}

/** `list workspaces` for `workspaces list`. */
function swapped(
  command: Command | undefined,
  [verb, noun]: readonly string[],
): string | undefined {
  const isGroup = command?.parent === null && command.commands.some((one) => one.name() === noun);
  return isGroup ? `costctl ${noun} ${verb}` : undefined;
}

/** What can replace a word: the options of the command, or the commands below it. */
function wordsOf(command: Command, word: string): string[] {
  if (!word.startsWith('-')) {
    return command.commands.flatMap((one) => [one.name(), ...one.aliases()]);
  }
  const own = command.options.flatMap(({ long }) => long ?? []);
  return command.parent === null
    ? [...own, '--help', '--version']
    : [...own, ...wordsOf(command.parent, word)];
}

/** What users of gh, aws and stripe type out of habit, and its equivalent here. */
const options: Readonly<Record<string, string>> = {
  '--json': 'write -o json',
  '--yaml': 'write -o yaml',
  '--csv': 'write -o csv',
  '--format': 'write -o FORMAT, such as -o json',
  '--jq': "write --query with a JMESPath expression, such as --query '[].id'",
  '--token': 'set COSTCTL_TOKEN, or store a token: costctl profiles add NAME --token-stdin',
  '--api-key': 'set COSTCTL_TOKEN, or store a token: costctl profiles add NAME --token-stdin',
  '--verbose': 'write --debug',
  '--force': 'write --yes',
  '--output-file': 'write -O FILE',
  '--out': 'write -O FILE',
  '--outfile': 'write -O FILE',
  '-v': 'costctl --version prints the version; --debug prints a line for each request',
  '--filter': "write --query with a JMESPath expression, such as --query '[?status==`active`]'",
};

/** What costs are asked for elsewhere. */
const costOptions: Readonly<Record<string, string>> = {
  '--filter': 'write --where CONDITION, such as --where service=NAME',
  '--service': 'write --where service=NAME, or --by service for each',
  '--tag': 'write --where tags.NAME=VALUE, or --by tags.NAME for each',
  '--account': 'costctl costs columns shows the columns; then write --where COLUMN=VALUE',
  '--group-by': 'write --by COLUMN',
  '--groupby': 'write --by COLUMN',
  '--start': fromTo(),
  '--start-date': fromTo(),
  '--end': fromTo(),
  '--end-date': fromTo(),
  '--since': fromTo(),
  '--until': fromTo(),
  '--time-period': fromTo(),
  '--period': fromTo(),
  '--ytd': 'write --year-to-date',
  '--mtd': 'write --month-to-date',
  '--today': 'write --last 1d --include-today',
  '--yesterday': 'write --last 1d',
  '--this-year': 'write --year-to-date',
  '--group-by-month': 'write --granularity month',
  '--group-by-week': 'write --granularity week',
  '--group-by-day': 'write --granularity day',
  '--monthly': 'write --granularity month',
  '--weekly': 'write --granularity week',
  '--daily': 'write --granularity day',
  '--this-month': 'write --month-to-date',
  '--currency': 'write --convert-to CURRENCY, such as --convert-to EUR',
  '--vs': 'write costctl costs compare --against PERIOD, such as last-year or 2026-08',
  '--compare': 'write costctl costs compare --against PERIOD, such as last-year or 2026-08',
  '--sort': 'the largest come first; --top N shows the first N',
};

function fromTo(): string {
  return 'write --from YYYY-MM-DD --to YYYY-MM-DD, --month YYYY-MM or --last 7d';
}

const words: Readonly<Record<string, string>> = {
  version: 'costctl --version',
  login: 'costctl profiles add NAME --base-url URL stores an address and a token',
  auth: 'costctl profiles add NAME --base-url URL stores an address and a token; costctl whoami shows the one in use',
  configure: 'costctl profiles add NAME --base-url URL stores an address and a token',
  logout: 'costctl profiles remove NAME removes a stored token',
  status: 'costctl doctor checks the set-up; costctl providers status shows the syncs',
  me: 'costctl whoami',
  'profiles unset': 'costctl profiles set NAME key= clears a setting',
  'profiles get': 'costctl profiles show NAME',
  'profiles delete': 'costctl profiles remove NAME',
  'profiles create': 'costctl profiles add NAME',
  'profiles switch': 'costctl profiles use NAME',
  'config get': 'costctl profiles show shows each setting and its source',
  'config set': 'costctl profiles set NAME key=value',
  'config list': 'costctl profiles show shows each setting and its source',
  'config show': 'costctl profiles show shows each setting and its source',
  'users delete': 'costctl invites users and removes none; costctl users list shows them',
  'users remove': 'costctl invites users and removes none; costctl users list shows them',
  'costs budgets': 'costctl costs check --budgets FILE',
  'costs unit-cost': 'costctl costs unit --metric ID',
  'costs diff': 'costctl costs compare --against PERIOD',
};

/** Verbs of other programs that mean the same, of which a group has one or none. */
const verbs: readonly (readonly string[])[] = [
  ['get', 'show', 'describe', 'view', 'info', 'read', 'inspect'],
  ['create', 'add', 'new', 'invite', 'connect', 'enable', 'put'],
  ['delete', 'remove', 'destroy', 'disconnect', 'disable'],
  ['list', 'search', 'find', 'all', 'index'],
  ['update', 'modify', 'patch', 'change'],
];

/** `option` is not an option of the command at `path`. */
function habitOfOption(path: string, option: string): string | undefined {
  const isCost = path.startsWith('costs ');
  return (isCost ? find(costOptions, option) : undefined) ?? find(options, option);
}

/** The action of a group that another verb means. */
function habitOfVerb(lost: string, known: readonly string[]): string | undefined {
  const same = verbs.find((row) => row.includes(lost)) ?? [];
  return known.find((name) => same.includes(name));
}

/** `lost` is a word that is not a command of the group at `path`. */
function habitOfWords(path: string, lost: string): string | undefined {
  return find(words, `${path} ${lost}`.trim());
}

function find(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
