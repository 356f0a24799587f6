import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const roles = ['viewer', 'editor', 'integrationOwner', 'owner'];
const users = roles.flatMap((role) => [
  { id: `usr_${role}`, email: 'a@example.com', role, status: 'active' },
  { id: `usr_${role}_gone`, email: 'b@example.com', role, status: 'suspended' },
]);

test.each(roles)('users list --role %s shows only users with that role', async (role) => {
  const service = scriptService({ path: '/v1/users?page=1&limit=100', answer: pageOf(users) });
  const argv = ['users', 'list', '--role', role, '--status', 'suspended', '-o', 'json'];
  const { stdout } = await run([...argv, '--query', '[].id'], { service });
  expect(JSON.parse(stdout)).toEqual([`usr_${role}_gone`]);
});

test.each(roles)('users invite sends the person with the role %s', async (role) => {
  const name = ['--first-name', 'Ada', '--last-name', 'Byron'];
  const argv = ['users', 'invite', '--email', 'ada@example.com', ...name, '--role', role];
  const { stdout } = await run([...argv, '--dry-run', '-o', 'json', '--sandbox']);
  expect(JSON.parse(stdout)).toMatchObject({
    body: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', role },
  });
});
