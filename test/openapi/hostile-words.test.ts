import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

const hostile = (text: string) => `${text}\x1b[2J\x9b31m\u202e\x07`;

const document = {
  openapi: '3.0.3',
  info: { title: hostile('title'), version: hostile('1') },
  paths: {
    '/v1/ships': {
      get: {
        operationId: 'ListShips',
        tags: ['Ships'],
        summary: hostile('List ships'),
        description: hostile('All of them'),
        parameters: [
          {
            name: 'kind',
            in: 'query',
            description: hostile('Which kind'),
            schema: { type: 'string', enum: [hostile('a'), 'b'] },
          },
        ],
        responses: { '200': { description: 'ok' } },
      },
    },
  },
};

test('never prints control characters of an imported document', async () => {
  const folder = createFolder();
  const env = { COSTCTL_BASE_URL: 'https://api.example.test', NO_COLOR: '1' };
  const reported = [];
  for (const line of ['api import -', 'ships --help', 'ships list --help', 'api operations']) {
    const stdin = JSON.stringify(document);
    const outcome = await run(line.split(' '), { folder, env, stdin, terminal: 200 });
    expect({ line, exitCode: outcome.exitCode }).toEqual({ line, exitCode: 0 });
    reported.push(outcome.stdout, outcome.stderr);
  }
  expect(reported.join('')).toContain('List ships');
  expect(reported.join('')).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e]/u);
});
