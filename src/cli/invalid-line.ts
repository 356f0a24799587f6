import type { CommanderError } from 'commander';
import { type CostctlError, usageError } from '../errors.ts';
import { suggest } from '../suggest.ts';
import { nameFirst } from '../text.ts';
import { topics } from './help/topics.ts';
import type { CommandNode } from './help/tree.ts';
import type { Token, Tokens } from './tokens.ts';

/** What is wrong with a line, and how to write it. If no token is wrong, it asks for help on unknown words. */
export async function explainToken(tokens: Tokens, wrong: Token | undefined) {
  const { path, list } = tokens;
  const lost = list.flatMap((one) => (one.kind === 'word' ? one.text : []));
  if (wrong === undefined || path[1]?.name === 'help') {
    return usageError(`there is no help on ${lost.join(' ')}`, await helpOn(path, lost));
  }
  const help = `${lineOf(path)} --help`;
  if (wrong.kind === 'option') {
    const { long, value } = wrong.option;
    const option = `${long} <${value}>`;
    return usageError(`option '${option}' needs a value`, `write ${option}; see ${help}`);
  }
  const word = wrong.kind === 'command' ? wrong.node.name : wrong.text;
  const isOption = wrong.kind === 'unknown';
  const [name = ''] = word.split('=', 1);
  if (isOption && name !== word && optionsOn(path).includes(name)) {
    return usageError(
      `option '${name}' takes no value`,
      `write ${name}, or leave it out; see ${help}`,
    );
  }
  const message = `unknown ${isOption ? 'option' : 'command'} '${word}'`;
  const below = lineOf(path.slice(1));
  const habit = isOption
    ? habitsOfOption(below, word).flatMap((hint) => partOf(path, hint) ?? [])[0]
    : (find(words, `${below} ${word}`.trim()) ?? swapped(path, lost));
  if (habit !== undefined) return usageError(message, habit);
  const meant = isOption
    ? suggestOption(word, optionsOn(path))
    : suggest(word, commandsBelow(path));
  if (meant !== undefined) return usageError(message, `did you mean ${meant}? See ${help}`);
  const known = path.length > 1 ? (path.at(-1)?.commands ?? []).map(({ name }) => name) : [];
  const verb = habitOfVerb(word, known);
  if (verb !== undefined) return usageError(message, `${lineOf(path)} ${verb}`);
  const isShort = !isOption && known.length > 0;
  return usageError(message, isShort ? `known: ${nameFirst(known, 10)}; see ${help}` : help);
}

async function helpOn([root]: readonly CommandNode[], [word = '', ...rest]: readonly string[]) {
  const lines = rest.length === 0 ? await commandsEndingIn(word) : [];
  // A page may have the plural of the word as its name.
  const pages = topics.map(({ name }) => name).filter((name) => name === `${word}s`);
  if (lines.length > 0 && lines.length <= mostMeant) {
    return `did you mean ${[...lines, ...pages].map((one) => `costctl help ${one}`).join(' or ')}?`;
  }
  const group = root?.commands.find(({ name }) => name === word);
  const known = group === undefined ? topics.map(({ name }) => name) : [];
  const above = [group ?? root].flatMap((one) => one ?? []);
  const meant = suggest(group === undefined ? word : (rest[0] ?? ''), [
    ...commandsBelow(above),
    ...known,
  ]);
  const line = group === undefined ? 'costctl help' : `costctl help ${word}`;
  if (meant !== undefined) return `did you mean ${line} ${meant}?`;
  return group === undefined ? `${line}; costctl help glossary explains words` : line;
}

const mostMeant = 3;

async function commandsEndingIn(word: string): Promise<string[]> {
  const { loadDeclarations } = await import('./groups.ts');
  const all = await loadDeclarations();
  return all.map((one) => one.words).filter((words) => words.endsWith(` ${word}`));
}

