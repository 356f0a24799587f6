import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, readJson, refuse, succeed } from '../helpers/screens.ts';
import { type Exchange, pageOf, scriptService } from '../helpers/service.ts';

const csv =
  'email,firstName,lastName,role\nada@example.com,Ada,Byron,viewer\nbo@example.com,Bo,Li,owner\n';
const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', role: 'viewer' };
const bo = { email: 'bo@example.com', firstName: 'Bo', lastName: 'Li', role: 'owner' };
const line = ['users', 'invite', '--from', '-'];

function invite(body: object, answer: unknown, status = 201): Exchange {
  return { method: 'POST', path: '/v1/users', body, status, answer };
}

function users(...people: object[]): Exchange {
  return { path: '/v1/users?page=1&limit=100', answer: pageOf(people) };
}

function written(name: string, text: string): string {
  const path = join(createFolder(), name);
  writeFileSync(path, text);
  return path;
}

describe('users invite --from', () => {
  const both = () =>
    scriptService(users(), invite(ada, { id: 'usr_1' }), invite(bo, { id: 'usr_2' }));

  test.each([
    ['csv', csv],
    [
      'csv with a byte order mark, spaces and blank lines',
      `\uFEFF${csv.replaceAll(',', ' , ')}\n\n`,
    ],
    ['csv with carriage returns', csv.replaceAll('\n', '\r\n')],
    ['csv with semicolons and capitals', csv.replaceAll(',', ';').replace('email', 'EMAIL')],
    ['csv with tabs and other names', csv.replaceAll(',', '\t').replace('firstName', 'First Name')],
    ['csv with an empty row and roles in capitals', csv.replace('viewer', 'VIEWER\n,,,')],
    ['JSON', JSON.stringify([ada, bo])],
    ['JSON with a byte order mark', `\uFEFF\n${JSON.stringify([ada, bo], null, 2)}`],
  ])('invites every person in %s and prints one row each', async (_kind, text) => {
    const { stdout } = await succeed(run(line, { service: both(), stdin: text }));
    expect(stdout).toMatchInlineSnapshot(`
      "email            result   id     message
      ada@example.com  invited  usr_1
      bo@example.com   invited  usr_2
      "
    `);
  });

  test('reads a file and prints JSON', async () => {
    const from = ['users', 'invite', '--from', written('people.csv', csv), '-o', 'json'];
    expect(await readJson(run(from, { service: both() }))).toEqual([
      { email: 'ada@example.com', result: 'invited', id: 'usr_1', message: null },
      { email: 'bo@example.com', result: 'invited', id: 'usr_2', message: null },
    ]);
  });
});

describe('text that is not text', () => {
  const last = csv.split('\n').length + 1;
  test.each([
    ['gzip', gzipSync(csv), ' is compressed with gzip'],
    ['UTF-16', Buffer.from(`\uFEFF${csv}`, 'utf16le'), ' is UTF-16'],
    ['Latin-1', Buffer.from(`${csv}\nZoë`, 'latin1'), `, line ${last}: not valid UTF-8`],
  ])('%s is named, from a file and from stdin, in all options that read text', async (...given) => {
    const [, bytes, problem] = given;
    const path = join(createFolder(), 'people');
    writeFileSync(path, bytes);
    for (const words of [line.with(3, path), ['costs', 'check', '--budgets', path]]) {
      expect(await refuse(words)).toContain(`${path}${problem}`);
    }
    const stderr = await failWith(2, run(line, { service: scriptService(), stdin: bytes }));
    expect(stderr).toContain(`--from: stdin${problem}`);
  });

  test.each([['\u001b[31mAda'], ['Ada\nByron'], ['Ada\u202enoryB'], ['A\u0085']])(
    'a name with control characters is never sent: %j',
    async (firstName) => {
      const text = JSON.stringify([{ ...ada, firstName }]);
      const all = await run(line, { service: scriptService(), stdin: text });
      expect([all.exitCode, all.stderr]).toEqual([10, expect.stringContaining('control')]);
      const { email, lastName, role } = ada;
      const words = ['--email', email, '--first-name', firstName, '--last-name', lastName];
      expect(await refuse(['users', 'invite', ...words, '--role', role])).toContain('control');
    },
  );
});

