import { afterAll, describe, expect, test } from 'vitest';
import { loadDeclarations } from '../../src/cli/groups.ts';
import type { CommandNode, OptionNode } from '../../src/cli/help/tree.ts';
import { outputHeading } from '../../src/declaration/option.ts';
import { CostctlError } from '../../src/errors.ts';
import { actionsOf, describeWhole, isWritten } from '../helpers/actions.ts';
import { readings } from '../helpers/every-action.ts';
import { prepareExample } from '../helpers/examples.ts';
import { overhear } from '../helpers/overhear.ts';
import { run } from '../helpers/run.ts';
import { drawCases, isWhole } from '../helpers/runs.ts';
import { watchOptions } from '../helpers/watch-options.ts';

const root = await describeWhole();
const actions = actionsOf(root);
const written = actions.filter(isWritten);
const watched = watchOptions(await loadDeclarations());
afterAll(watched.end);

function everyCommand(command: CommandNode): CommandNode[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

test('every command, option and argument has a description', () => {
  const parts = everyCommand(root).flatMap((command) => [
    command,
    ...command.options.map((option) => ({ name: option.long, ...option })),
    ...command.arguments,
  ]);
  expect(parts.filter(({ description }) => description.trim() === '')).toEqual([]);
});

test('every group and every action has an example', () => {
  const lacking = everyCommand(root).filter(
    ({ examples }) => !examples.some((example) => example.includes('costctl ')),
  );
  expect(lacking.map(({ name }) => name)).toEqual([]);
});

test('the help of a group shows examples of its first actions', async () => {
  const { stdout } = await run('rates --help');
  expect(stdout.slice(stdout.indexOf('Examples:'))).toMatchInlineSnapshot(`
    "
    "
  `);
});

/** The words of every action that has another name, and that name. */
function aliasesOf(command: CommandNode, words: readonly string[] = []): [string, string][] {
  return command.commands.flatMap((child) => [
    ...child.aliases.map((alias): [string, string] => [
      [...words, child.name].join(' '),
      [...words, alias].join(' '),
    ]),
    ...aliasesOf(child, [...words, child.name]),
  ]);
}

test.each(aliasesOf(root))('%s has the alias %s', async (name, alias) => {
  expect((await run(`${alias} --help`)).stdout).toBe((await run(`${name} --help`)).stdout);
});

test('list has the alias ls, and delete has the alias rm', () => {
  for (const { line, command } of written) {
    if (command.name === 'list')
      expect({ line, aliases: command.aliases }).toEqual({ line, aliases: ['ls'] });
    if (command.name === 'delete')
      expect({ line, aliases: command.aliases }).toEqual({ line, aliases: ['rm'] });
  }
});

describe('every option that the parser accepts is also accepted by its command', () => {
  const interrupted = AbortSignal.abort(new CostctlError('interrupted', 'after the input'));
  const cases = written.flatMap(({ line, command }) =>
    command.options
      .filter(({ heading, long }) => heading !== outputHeading && long !== '--help')
      .map((option) => ({ line, command, option })),
  );

  test.each(cases.map((one) => [`${one.line} ${one.option.long}`, one] as const))(
    '%s',
    async (_name, { line, command, option }) => {
      const needed = command.arguments
        .filter(({ required }) => required)
        .map(({ name }) => sample(name));
      const words = [...line.split(' '), ...needed, ...wordsOf(option)];
      const { stderr } = await run(words, { signal: interrupted });
      expect(stderr).not.toMatch(/error: (Invalid input|Unrecognized)/);
      expect(stderr).not.toMatch(/unknown option|internal|a defect in this program/);
    },
  );
});

function wordsOf({ long, value }: OptionNode): string[] {
  return value === undefined ? [long] : [long, sample(value)];
}

/** A value that passes most checks of form. */
function sample(name: string): string {
  const samples: Readonly<Record<string, string>> = {
    ...{ day: '2026-10-01', n: '1', seconds: '1', hours: '1', minutes: '60', decimal: '1' },
    ...{ json: '{}', 'key=value': 'a=b', 'name=value': 'a=b', 'key=text': 'a=b' },
    ...{ 'key=json': 'a=1', 'field=column': 'date=Day', workspace: 'wsp_a', metric: 'bmt_a' },
    ...{ user: 'usr_a', method: 'GET', path: '/v1/users', month: '2026-10', period: '7d' },
    ...{ role: 'owner', format: 'csv', policy: 'first', amount: '1', base: 'USD', target: 'EUR' },
    ...{ 'n/s': '1/1', rate: '0.1', milliseconds: '1', id: 'wsp_a', file: 'none.csv' },
  };
  return samples[name] ?? 'a';
}

describe('every example in the help runs against the sandbox', () => {
  const home = process.cwd();
  // What it sends, and what the sandbox answers, against the service's document.
  const { take } = overhear();
  afterAll(() => process.chdir(home));
  const examples = written.flatMap(({ line, command }, row) =>
    drawCases(command.examples, row).map((example) => [example, line] as const),
  );

  test.each([...root.examples.map((one) => [one, ''] as const), ...examples])(
    '%s',
    async (example, action) => {
      const prepared = await prepareExample(example);
      const { exitCode, stderr } = await prepared.run();
      expect({ exitCode, stderr }).toEqual({
        exitCode: prepared.exitCode,
        stderr: prepared.exitCode === 0 ? expect.not.stringContaining('error:') : stderr,
      });
      const { problems, sent } = take();
      expect(problems).toEqual([]);
      if (!readings.includes(action)) return;
      expect(sent.filter(({ method, path }) => method !== 'GET' && !isAsking(path))).toEqual([]);
    },
  );
});

describe('a default that the help names changes nothing if it is given', () => {
  const home = process.cwd();
  afterAll(() => process.chdir(home));
  // The same in every action.
  const shared = ['--max-lag', '--rate-method'];
  const cases = written.flatMap(({ line, command: { options, examples } }) =>
    options.flatMap(({ long, description }) => {
      const [example = ''] = examples;
      const usual = /\(default ([^:\s;)]+)/.exec(description)?.[1];
      const isOwn = !shared.includes(long) && !example.includes(long);
      return usual !== undefined && isOwn && readings.includes(line) && line !== 'sandbox serve'
        ? [[`${example} ${long}`, example, [long, usual]] as const]
        : [];
    }),
  );

  test.each(cases)('%s', async (_name, example, given) => {
    const { stdout, stderr, exitCode } = await (await prepareExample(example)).run(given);
    const plain = await (await prepareExample(example)).run();
    // Some options need another one, which the example lacks.
    if (exitCode === 2) expect(stderr).toContain(`${given[0]} needs --`);
    else expect(stdout).toBe(plain.stdout);
  });
});

// Some options are read by one example alone.
test.runIf(isWhole)('no option of an action is parsed and then ignored by all lines above', () => {
  expect(watched.unread()).toEqual([]);
});

/** A provider's test changes nothing. */
function isAsking(path: string): boolean {
  return /^\/v1\/providers\/[^/]+\/test$/.test(path);
}