/** What commander refuses: words that are missing or too many. A shell makes several words of a pattern. */
export function explainLine(error: CommanderError, words: string, pattern?: string): CostctlError {
  const [said = ''] = error.message.replace(/^error: /, '').split('\n');
  const message = said
    .replace(/^too many arguments/, `$& for '${words.split(' ').at(-1)}'`)
    .replace(/\. Expected (.*)\.$/, ': expected $1');
  const help = `costctl ${words} --help`;
  if (pattern !== undefined && message.startsWith('too many')) {
    const quoted = `quote the pattern, so that the shell does not expand it: ${pattern} '*.csv'`;
    return usageError(message, `${quoted}; see ${help}`);
  }
  const [, required] = /^required option '(?:-\w, )?(--.+)' not specified$/.exec(message) ?? [];
  return usageError(message, required === undefined ? help : `write ${required}; see ${help}`);
}

function lineOf(path: readonly CommandNode[]): string {
  return path.map(({ name }) => name).join(' ');
}

/** `list workspaces` for `workspaces list`. */
function swapped([root, first]: readonly CommandNode[], [verb, noun]: readonly string[]) {
  const isGroup = first === undefined && root?.commands.some(({ name }) => name === noun);
  return isGroup ? `costctl ${noun} ${verb}` : undefined;
}

function commandsBelow(path: readonly CommandNode[]): string[] {
  return (path.at(-1)?.commands ?? []).flatMap(({ name, aliases }) => [name, ...aliases]);
}

function optionsOn(path: readonly CommandNode[]): string[] {
  return path.toReversed().flatMap(({ options: all }) => all.map(({ long }) => long));
}

/** Compares the names alone: with their dashes, `from` would be close to `bom`. */
function suggestOption(word: string, options: readonly string[]) {
  const bare = options.map(nameOf);
  return options[bare.indexOf(suggest(nameOf(word), bare) ?? '')];
}

function nameOf(option: string) {
  return option.replace(/^-+/, '');
}

/** The parts of a hint that the action allows: it has their options, or they name another command. */
function partOf(path: readonly CommandNode[], hint: string): string | undefined {
  const known = path.flatMap(({ options: all }) => all.flatMap(({ short, long }) => [short, long]));
  const isTaken = (way: string) => {
    const [own = ''] = way.split('costctl ');
    return (own.match(/(?<![^ ])--?[a-zA-Z][a-z-]*/g) ?? []).every((one) => known.includes(one));
  };
  if (path.at(-1)?.commands.length !== 0) return hint;
  return hint.split(', or ').filter(isTaken).join(', or ') || undefined;
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
  '--limit': 'write --max N',
  '--max-items': 'write --max N',
  '--max-results': 'write --max N',
  '--output-file': 'write -O FILE',
  '--out': 'write -O FILE',
  '--outfile': 'write -O FILE',
  '-v': 'costctl --version prints the version; --debug prints a line for each request',
  '--filter': "write --query with a JMESPath expression, such as --query '[?status==`active`]'",
};

const datesElsewhere = [
  ...['--start', '--start-date', '--end', '--end-date', '--since', '--until'],
  ...['--time-period', '--period'],
];
const fromTo = 'write --from YYYY-MM-DD --to YYYY-MM-DD, --month YYYY-MM or --last 7d';

/** Options with which other programs ask for costs, and their equivalents here. */
const costOptions: Readonly<Record<string, string>> = {
  '--filter': 'write --where CONDITION, such as --where service=NAME',
  '--service': 'write --where service=NAME, or --by service for each',
  '--tag': 'write --where tags.NAME=VALUE, or --by tags.NAME for each',
  '--account': 'costctl costs columns shows the columns; then write --where COLUMN=VALUE',
  '--group-by': 'write --by COLUMN',
  '--groupby': 'write --by COLUMN',
  ...Object.fromEntries(datesElsewhere.map((name) => [name, fromTo])),
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
  '--limit': 'write --top N',
  '--sort': 'the largest come first; --top N shows the first N',
};

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

/** What may be meant by an option that the command at `path` does not have, the nearest first. */
function habitsOfOption(path: string, option: string): string[] {
  const tables = path.startsWith('costs ') ? [costOptions, options] : [options];
  return tables.flatMap((table) => find(table, option) ?? []);
}

/** The action of a group that another verb means. */
function habitOfVerb(lost: string, known: readonly string[]): string | undefined {
  const same = verbs.find((row) => row.includes(lost)) ?? [];
  return known.find((name) => same.includes(name));
}

function find(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
