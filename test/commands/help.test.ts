import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findHelp } from '../../src/cli/help/find.ts';
import { renderHelp } from '../../src/cli/help/render-help.ts';
import { exitCodesTopic, topics } from '../../src/cli/help/topics.ts';
import type { CommandNode } from '../../src/cli/help/tree.ts';
import { readTokens } from '../../src/cli/tokens.ts';
import { exitStatuses } from '../../src/errors.ts';
import { describeWhole } from '../helpers/actions.ts';
import { run } from '../helpers/run.ts';
import { failWith } from '../helpers/screens.ts';

interface SchemaCommand {
  readonly words: string;
  readonly options: readonly {
    readonly name: string;
    readonly schema?: { readonly enum?: string[]; readonly items?: { readonly enum?: string[] } };
  }[];
}

const root = await describeWhole();

/** Every command with all above it, from the root. */
function pathsOf(path: readonly CommandNode[]): (readonly CommandNode[])[] {
  const below = path.at(-1)?.commands ?? [];
  return [path, ...below.flatMap((child) => pathsOf([...path, child]))];
}

const paths = pathsOf([root]).map((path) => ({
  words: path.slice(1).map(({ name }) => name),
  path,
}));

test('the help of every command is the same from the tree as from the command itself', async () => {
  for (const { words, path } of paths) {
    const line = [...words, '--help'];
    const { stdout, exitCode } = await run(line);
    expect({ line, stdout, exitCode }).toEqual({
      line,
      stdout: renderHelp(path, 80),
      exitCode: 0,
    });
    expect(findHelp(readTokens(root, line))).toEqual({ path });
    expect(findHelp(readTokens(root, ['--help', ...words]))).toEqual({ path });
  }
});

test('what many questions about costs take stands below a heading, after what is their own', () => {
  const costs = paths.filter(({ words }) => words[0] === 'costs' && words.length === 2);
  const own = costs.flatMap(({ path }) =>
    (path.at(-1)?.options ?? []).filter(({ heading }) => heading === ''),
  );
  const lines = own.map(({ long, description }) => `${long} ${description}`);
  const shared = lines.filter((line) => lines.filter((other) => other === line).length > 4);
  expect([...new Set(shared)]).toEqual(['--help show this help']);
});

test('the help of an option that takes one of some words names each of them', async () => {
  const { commands, globalOptions } = JSON.parse((await run('schema')).stdout);
  const all = [{ words: '', options: globalOptions }, ...commands];
  const unnamed = all.flatMap(({ words, options }: SchemaCommand) =>
    options.flatMap(({ name, schema }) => {
      const choices = schema?.enum ?? schema?.items?.enum ?? [];
      const found = paths.find((one) => one.words.join(' ') === words);
      const named = renderHelp(found?.path ?? [root], 10_000).split(/[^\w.-]+|[.,;:]+(?=\s|$)/);
      const missing = choices.filter(
        (choice) => !choice.split(' ').every((word) => named.includes(word)),
      );
      return missing.map((choice) => [words, name, choice].join(' '));
    }),
  );
  expect(unnamed).toEqual([]);
});

test('what takes conditions names the topic with their grammar', () => {
  const takers = paths.filter(({ path }) =>
    path.at(-1)?.options.some(({ long, heading }) => long === '--where' && heading !== ''),
  );
  expect(takers.length).toBeGreaterThan(10);
  for (const { path } of takers) expect(renderHelp(path, 200)).toContain('costctl help conditions');
});

test.each([40, 80, 120])('no line of a help text is wider than a window of %i columns', (width) => {
  for (const { path } of paths) {
    const text = renderHelp(path, width).replace(/^ {2}\$ .*$/gm, '');
    for (const line of text.split('\n')) {
      // A term is never cut: it can be wider than a narrow window on its own.
      const isTerm = /^ {2}\S/.test(line);
      if (!isTerm) expect(line.length, line).toBeLessThanOrEqual(width);
    }
  }
});

test('the program, a group or help without arguments prints help', async () => {
  const whole = (await run([])).stdout;
  expect(whole).toContain('Usage: costctl <group> <action>');
  expect((await run('help')).stdout).toBe(whole);
  expect((await run('--help')).stdout).toBe(whole);
  for (const line of [['workspaces'], ['workspaces', 'providers'], ['api'], ['-q', 'metrics']]) {
    const { stdout, stderr, exitCode } = await run(line);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toContain('<action>');
  }
});

test('help takes a group and its action', async () => {
  const { stdout } = await run('help metrics import');
  expect(stdout).toBe((await run('metrics import --help')).stdout);
});

test('the help of an action matches its snapshot', async () => {
  const { stdout } = await run('workspaces get --help');
  expect(stdout).toMatchInlineSnapshot(`
    "Usage: costctl workspaces get <workspace> [options]

    Show one workspace.
      $ costctl workspaces get wsp_storefront -o json

    Arguments:
      <workspace>  workspace id or name

    Options:
      -h, --help  show this help

    Output:
      -O, --out-file <path>    write the result to a file; its extension selects the
                               format
      --columns <a,b.c>        select and order columns; b.c is the field c of b
      --query <expression>     apply a JMESPath expression to the whole result
      -r, --raw                print a string without quotes
      --no-header              leave out the header row of csv and tsv
      --spreadsheet-safe       prefix formulas with '
      --delimiter <character>  separate csv cells by this character, such as ;
      --decimal-comma          write numbers in csv as 1234,56
      --bom                    begin csv with a byte order mark, for Excel
      --exact                  show all digits of amounts and numbers in table and
                               markdown

    Global options, such as -o and --profile: costctl --help
    "
  `);
});