describe('a person who cannot be invited', () => {
  const member = {
    id: 'usr_a',
    email: 'Ada@Example.com',
    status: 'active',
    joinedAt: '2026-01-01',
  };
  const waiting = { id: 'usr_b', email: bo.email, status: 'x', inviteExpiresAt: '2026-11-20' };

  test('is looked up in the user list, which is read once; who was invited is left out', async () => {
    const service = scriptService(users(member, waiting), invite(ada, {}, 409));
    const { stdout } = await succeed(run(line, { service, stdin: csv }));
    expect(stdout).toMatchInlineSnapshot(`
      "email            result           id     message
      ada@example.com  member           usr_a  active
      bo@example.com   already invited  usr_b  x
      "
    `);
  });

  test('is found whatever the capitals of either address', async () => {
    const person = { ...ada, email: 'ADA@example.com' };
    const service = scriptService(users(member), invite(person, {}, 409));
    const invited = run([...line, '-o', 'json'], { service, stdin: JSON.stringify([person]) });
    expect(await readJson(invited)).toMatchObject([{ result: 'member', id: 'usr_a' }]);
  });

  test('is reported as suspended; the others are invited, exit 9', async () => {
    const suspended = { ...member, status: 'Suspended' };
    const service = scriptService(
      invite(ada, {}, 409),
      users(suspended),
      invite(bo, { id: 'usr_2' }),
    );
    const { stdout, stderr, exitCode } = await run(line, { service, stdin: csv });
    expect(exitCode).toBe(9);
    expect(stdout).toMatchInlineSnapshot(`
      "email            result     id     message
      ada@example.com  suspended  usr_a  Suspended
      bo@example.com   invited    usr_2
      "
    `);
    expect(stderr).toMatchInlineSnapshot(`
      "error: 1 of 2 was not invited
      hint: correct the failures in the list and run the command again: it leaves out those already invited
      "
    `);
  });

  test.each([
    ['missing', [], 'ada@example.com,failed,,"a conflict, but not in the user list"'],
    [
      'suspended',
      [{ ...member, status: 'Suspended' }],
      'ada@example.com,suspended,usr_a,Suspended',
    ],
    ['removed', [{ ...member, status: 'Removed' }], 'ada@example.com,failed,usr_a,Removed'],
  ])('of a person whom the plain user list lacks: %s', async (_name, listed, row) => {
    const service = scriptService(invite(ada, {}, 409), users(), invite(bo, { id: 'usr_2' }), {
      path: '/v1/users?includeRemoved=true&page=1&limit=100',
      answer: pageOf(listed),
    });
    const { stdout, exitCode } = await run([...line, '-o', 'csv'], { service, stdin: csv });
    expect(exitCode).toBe(9);
    expect(stdout).toContain(row);
  });

  test('does not stop the remaining invitations after a 400', async () => {
    const refused = { title: 'Invalid', detail: 'no such domain' };
    const service = scriptService(users(), invite(ada, refused, 400), invite(bo, { id: 'usr_2' }));
    const { stdout, exitCode } = await run([...line, '-o', 'csv'], { service, stdin: csv });
    expect(exitCode).toBe(9);
    expect(stdout).toContain(
      'ada@example.com,failed,,the service answered 400 to POST /v1/users: Invalid: no such domain',
    );
    expect(stdout).toContain('bo@example.com,invited,usr_2,');
  });

  test('is reported as possibly applied after a 503', async () => {
    const service = scriptService(users(), invite(ada, {}, 503), invite(bo, { id: 'usr_2' }));
    const { stdout } = await run([...line, '-o', 'csv'], { service, stdin: csv });
    expect(stdout).toContain(
      'the service answered 503 to POST /v1/users: {}; it may have been applied',
    );
  });
});

/** Of a 429: longer than a run waits unless told. */
const tooLong = { 'retry-after': '900' };

