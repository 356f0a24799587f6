import { afterEach, beforeEach, expect, test } from 'vitest';
import { secretToken } from './program.ts';
import { listed, openPlace, type Place } from './service.ts';

let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

const first = { id: 'wsp_a', name: 'A' };

test.each<[string, string[], Record<string, string>, RegExp]>([
  ['an unknown option', ['workspaces', 'list', '--nope'], {}, /unknown option '--nope'/],
  [
    'an unknown action',
    ['workspaces', 'lst'],
    {},
    /unknown command 'lst'\nhint: did you mean .*list/,
  ],
  [
    'an unknown group',
    ['workspace', 'list'],
    {},
    /unknown command 'workspace'\nhint: did you mean/,
  ],
  ['a word too many', ['workspaces', 'list', 'more'], {}, /too many arguments/],
  ['a value that is missing', ['workspaces', 'list', '--max'], {}, /--max <n>.* needs a value/],
  [
    'an argument that is missing',
    ['workspaces', 'get'],
    {},
    /missing required argument 'workspace'/,
  ],
  [
    'a token as an option',
    ['--token', secretToken, 'workspaces', 'list'],
    {},
    /unknown option '--token'/,
  ],
  ['--output', ['workspaces', 'list', '-o', 'xml'], {}, /--output: must be one of table/],
  ['COSTCTL_OUTPUT', ['workspaces', 'list'], { COSTCTL_OUTPUT: 'xml' }, /COSTCTL_OUTPUT: must be/],
  ['--max-wait', ['workspaces', 'list', '--max-wait', 'x'], {}, /--max-wait: must be a number/],
  [
    'COSTCTL_MAX_WAIT',
    ['workspaces', 'list'],
    { COSTCTL_MAX_WAIT: '-1' },
    /COSTCTL_MAX_WAIT: must/,
  ],
  ['--timeout', ['workspaces', 'list', '--timeout', '0'], {}, /--timeout: must be a number/],
  [
    '--retries',
    ['workspaces', 'list', '--retries', '1.5'],
    {},
    /--retries: must be a whole number/,
  ],
  ['--concurrency', ['workspaces', 'list', '--concurrency', '17'], {}, /--concurrency: .*1 to 16/],
  [
    'COSTCTL_CONCURRENCY',
    ['workspaces', 'list'],
    { COSTCTL_CONCURRENCY: '0' },
    /COSTCTL_CONCURRENCY: /,
  ],
  [
    '--workspace',
    ['metrics', 'list', '-w', 'bmt_a'],
    {},
    /--workspace: is the id of a business metric/,
  ],
  [
    'COSTCTL_WORKSPACE',
    ['metrics', 'list'],
    { COSTCTL_WORKSPACE: 'main' },
    /COSTCTL_WORKSPACE: must/,
  ],
  ['no workspace', ['metrics', 'list'], {}, /no workspace is set\nhint: give --workspace ID/],
  [
    'COSTCTL_DEBUG',
    ['workspaces', 'list'],
    { COSTCTL_DEBUG: 'yes' },
    /COSTCTL_DEBUG: must be 1 or 0/,
  ],
  ['--profile', ['workspaces', 'list', '-p', 'a b'], {}, /--profile: a profile name is/],
  [
    'COSTCTL_PROFILE',
    ['workspaces', 'list'],
    { COSTCTL_PROFILE: 'gone' },
    /COSTCTL_PROFILE: there is no/,
  ],
  [
    '--base-url',
    ['workspaces', 'list', '--base-url', 'example.com'],
    {},
    /--base-url: must be an address/,
  ],
  [
    'plain http',
    ['workspaces', 'list', '--base-url', 'http://a.test'],
    {},
    /--base-url: must begin with https/,
  ],
  [
    'a password in the address',
    ['workspaces', 'list'],
    { COSTCTL_BASE_URL: `https://u:${secretToken}@a.test` },
    /COSTCTL_BASE_URL: must not contain/,
  ],
  [
    '--limit',
    ['workspaces', 'list', '--limit', '101'],
    {},
    /--limit: must be a whole number from 1 to 100/,
  ],
  ['--param', ['workspaces', 'list', '--param', 'x'], {}, /--param: must have the form key=value/],
  ['an id', ['workspaces', 'get', 'bmt_a'], {}, /<workspace>: is the id of a business metric/],
  [
    '--sandbox with --base-url',
    ['--sandbox', '--base-url', 'https://a.test', 'workspaces', 'list'],
    {},
    /--base-url: --sandbox has its own/,
  ],
  [
    '-w to costs',
    ['costs', 'list', '--last', '1d', '-w', 'wsp_a'],
    {},
    /--workspace has no effect on costs.*\nhint: .*--where COLUMN=wsp_a.*token of that workspace/,
  ],
])(
  'rejects %s with exit 2, names the problem, sends nothing and shows no secret',
  async (_name, line, env, said) => {
    const service = await place.serve(listed(first));
    const { status, stdout, stderr } = await place.costctl(service, line, { env });
    expect({ status, stdout, requests: service.requests }).toEqual({
      status: 2,
      stdout: '',
      requests: [],
    });
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toMatch(said);
    expect(stderr).not.toContain(secretToken);
  },
);

test('a workspace from the environment is not applied to costs', async () => {
  const service = await place.serve(listed());
  await place.costctl(service, ['costs', 'list', '--month', '2026-10', '-o', 'json'], {
    env: { COSTCTL_WORKSPACE: 'wsp_a' },
  });
  expect(service.requests.map(({ path }) => path).join()).not.toContain('wsp_a');
});

test('a missing address or token ends with exit 3 and a hint that shows how to set it', async () => {
  const address = await place.costctl(undefined, ['workspaces', 'list']);
  expect(address.status).toBe(3);
  expect(address.stderr).toMatch(
    /no base address is set\nhint: .*--base-url.*--sandbox needs none/,
  );
  const token = await place.costctl(undefined, ['workspaces', 'list'], {
    env: { COSTCTL_BASE_URL: 'https://a.test' },
  });
  expect(token.status).toBe(3);
  expect(token.stderr).toMatch(/no API token is set\nhint: .*COSTCTL_TOKEN/);
});