test('in a window of 40 columns descriptions go below their terms', async () => {
  const { stdout } = await run('mcp --help', { terminal: 40 });
  expect(stdout).toMatchInlineSnapshot(`
    "Usage: costctl mcp [options]

    Answer the cost questions of an AI
    assistant (MCP, on stdin and stdout).
      $ costctl mcp -w wsp_storefront

    Options:
      --allow-changes
          add tools that plan and apply a
          settings file
      --export-dir <dir>
          the only folder below which tools
          write files (default: the working
          folder)
      -h, --help
          show this help

    More examples:
      $ costctl mcp --export-dir exports

    Global options, such as -o and
    --profile: costctl --help
    "
  `);
});

test.each(topics.filter(({ page }) => page !== undefined))(
  'help $name prints $page',
  async ({ name, page = '' }) => {
    const { stdout, stderr, exitCode } = await run(['help', name]);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toBe(readFileSync(page, 'utf8'));
  },
);

test('every page of the documents is a topic', () => {
  const pages = topics.flatMap(({ page }) => (page === undefined ? [] : [page]));
  expect(pages.toSorted()).toEqual(readdirSync('docs').map((name) => `docs/${name}`));
});

const shortTopics = topics.filter(({ page }) => page === undefined);

test.each(shortTopics.map(({ name }) => [name]))('help %s is a topic', async (name) => {
  const { stdout, stderr, exitCode } = await run(['help', name]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(stdout.split('\n')[0]).toBe(topics.find((one) => one.name === name)?.title);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('the topic on exit codes lists every code with its status', () => {
  const rows = exitCodesTopic.blocks.flatMap((block) =>
    typeof block !== 'string' && 'rows' in block ? block.rows : [],
  );
  for (const [code, status] of Object.entries(exitStatuses)) {
    const row = rows.find(([term]) => term.split(', ').includes(String(status)));
    expect(row?.[1]).toContain(code);
  }
});

test.each<[line: string[], message: string, hint: string]>([
  [['workspces'], "unknown command 'workspces'", 'did you mean workspaces? See costctl --help'],
  [
    ['workspces', 'list', '--help'],
    "unknown command 'workspces'",
    'did you mean workspaces? See costctl --help',
  ],
  [
    ['workspaces', 'lst'],
    "unknown command 'lst'",
    'did you mean list? See costctl workspaces --help',
  ],
  [
    ['workspaces', 'frobnicate'],
    "unknown command 'frobnicate'",
    'known: list, get, create, update, edit, delete, providers; see costctl workspaces --help',
  ],
  [
    ['workspaces', 'list', '--mx', '3'],
    "unknown option '--mx'",
    'did you mean --max? See costctl workspaces list --help',
  ],
  [
    ['workspaces', 'list', '--sandbx'],
    "unknown option '--sandbx'",
    'did you mean --sandbox? See costctl workspaces list --help',
  ],
  [['workspaces', 'get'], "missing required argument 'workspace'", 'costctl workspaces get --help'],
  [
    ['workspaces', 'list', 'all'],
    "too many arguments for 'list': expected 0 arguments but got 1",
    'costctl workspaces list --help',
  ],
  ...[['--files', 'a.csv'], ['--files=a.csv']].map((files): [string[], string, string] => [
    ['costs', 'mirror', 'm', ...files, 'b.csv'],
    "too many arguments for 'mirror': expected 1 argument but got 2",
    "quote the pattern, so that the shell does not expand it: --files '*.csv'; see costctl costs mirror --help",
  ]),
  ...[[], ['--files', '*.csv'], ['--files=*.csv']].map((files): [string[], string, string] => [
    ['costs', 'mirror', 'm', 'b.csv', ...files],
    "too many arguments for 'mirror': expected 1 argument but got 2",
    'costctl costs mirror --help',
  ]),
  [['help', 'close'], 'there is no help on close', 'did you mean costctl help costs close?'],
  [['help', 'reset'], 'there is no help on reset', 'did you mean costctl help sandbox reset?'],
  ...['list', 'nonsense', 'receipt'].map((word): [string[], string, string] => [
    ['help', word],
    `there is no help on ${word}`,
    'costctl help; costctl help glossary explains words',
  ]),
  [['help', 'costs', 'rows'], 'there is no help on costs rows', 'costctl help costs'],
  [
    ['help', 'import'],
    'there is no help on import',
    'did you mean costctl help metrics import or costctl help api import or costctl help imports?',
  ],
  [['help', 'cost'], 'there is no help on cost', 'did you mean costctl help costs?'],
  [
    ['help', 'costs', 'sumary'],
    'there is no help on costs sumary',
    'did you mean costctl help costs summary?',
  ],
  [['help', 'glosary'], 'there is no help on glosary', 'did you mean costctl help glossary?'],
])('%j is a usage error with a hint', async (line, message, hint) => {
  expect(await failWith(2, run(line))).toBe(`error: ${message}\nhint: ${hint}\n`);
});

test('a global option at the end of the line without its value is an error, not the help text', async () => {
  const flags = root.options.filter(({ value }) => value !== undefined).map(({ long }) => long);
  expect(flags).toContain('--profile');
  for (const flag of flags) {
    expect(findHelp(readTokens(root, [flag]))).toBeUndefined();
    const { stdout, stderr, exitCode } = await run([flag]);
    expect({ flag, stdout, exitCode }).toEqual({ flag, stdout: '', exitCode: 2 });
    expect(stderr).toMatch(
      new RegExp(`^error: option '${flag} <.*>' needs a value\nhint: write ${flag} <`),
    );
  }
});

test.each([
  ['providers', 'After costctl api import also: cloud-connector, '],
  ['budgets', 'After costctl api import: list, '],
])(
  'the help of %s says what an imported document adds, and whether to anything',
  async (group, line) => {
    expect((await run([group, '--help'])).stdout).toContain(`\n${line}`);
  },
);
