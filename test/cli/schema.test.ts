import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadDeclarations } from '../../src/cli/groups.ts';
import { resultOf } from '../../src/cli/schema.ts';
import { flagOf } from '../../src/declaration/line.ts';
import { actionsOf, describeWhole } from '../helpers/actions.ts';
import { checkResultSchema } from '../helpers/result-schema.ts';
import { createFolder, run, testToken } from '../helpers/run.ts';

interface Part {
  readonly name: string;
  readonly description: string;
  readonly file?: 'read' | 'write';
  readonly negative?: string;
  readonly excludes?: readonly string[];
}

interface Described {
  readonly words: string;
  readonly arguments: readonly Part[];
  readonly options: readonly Part[];
  readonly check: boolean;
  readonly exitCodes: readonly number[];
  readonly result: unknown;
}

const declarations = await loadDeclarations();

test('schema prints its version and every declared action', async () => {
  const { stdout, exitCode } = await run(['schema', '-o', 'json']);
  const document = JSON.parse(stdout);
  expect({ exitCode, version: document.version }).toEqual({ exitCode: 0, version: 1 });
  const words = document.commands.map((one: { words: string }) => one.words);
  expect(words).toEqual(declarations.map((one) => one.words));
});

test('schema of one action shows what it accepts, changes and prints', async () => {
  const { stdout } = await run(['schema', 'filters', 'delete', '-o', 'json']);
  expect(JSON.parse(stdout).commands).toEqual([
    {
      words: 'filters delete',
      purpose: 'Delete a saved filter',
      arguments: [
        {
          name: 'filter',
          description: 'filter id or title',
          required: true,
          repeatable: false,
          value: 'id',
          schema: { type: 'string' },
          names: 'filters',
        },
      ],
      options: expect.arrayContaining(
        ['--dry-run', '--yes', '--out-file', '--columns', '--query'].map((name) =>
          expect.objectContaining({ name }),
        ),
      ),
      examples: ['costctl filters delete flt_production --dry-run'],
      operation: {
        id: 'deleteSavedFilter',
        method: 'DELETE',
        path: '/v1/saved-filters/{filterId}',
      },
      changes: 'service',
      irreversible: true,
      workspace: true,
      check: false,
      exitCodes: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 129, 130, 143],
      result: null,
    },
  ]);
});

test('the schema of an action has the arguments and options of its help', async () => {
  const { stdout } = await run(['schema', '-o', 'json']);
  const commands: readonly Described[] = JSON.parse(stdout).commands;
  // Said once for all changes, or by another field.
  const common = ['--help', '--dry-run', '--yes'];
  const found = commands.map(({ words, arguments: given, options }) => ({
    words,
    arguments: given.map(({ name }) => name),
    options: options
      .flatMap(({ name, negative }) => (negative === undefined ? [name] : [name, negative]))
      .filter((name) => !common.includes(name)),
  }));
  const helped = actionsOf(await describeWhole()).map(({ line, command }) => ({
    words: line,
    arguments: command.arguments.map(({ name }) => name),
    options: command.options.map(({ long }) => long).filter((long) => !common.includes(long)),
  }));
  const words = found.map((one) => one.words);
  expect(found).toEqual(helped.filter((one) => words.includes(one.words)));
  const listing = commands.find((one) => one.words === 'workspaces list');
  expect(listing?.result).toMatchObject({ type: 'array' });
});

test('options that exclude each other are named as they are typed', async () => {
  const { stdout } = await run(['schema', '-o', 'json']);
  const commands: readonly Described[] = JSON.parse(stdout).commands;
  const unknown = commands.flatMap(({ words, options }) => {
    const names = options.map(({ name }) => name);
    return options
      .flatMap(({ excludes = [] }) => excludes)
      .filter((name) => !names.includes(name))
      .map((name) => `${words} ${name}`);
  });
  expect(unknown).toEqual([]);
  const { stderr, exitCode } = await run('costs list --sandbox --bom --no-header -o csv');
  expect([exitCode, stderr]).toEqual([
    2,
    'error: --bom and --no-header cannot be used together\nhint: leave one of them out\n',
  ]);
});

test('an action that reads a file may end because of its data', async () => {
  const { stdout } = await run(['schema', '-o', 'json']);
  const commands: readonly Described[] = JSON.parse(stdout).commands;
  const reading = commands.filter((one) =>
    [...one.options, ...one.arguments].some(({ file }) => file === 'read'),
  );
  expect(reading.length).toBeGreaterThan(5);
  expect(commands.filter((one) => one.exitCodes.includes(10))).toEqual(
    expect.arrayContaining(reading),
  );
});

