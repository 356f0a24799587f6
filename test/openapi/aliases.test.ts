import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Description } from '../../src/openapi/description.ts';
import { aliasesOf } from '../../src/openapi/keep-names.ts';
import { commandOf } from '../../src/openapi/taken-names.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';
import { fullDocument } from './fixtures/full.ts';

interface Row {
  readonly command: string;
  readonly operation: string;
  readonly method: string;
}

const folder = createFolder();
const env = { COSTCTL_BASE_URL: 'http://127.0.0.1:1', COSTCTL_TOKEN: 'x'.repeat(20) };
const line = (words: readonly string[], stdin?: string) =>
  run(words, { folder, env, ...(stdin === undefined ? {} : { stdin }) });
const rows: Row[] = [];

beforeAll(async () => {
  await succeed(line(['api', 'import', '-', '-q'], JSON.stringify(fullDocument())));
  const stored = join(folder, 'config', 'described');
  const [name = ''] = readdirSync(stored).filter((one) => one.endsWith('.json'));
  const { documents }: { documents: Description[] } = JSON.parse(
    readFileSync(join(stored, name), 'utf8'),
  );
  for (const { id, method, known = '', command } of documents.flatMap((one) => one.operations)) {
    const words = command === undefined ? commandOf(known) : `${command.group} ${command.action}`;
    rows.push({ command: words, operation: id, method });
  }
});

/** What the help of a command says, without its usage and the short form of its name. */
async function shapeOf(words: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await line([...words, '--help']);
  expect([words.join(' '), exitCode, stderr]).toEqual([words.join(' '), 0, '']);
  // From the purpose on: the usage wraps by the length of the name.
  return stdout
    .slice(stdout.indexOf('\n\n'))
    .replace(/Also called (ls|rm)\./g, '')
    .replace(/ +$/gm, '');
}

test('every operationId leads to its operation: the built-in command, or the imported one', async () => {
  expect(rows.length).toBeGreaterThan(130);
  for (const { command, operation } of rows) {
    const words = command.split(' ');
    const group = words.slice(0, -1);
    const own = await shapeOf(words);
    for (const alias of aliasesOf(operation, group.join(' '))) {
      const shape = await shapeOf([...group, alias]);
      expect([alias, shape.replaceAll(`${group.join(' ')} ${alias}`, command)]).toEqual([
        alias,
        own,
      ]);
    }
  }
});

test('no list of commands shows an operationId', async () => {
  const { stdout } = await line(['budgets', '--help']);
  expect(stdout).not.toContain('list-budgets');
  const { stdout: builtIn } = await line(['workspaces', '--help']);
  expect(builtIn).not.toContain('list-workspaces');
});
