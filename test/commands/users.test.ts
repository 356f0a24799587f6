import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, readJson, refuse, showScreens } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const mara = {
  id: 'usr_mara',
  email: 'mara@example.com',
  firstName: 'Mara',
  lastName: 'Ng',
  status: 'Active',
  role: 'owner',
  joinedAt: '2025-03-01T08:00:00Z',
  lastLoginAt: '2026-11-14T12:00:00Z',
  inviteExpiresAt: null,
};
const ada = {
  id: 'usr_ada',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Byron',
  status: 'invited',
  role: 'viewer',
  joinedAt: null,
  lastLoginAt: null,
  inviteExpiresAt: '2026-11-18T12:00:00Z',
};
const path = '/v1/users?page=1&limit=100';

describe('users list', () => {
  test('shows members and invitations', async () => {
    const { table, json } = await showScreens('users list', {
      path,
      answer: pageOf([mara, ada]),
    });
    expect(table).toMatchInlineSnapshot(`
      "id        email             first name  last name  status   role    last login            invitation expires
      usr_mara  mara@example.com  Mara        Ng         Active   owner   2026-11-14T12:00:00Z
      usr_ada   ada@example.com   Ada         Byron      invited  viewer                        2026-11-18T12:00:00Z
      "
    `);
    expect(json).toEqual([mara, ada]);
  });

  test('shows the remaining time of an invitation on a terminal', async () => {
    const service = scriptService({ path, answer: pageOf([ada]) });
    const { stdout } = await run('users list', { service, terminal: 200 });
    expect(stdout).toContain('2026-11-18T12:00:00Z (in 3 d)');
  });

  test('requests removed users with --include-removed', async () => {
    const { json } = await showScreens('users ls --include-removed', {
      path: '/v1/users?includeRemoved=true&page=1&limit=100',
      answer: pageOf([]),
    });
    expect(json).toEqual([]);
  });

  test.each([
    [['--role', 'viewer'], [ada]],
    [['--status', 'active'], [mara]],
    [['--role', 'owner', '--status', 'invited'], []],
  ])('filters by %j locally and ignores the case of a status', async (options, expected) => {
    const { json } = await showScreens(['users', 'list', ...options], {
      path,
      answer: pageOf([mara, ada]),
    });
    expect(json).toEqual(expected);
  });

  test.each([
    [[], '; --include-removed lists removed users too'],
    [['--role', 'owner'], '; --include-removed lists removed users too'],
    [['--include-removed'], ''],
  ])(
    'warns with the existing values if a status with %j matches no user',
    async (options, more) => {
      const all = options.includes('--include-removed') ? `${path}&includeRemoved=true` : path;
      const service = scriptService({ path: all, answer: pageOf([mara, ada]) });
      const line = ['users', 'list', '--status', 'actve', ...options, '-q'];
      const { stderr, exitCode } = await run(line, { service });
      expect(exitCode).toBe(0);
      expect(stderr).toBe(
        `warning: no user that was listed has the status actve; seen: Active, invited${more}\n`,
      );
    },
  );

  test('does not warn about a status that only users with another role have', async () => {
    const service = scriptService({ path, answer: pageOf([mara, ada]) });
    const line = ['users', 'list', '--status', 'invited', '--role', 'owner', '-q'];
    expect((await run(line, { service })).stderr).toBe('');
  });

  test('--max counts the chosen rows and stops reading pages', async () => {
    const next = '?page=2&limit=100';
    const service = scriptService(
      { path, answer: pageOf([mara], { next }) },
      { path: `/v1/users${next}`, answer: pageOf([ada, ada], { next: '?page=3&limit=100' }) },
    );
    const line = ['users', 'list', '--role', 'viewer', '--max', '1', '-o', 'json'];
    expect(await readJson(run(line, { service }))).toEqual([ada]);
  });

  test('a 403 hints that an organization token is needed', async () => {
    const service = scriptService({ path, status: 403, answer: { title: 'Forbidden' } });
    expect(await failWith(4, run('users list', { service }))).toMatchInlineSnapshot(`
      "error: the service answered 403 to GET /v1/users
        Forbidden
      hint: this needs an organization token with that capability; a workspace token cannot do it
      "
    `);
  });

  test.each([401, 404, 409, 422])('a %i does not', async (status) => {
    const service = scriptService({ path, status, answer: { title: 'No' } });
    const { stderr, exitCode } = await run('users list', { service });
    expect(exitCode).not.toBe(0);
    expect(stderr).not.toContain('this needs an organization token');
  });

  test.each([
    [['--role', 'boss'], '--role: must be one of viewer, editor, integrationOwner, owner'],
  ])('refuses %j', async (options, message) => {
    expect(await refuse(['users', 'list', ...options])).toContain(message);
  });
});

describe('users get', () => {
  test('shows every field of a user', async () => {
    const { table, json } = await showScreens('users get usr_ada', {
      path: '/v1/users/usr_ada',
      answer: ada,
    });
    expect(table).toMatchInlineSnapshot(`
      "id                  usr_ada
      email               ada@example.com
      first name          Ada
      last name           Byron
      status              invited
      role                viewer
      last login
      invitation expires  2026-11-18T12:00:00Z
      joined
      "
    `);
    expect(json).toEqual(ada);
  });
});

