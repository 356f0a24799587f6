import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const line = ['providers', 'delete', 'prv_aws'];

test('a question names the profile and its address', async () => {
  const folder = createFolder();
  mkdirSync(join(folder, 'config'));
  const work = { baseUrl: 'https://work.example.com/costs', token: 'tok_0123456789abcdef' };
  const configuration = { current: 'work', profiles: { work } };
  writeFileSync(join(folder, 'config', 'config.json'), JSON.stringify(configuration));
  const { questions, exitCode } = await run(line, { folder, terminal: 80, answers: ['no'] });
  expect(exitCode).toBe(2);
  expect(questions).toMatchInlineSnapshot(`
    [
      "This will disconnect and remove the provider prv_aws; the service may retain its cost data.
    Profile: work
    Address: https://work.example.com/costs
    Continue? [y/N] ",
    ]
  `);
});

test('a question names the sandbox as its address', async () => {
  const world = { terminal: 80, answers: ['n'] };
  const sandboxLine = ['providers', 'delete', 'prv_aws_main', '--sandbox'];
  const { questions } = await run(sandboxLine, world);
  expect(questions[0]).toContain('Address: the embedded sandbox\n');
});

test('a question shows control characters in an id as text', async () => {
  const list = { path: '/v1/providers?page=1&limit=100', answer: pageOf([]) };
  const world = { service: scriptService(list), terminal: 80, answers: ['n'] };
  const { questions } = await run(['providers', 'delete', 'a\u001b[2J\nb'], world);
  expect(questions[0]).toContain('the provider a\\x1b[2J\\nb;');
});

test.each(['y', 'Y', 'yes', ' YES '])('the answer %j confirms', async (answer) => {
  const service = scriptService({ method: 'DELETE', path: '/v1/providers/prv_aws', status: 204 });
  const { exitCode } = await run(line, { service, terminal: 80, answers: [answer] });
  expect(exitCode).toBe(0);
});

test('--quiet deletes without any output', async () => {
  const service = scriptService({ method: 'DELETE', path: '/v1/providers/prv_aws', status: 204 });
  const { stdout, stderr, exitCode } = await run([...line, '-y', '-q'], { service });
  expect({ stdout, stderr, exitCode }).toEqual({ stdout: '', stderr: '', exitCode: 0 });
});