describe('a list of invitations stops', () => {
  test.each([
    [401, 3],
    [403, 4],
    [404, 5],
    [429, 7],
  ])('after status %i with exit %i if no one was invited', async (status, expected) => {
    const service = scriptService(users(), { ...invite(ada, {}, status), headers: tooLong });
    const { stdout, exitCode } = await run(line, { service, stdin: csv });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: expected });
  });

  test.each([401, 403, 404, 429])(
    'after status %i with exit 9 if somebody was invited',
    async (status) => {
      const three = `${csv}cy@example.com,Cy,Oh,editor\n`;
      const service = scriptService(users(), invite(ada, { id: 'usr_1' }), {
        ...invite(bo, {}, status),
        headers: tooLong,
      });
      const outcome = await run([...line, '-o', 'json'], { service, stdin: three });
      const { stdout, stderr, exitCode } = outcome;
      expect(exitCode).toBe(9);
      const answered = `the service answered ${status} to POST /v1/users`;
      const why = status === 429 ? 'the rate limit' : answered;
      expect(stderr).toContain(`2 of 3 were not invited, because of an earlier error: ${why}`);
      expect(JSON.parse(stdout)).toMatchObject([
        { result: 'invited' },
        { result: 'failed' },
        { email: 'cy@example.com', result: 'not tried' },
      ]);
    },
  );

  test('if it is interrupted, and says how many were invited', async () => {
    const controller = new AbortController();
    const service = scriptService(
      users(),
      invite(ada, { id: 'usr_1' }),
      invite(bo, { id: 'usr_2' }),
    );
    let requests = 0;
    const { signal } = controller;
    const dispatcher = service.dispatcher.compose((dispatch) => (...given) => {
      requests += 1;
      if (requests === 3) controller.abort(new CostctlError('interrupted', 'interrupted'));
      return dispatch(...given);
    });
    const interrupting = { ...service, dispatcher };
    const { stderr, exitCode } = await run(line, { service: interrupting, stdin: csv, signal });
    expect(exitCode).toBe(130);
    expect(stderr).toContain('interrupted: 1 of 2 was invited, and one more may have been');
    expect(stderr).toContain('hint: run the command again: it leaves out those already invited');
  });

  test('if the token may not read the user list', async () => {
    const service = scriptService(invite(ada, { id: 'usr_1' }), invite(bo, {}, 409), {
      path: '/v1/users?page=1&limit=100',
      status: 403,
      answer: {},
    });
    const { stdout, stderr, exitCode } = await run([...line, '-o', 'json'], {
      service,
      stdin: csv,
    });
    expect(exitCode).toBe(9);
    expect(JSON.parse(stdout)).toMatchObject([{ result: 'invited' }, { result: 'failed' }]);
    expect(stderr).toContain('run the command again without those already invited');
  });

  test('whose conflict cannot be looked up does not stop the rest', async () => {
    const service = scriptService(invite(ada, {}, 409), invite(bo, { id: 'usr_2' }), {
      path: '/v1/users?page=1&limit=100',
      status: 403,
      answer: {},
    });
    const { stdout, exitCode } = await run([...line, '-o', 'json'], { service, stdin: csv });
    expect({ people: JSON.parse(stdout || 'null'), exitCode }).toMatchObject({
      people: [
        {
          result: 'failed',
          message: 'a conflict: a member, or suspended; this token may not list users',
        },
        { result: 'invited' },
      ],
      exitCode: 9,
    });
  });

  test.each([
    [401, 3],
    [404, 5],
    [400, 2],
  ])('before the first one if the user list answers %i', async (status, expected) => {
    const service = scriptService({ path: users().path, status, answer: {} });
    expect((await run(line, { service, stdin: csv })).exitCode).toBe(expected);
  });
});

