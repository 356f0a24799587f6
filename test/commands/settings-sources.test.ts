import { describe, expect, test } from 'vitest';
import { withProfiles } from '../helpers/profiles.ts';
import { run } from '../helpers/run.ts';
import { failWith, readJson } from '../helpers/screens.ts';

interface Case {
  readonly setting: string;
  /** As it is shown, from each of its sources. */
  readonly flag: readonly [string, string | number];
  readonly short?: string;
  readonly variable: readonly [string, string, string | number];
  readonly stored?: string | number;
}

const cases: readonly Case[] = [
  {
    setting: 'output',
    flag: ['json', 'json'],
    short: '-o',
    variable: ['COSTCTL_OUTPUT', 'ndjson', 'ndjson'],
    stored: 'ndjson',
  },
  {
    setting: 'baseUrl',
    flag: ['https://flag.example.com', 'https://flag.example.com'],
    variable: ['COSTCTL_BASE_URL', 'https://env.example.com', 'https://env.example.com'],
    stored: 'https://kept.example.com',
  },
  {
    setting: 'workspace',
    flag: ['wsp_flag', 'wsp_flag'],
    short: '-w',
    variable: ['COSTCTL_WORKSPACE', 'wsp_env', 'wsp_env'],
    stored: 'wsp_kept',
  },
  {
    setting: 'maxWait',
    flag: ['7', 7],
    variable: ['COSTCTL_MAX_WAIT', '8', 8],
    stored: 9,
  },
  {
    setting: 'timeout',
    flag: ['7.5', 7.5],
    variable: ['COSTCTL_TIMEOUT', '8', 8],
    stored: 9,
  },
  {
    setting: 'retries',
    flag: ['7', 7],
    variable: ['COSTCTL_RETRIES', '8', 8],
  },
  {
    setting: 'concurrency',
    flag: ['7', 7],
    variable: ['COSTCTL_CONCURRENCY', '8', 8],
    stored: 9,
  },
];

const optionOf = (setting: string) =>
  `--${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The row that reports a setting. */
async function show(
  setting: string,
  line: readonly string[],
  { env = {}, stored }: { env?: Readonly<Record<string, string>>; stored?: unknown } = {},
) {
  const folder = withProfiles({ current: 'work', profiles: { work: { [setting]: stored } } });
  const { stdout } = await run(line, { folder, env });
  const rows = stdout.startsWith('[') ? JSON.parse(stdout) : stdout.trim().split('\n').map(parse);
  return rows.find((row: { setting: string }) => row.setting === setting);
}

const parse = (line: string): { setting: string } => JSON.parse(line);
const shown = ['profiles', 'show'];

describe.each(cases)('$setting', ({ setting, flag, short, variable, stored }) => {
  const option = optionOf(setting);
  const [name, given, value] = variable;
  // What is shown must be read, whatever decides on its form.
  const format = setting === 'output' ? [] : ['-o', 'json'];
  const fromFlag = { setting, value: flag[1], source: 'flag', origin: option };

  test('comes from its flag, wherever the flag is on the line', async () => {
    const words = [option, flag[0]];
    for (const line of [
      [...words, ...shown, ...format],
      ['profiles', ...words, 'show', ...format],
      [...shown, ...words, ...format],
      [...shown, ...format, `${option}=${flag[0]}`],
      ...(short === undefined ? [] : [[...shown, ...format, short, flag[0]]]),
    ]) {
      expect(await show(setting, line, { env: { [name]: given }, stored })).toEqual(fromFlag);
    }
  });

  test('comes from its variable if there is no flag', async () => {
    expect(await show(setting, [...shown, ...format], { env: { [name]: given }, stored })).toEqual({
      ...{ setting, value, source: 'environment', origin: name },
    });
  });
});

test.each(cases.filter(({ stored }) => stored !== undefined))(
  '$setting comes from the profile if no flag or variable sets it',
  async ({ setting, stored }) => {
    const format = setting === 'output' ? [] : ['-o', 'json'];
    expect(await show(setting, [...shown, ...format], { stored })).toEqual({
      ...{ setting, value: stored, source: 'profile', origin: 'profile work' },
    });
  },
);

test('the profile comes from its long or short flag, else its variable, else is the current one', async () => {
  const folder = withProfiles({ current: 'work', profiles: { work: {}, home: {}, other: {} } });
  const profileOf = async (words: readonly string[], env: Readonly<Record<string, string>>) => {
    return (await readJson(run([...shown, '-ojson', ...words], { folder, env })))[0];
  };
  const env = { COSTCTL_PROFILE: 'home' };
  const setting = 'profile';
  const named = { setting, value: 'other', source: 'flag', origin: '--profile' };
  expect(await profileOf(['--profile', 'other'], env)).toEqual(named);
  expect(await profileOf(['-p', 'other'], env)).toEqual(named);
  expect(await profileOf([], env)).toEqual({
    ...{ setting, value: 'home', source: 'environment', origin: 'COSTCTL_PROFILE' },
  });
  expect(await profileOf([], {})).toEqual({
    ...{ setting, value: 'work', source: 'profile', origin: 'the current profile' },
  });
});

test.each([
  ['COSTCTL_TOKEN', { COSTCTL_TOKEN: 'tok_of_the_environment' }, '****ment', 'environment'],
  ['COSTCTL_TOKEN_FILE', { COSTCTL_TOKEN_FILE: 'token.txt' }, 'file token.txt', 'environment'],
  ['profile work', {}, '****file', 'profile'],
])(
  'a token from %s is shown only by its last characters or its file',
  async (origin, env, value, source) => {
    const stored = 'tok_of_the_profile';
    expect(await show('token', [...shown, '-ojson'], { env, stored })).toEqual({
      ...{ setting: 'token', value, source, origin },
    });
  },
);

test('no option takes a token', async () => {
  expect(await failWith(2, run([...shown, '--token', 'tok_0123456789abcdef']))).toBe(
    "error: unknown option '--token'\nhint: set COSTCTL_TOKEN, or store a token: costctl profiles add NAME --token-stdin\n",
  );
});