test('the default of an option is a value that it takes', async () => {
  const { stdout } = await run(['schema', '-o', 'json']);
  const { globalOptions: shared, commands } = JSON.parse(stdout);
  const given = ({ name, default: usual }: { name: string; default?: string }) =>
    usual === undefined ? [] : [[name, usual]];
  expect(Object.fromEntries(shared.flatMap(given))).toEqual({
    '--output': 'table',
    '--max-wait': '300',
    '--timeout': '60',
    '--retries': '4',
    '--concurrency': '4',
  });
  const tried = declarations.flatMap(({ words, options }) => {
    const described = commands.find((one: Described) => one.words === words);
    return Object.entries(options).flatMap(([key, { kind }]) => {
      const { default: usual, ...one } =
        described.options.find(({ name }: Part) => name === flagOf(key)) ?? {};
      if (usual === undefined) return [];
      return [{ words, name: one.name, usual, isTaken: 'value' in (kind?.parse(usual) ?? {}) }];
    });
  });
  expect(tried.length).toBeGreaterThan(20);
  expect(tried.filter(({ isTaken }) => !isTaken)).toEqual([]);
  expect(tried).toContainEqual({
    words: 'costs trend',
    name: '--months',
    usual: '13',
    isTaken: true,
  });
});

test('an action with an option that makes it fail may end because of it', async () => {
  const { stdout } = await run(['schema', '-o', 'json']);
  const commands: readonly Described[] = JSON.parse(stdout).commands;
  const failing = commands.filter(({ options }) =>
    options.some(({ description }) => /\bexits? 11\b/.test(description)),
  );
  expect(failing.length).toBeGreaterThan(10);
  expect(commands.filter((one) => one.exitCodes.includes(11))).toEqual(
    expect.arrayContaining(failing),
  );
  expect(failing.filter(({ check }) => !check)).toEqual([]);
});

test.each([
  [10, ['costs', 'mirror', 'rows', '--files', 'bad.csv']],
  [8, ['profiles', 'set', 'work', 'workspace=Web shop']],
  [11, ['costs', 'export', '--month', '2026-01', '--where', 'service=none', '--require-rows']],
  [11, ['providers', 'status', '--check']],
])('the schema has the exit code %i of %j', async (exitCode, line) => {
  const folder = createFolder();
  writeFileSync(join(folder, 'bad.csv'), 'date,cost,currency\n2026-01-01,much,EUR\n');
  const files = line.map((word) => (/^(rows|bad\.csv)$/.test(word) ? join(folder, word) : word));
  const add = ['profiles', 'add', 'work', '--base-url', 'http://127.0.0.1:9', '--no-verify'];
  const env = { COSTCTL_RETRIES: '0', COSTCTL_TOKEN: testToken };
  await run([...add, '--token-stdin'], { folder, stdin: testToken });
  const place = line[0] === 'profiles' ? [] : ['--sandbox'];
  const outcome = await run([...files, ...place], { folder, env });
  expect(outcome.exitCode).toBe(exitCode);
  const { stdout } = await run(['schema', ...line.slice(0, 2)]);
  expect(JSON.parse(stdout).commands[0].exitCodes).toContain(exitCode);
});

test('schema of an unknown command is a usage error', async () => {
  const { exitCode } = await run(['schema', 'nothing']);
  expect(exitCode).toBe(2);
});

describe('the -o json output of an example matches the schema of its action', () => {
  const lines = declarations
    .filter(
      (one) => one.changes === undefined && one.output === undefined && resultOf(one) !== null,
    )
    // Those that read a file run in the test of all examples; the first of each is read as JSON in
    // `test/output/parity.test.ts`.
    .filter((one) => !Object.values(one.arguments).some(({ kind }) => kind.file === 'read'))
    .flatMap(({ examples, options }) => {
      const inputs = Object.keys(options).filter((key) => options[key]?.kind?.file === 'read');
      return examples
        .slice(1)
        .filter((line) => !/[|>]|-o |-O|--query|--files|--ascii|VAR/.test(line))
        .filter((line) => !inputs.some((key) => line.includes(`${flagOf(key)} `)));
    });

  // Some examples write files to the working folder.
  const origin = process.cwd();
  beforeAll(() => process.chdir(createFolder()));
  afterAll(() => process.chdir(origin));

  test.each(lines)('%s', async (line) => {
    const words = line.replace(/^costctl /, '').match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
    const argv = words.map((word) => word.replace(/^["']|["']$/g, ''));
    // The helper compares the result of every run with its schema.
    const { stdout, exitCode } = await run([...argv, '--sandbox', '-o', 'json']);
    expect([0, 11]).toContain(exitCode);
    if (exitCode === 11) await checkResultSchema([...argv, '-o', 'json'], stdout);
  });
});