describe('running it again', () => {
  const open = { id: 'usr_1', email: 'Ada@Example.com', inviteExpiresAt: '2026-11-20' };

  test('sends no open invitation a second time', async () => {
    const service = scriptService(users(open), invite(bo, { id: 'usr_2' }));
    const { stdout } = await succeed(run([...line, '-o', 'csv'], { service, stdin: csv }));
    expect(stdout).toContain('ada@example.com,already invited,usr_1,\n');
  });

  test('invites again if the invitation has expired', async () => {
    const expired = { ...open, inviteExpiresAt: '2026-11-01' };
    const service = scriptService(
      users(expired),
      invite(ada, { id: 'usr_1' }),
      invite(bo, { id: 'usr_2' }),
    );
    const { stdout } = await succeed(run([...line, '-o', 'csv'], { service, stdin: csv }));
    expect(stdout).toContain('ada@example.com,invited,usr_1,');
  });

  test('is what a dry run shows', async () => {
    const dry = [...line, '--dry-run', '-o', 'json'];
    const outcome = await run(dry, { service: scriptService(users(open)), stdin: csv });
    expect(JSON.parse(outcome.stdout)).toEqual([{ method: 'POST', path: '/v1/users', body: bo }]);
    expect(outcome.stderr).toBe('note: 1 of 2 is already invited\n');
  });
});

describe('the whole file is checked before anyone is invited', () => {
  const head = 'email,firstName,lastName,role\n';
  test.each([
    ['email,role\nada,viewer\n', 'line 2: email must be an email address, such as ann@example.com'],
    ['email,role\nada@example.com,boss\n', 'role must be one of viewer, editor'],
    [
      `${head}a@b.example,${'x'.repeat(101)},B,owner\n`,
      'line 2: firstName must be at most 100 characters',
    ],
    [
      `${head}a@b.example,A,B,owner\nA@B.example,A,B,viewer\n`,
      'line 3: A@B.example is in line 2 already',
    ],
    [
      `${head.trim()},phone\na@b.example,A,B,owner,1\n`,
      'line 2: unknown column phone (known: email, firstName',
    ],
    ['email,role\na@b\n', 'the file is not csv'],
    [
      `${head}a@b.example,Ann "Annie",B,owner\n`,
      'line 2: there is a quote in a cell that does not begin with one',
    ],
    ['email,Email\na@b.example,c@d.example\n', "two columns are named 'email'"],
    [`${head}ann@example,Ann,Li,owner\n`, 'line 2: email must be an email address'],
    [`${head}ann@b.example,,,owner\n`, 'line 2: firstName is missing, lastName is missing'],
    [
      '[{"email":"a@b.example","firstName":" ","lastName":"B","role":"owner"}]',
      'item 1: firstName must not be empty',
    ],
    ['email,role\n', 'the file lists no one'],
    ['', 'the file lists no one'],
    ['[]', 'the file lists no one'],
    ['[1]', 'item 1 is not an object'],
    ['{"email":"a@b"}', 'the file must be an array of people'],
    ['[{"email":"a@b","role":"owner"}', 'the file is not JSON'],
    ['[{"email":"a@b.example","firstName":"A","lastName":"B"}]', 'item 1: role is missing'],
    [
      `[${'{"email":"a@b.example","firstName":"A","lastName":"B","role":"owner"},'.repeat(2)}{}]`,
      'item 2: a@b.example is in item 1 already; item 3: email is missing',
    ],
  ])('%j: no one is invited, exit 10', async (stdin, message) => {
    const service = scriptService();
    const stderr = await failWith(10, run(line, { service, stdin }));
    expect(stderr).toContain(message);
    expect(stderr).toContain('hint: no one was invited');
  });

  test('counts all bad rows and reports the first twenty', async () => {
    const rows = Array.from({ length: 25 }, (_, row) => `x${row},owner`).join('\n');
    const world = { service: scriptService(), stdin: `email,role\n${rows}` };
    const { stderr } = await run(line, world);
    expect(stderr).toContain('25 of 25 rows cannot be used');
    expect(stderr.match(/line \d+:/g)).toHaveLength(20);
  });
});

test('names a file that cannot be read, exit 1', async () => {
  expect(await failWith(1, run('users invite --from /nowhere.csv'))).toBe(
    'error: cannot read /nowhere.csv: no such file or folder\n',
  );
});

test('rejects --email together with --from', async () => {
  expect(await refuse([...line, '--email', 'a@b'])).toContain(
    '--email and --from cannot be used together',
  );
});
