import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run, testToken } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

const tooMuch = ' '.repeat(20 * 1024 * 1024 + 1);
const reported = `error: this document cannot be used: it is larger than 20 MB
hint: leave out everything that is not an operation of the service
`;

test('a document over 20 MB is refused the same way from any source', async () => {
  const folder = createFolder();
  const file = join(folder, 'openapi.json');
  writeFileSync(file, tooMuch);
  const service = scriptService({ path: '/openapi.json', answer: tooMuch });
  const env = { COSTCTL_BASE_URL: service.url, COSTCTL_TOKEN: testToken };
  const outcomes = [
    await run(['api', 'import', file], { folder, env }),
    await run(['api', 'import', '-'], { folder, env, stdin: tooMuch }),
    await run(['api', 'import', `${service.url}/openapi.json`], { folder, env, service }),
  ];
  expect(outcomes.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [10, reported],
    [10, reported],
    [10, reported],
  ]);
});
