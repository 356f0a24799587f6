import { expect, test } from 'vitest';
import { withProfiles } from './helpers/profiles.ts';
import { available } from './helpers/providers.ts';
import { type Outcome, run, testToken, type World } from './helpers/run.ts';
import { scriptService } from './helpers/service.ts';

/** Every place where a run is made to report a text that contains the token. */
const lines: readonly [string, string, World?][] = [
  ['a word that is no command', `workspaces ${testToken}`],
  ['an option that is unknown', `workspaces list --${testToken}`],
  ['an option that takes a token elsewhere', `workspaces list --token ${testToken}`],
  ['an argument too many', `workspaces list ${testToken}`],
  ['an invalid id', `workspaces get ${testToken}`],
  ['a file that is not there', `workspaces create --data @${testToken}`],
  ['a result that cannot be written', `workspaces list -O /nowhere/${testToken}/list.json`],
  ['a path that does not arrive', `api GET /v1/../${testToken}`],
  ['a profile that is not there', `profiles use ${testToken}`],
  ['an unknown setting', `profiles set work ${testToken}=1`],
  ['a token in the arguments', `profiles set work token=${testToken}`],
  ['an invalid pair', `profiles set work ${testToken}`],
  ['a dry run', `api POST /v1/${testToken} --param a=${testToken} --set b=x${testToken} --dry-run`],
  ['a dry run of a key', `workspaces create --set ${testToken}=a --dry-run`],
  ['settings that are shown', 'profiles show'],
  ['a request that waits for yes', `api DELETE /v1/${testToken}`],
];

const forms = [[], ['-o', 'json'], ['--debug']];
const cases = lines.flatMap((one) => forms.map((words) => [one[0], words, one] as const));

test.each(cases)('%s with %j does not show the token', async (_name, words, [, line, world]) => {
  const outcome = await runLine(line, words, world);
  expect(shown(outcome)).toBe(false);
});

async function runLine(
  line: string,
  words: readonly string[],
  world: World = {},
): Promise<Outcome> {
  return run([...line.split(' '), ...words], {
    service: scriptService(),
    folder: withProfiles(),
    ...world,
  });
}

/** Whether half of it appears anywhere. */
function shown({ stdout, stderr, questions }: Outcome): boolean {
  const half = testToken.length / 2;
  const reported = stdout + stderr + questions.join('');
  return [testToken.slice(0, half), testToken.slice(half)].some((text) => reported.includes(text));
}

test.each(forms)(
  'does not show a token quoted by a defect in this program, with %j',
  async (...words) => {
    const cause = new TypeError(`the cause ${testToken}`);
    const fault = Object.assign(new Error(`broken by ${testToken}`, { cause }), {
      code: testToken,
    });
    const service = scriptService({ path: '/v1/workspaces/wsp_a', answer: {} });
    const outcome = await runLine('workspaces edit wsp_a', words, {
      service,
      env: { EDITOR: 'editor' },
      runProgram: () => Promise.reject(fault),
    });
    expect(outcome.exitCode).toBe(1);
    expect(outcome.stderr).toContain('a defect in this program: broken by ****');
    expect(shown(outcome)).toBe(false);
    expect(outcome.stderr.includes('debug:     at ')).toBe(words.includes('--debug'));
  },
);

test.each(forms)('does not show a token quoted in a response, with %j', async (...words) => {
  const answer = { title: testToken, detail: encodeURIComponent(`"${testToken}"`) };
  for (const status of [200, 400, 401, 500]) {
    const exchange = { path: '/v1/workspaces?page=1&limit=100', status, answer };
    const service = scriptService(exchange);
    const outcome = await runLine('workspaces list --retries 0', words, { service });
    expect(outcome.exitCode).not.toBe(0);
    expect(shown(outcome)).toBe(false);
  }
});

test.each(['workspaces list -O /nowhere/TOKEN/list.json', 'workspaces create --data @TOKEN'])(
  '%s does not show the token stored in a profile',
  async (line) => {
    const work = { baseUrl: 'https://api.example.test', token: testToken };
    const outcome = await runLine(line.replace('TOKEN', testToken), [], {
      folder: withProfiles({ current: 'work', profiles: { work } }),
      env: { COSTCTL_TOKEN: '' },
    });
    expect(outcome.exitCode).toBe(1);
    expect(shown(outcome)).toBe(false);
  },
);

test('a note does not show the token', async () => {
  const line = `providers connect --key datadog --credential ${testToken}=x`;
  const outcome = await runLine(line, [], { service: scriptService(available) });
  expect(outcome.stderr).toContain('note: the credential **** is in the argument list');
  expect(shown(outcome)).toBe(false);
});

test('a question does not show the token', async () => {
  const world = { terminal: 80, answers: ['n'] };
  const outcome = await runLine(`api DELETE /v1/${testToken}`, [], world);
  expect(outcome.questions).toHaveLength(1);
  expect(shown(outcome)).toBe(false);
});