describe('users invite', () => {
  const line = ['users', 'invite', '--email', 'ada@example.com', '--role', 'viewer'];
  const names = ['--first-name', 'Ada', '--last-name', 'Byron'];
  const body = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', role: 'viewer' };
  const exchange = { method: 'POST', path: '/v1/users', status: 201 };
  const answer = { id: 'usr_ada', email: 'ada@example.com' };

  test('sends the email, names and role', async () => {
    const { table, json } = await showScreens([...line, ...names], { ...exchange, body, answer });
    expect(table).toMatchInlineSnapshot(`
      "id     usr_ada
      email  ada@example.com
      "
    `);
    expect(json).toEqual(answer);
  });

  test('sends no names if none are given', async () => {
    const sent = { email: 'ada@example.com', role: 'viewer' };
    const { json } = await showScreens(line, { ...exchange, body: sent, answer });
    expect(json).toEqual(answer);
  });

  test.each([
    [409, 6, 'hint: ada@example.com is already a member, invited or suspended: costctl users list'],
    [403, 4, 'hint: this needs an organization token'],
    [400, 2, 'the service answered 400'],
  ])('a response %i ends with exit %i', async (status, expected, message) => {
    const service = scriptService({ ...exchange, status, answer: {} });
    const { stderr, exitCode } = await run(line, { service });
    expect(exitCode).toBe(expected);
    expect(stderr).toContain(message);
  });

  test('does not repeat a request that may have been applied, and reports this', async () => {
    const service = scriptService({ ...exchange, status: 503, answer: {} });
    const { stderr, exitCode, waits } = await run(line, { service });
    expect({ exitCode, waits }).toEqual({ exitCode: 1, waits: [] });
    expect(stderr).toContain('it may have been applied');
  });

  const address = `${'a'.repeat(309)}@example.com`;
  test.each([
    [['--role', 'viewer'], '--email is missing'],
    [['--email', 'ada@example.com'], '--role is missing'],
    [
      ['--email', 'ada', '--role', 'viewer'],
      '--email: must be an email address, such as ann@example.com',
    ],
    [
      ['--email', address, '--role', 'viewer'],
      '--email: must be at most 320 characters, and has 321',
    ],
    [['--first-name', 'x'.repeat(101)], '--first-name: must be at most 100 characters'],
    [['--last-name', 'x'.repeat(101)], '--last-name: must be at most 100 characters'],
    [['--role', 'boss'], '--role: must be one of viewer, editor, integrationOwner, owner'],
    [['--email', 'ann@example', '--role', 'viewer'], '--email: must be an email address'],
    [['--email', 'a@b..c', '--role', 'viewer'], '--email: must be an email address'],
    [['--first-name', ' '], '--first-name: must not be empty'],
    [['--last-name', ''], '--last-name: must not be empty'],
    [['--from', 'x.csv', '--role', 'viewer'], '--role and --from cannot be used together'],
  ])('refuses %j', async (options, message) => {
    expect(await refuse(['users', 'invite', ...options])).toContain(message);
  });
});

const roles = ['viewer', 'editor', 'integrationOwner', 'owner'];
test.each(roles)('users invite sends the person with the role %s', async (role) => {
  const name = ['--first-name', 'Ada', '--last-name', 'Byron'];
  const argv = ['users', 'invite', '--email', 'ada@example.com', ...name, '--role', role];
  expect(await readJson(run([...argv, '--dry-run', '-o', 'json', '--sandbox']))).toMatchObject({
    body: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', role },
  });
});

describe('an invitation that has expired', () => {
  const expired = { ...ada, inviteExpiresAt: '2026-11-15T11:59:59Z' };
  const list = { path, answer: pageOf([mara, expired]) };

  test('is shown as expired, and found as such', async () => {
    const { table, json } = await showScreens('users list --status expired', list);
    expect(table).toContain('expired');
    expect(json).toMatchObject([{ id: 'usr_ada', status: 'expired' }]);
    const service = scriptService({ path: '/v1/users/usr_ada', answer: expired });
    const one = await readJson(run('users get usr_ada -o json', { service }));
    expect(one).toMatchObject({ status: 'expired' });
  });

  test('is drift: an apply invites again, and a conflict stays in the plan', async () => {
    const folder = createFolder();
    const file = join(folder, 'c.yaml');
    const person = '{email: ada@example.com, firstName: Ada, lastName: Byron, role: viewer}';
    writeFileSync(file, `version: 1\nusers:\n  - ${person}\n`);
    const check = await run(['config', 'plan', file, '--check'], {
      service: scriptService(list),
    });
    expect([check.exitCode, check.stdout]).toEqual([
      11,
      expect.stringContaining('ada@example.com'),
    ]);
    const conflict = { path: '/v1/users', method: 'POST', status: 409, answer: {} };
    const service = scriptService({ ...list, times: 2 }, conflict);
    const applied = await run(['config', 'apply', file, '--yes'], { service });
    expect([applied.exitCode, applied.stderr]).toEqual([
      9,
      expect.stringContaining('ada@example.com'),
    ]);
  });
});
