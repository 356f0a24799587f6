import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namedCommands } from '../../src/openapi/named-operations.ts';
import { serveCollections } from '../openapi/fixtures/collections.ts';
import { documentIn, documentStyles } from '../openapi/fixtures/document-styles.ts';
import { createFolder, removeFolder, runProgram, secretToken } from './program.ts';

type Json = Record<string, unknown>;

const service = serveCollections();
const items = Array.from({ length: 45 }, (_, at) => `Item ${at}`);
const folders: string[] = [];
beforeAll(() => service.open());
afterAll(async () => {
  await service.close();
  folders.forEach(removeFolder);
});

describe.each(documentStyles.map((style) => [style.name, style] as const))(
  'after importing a document with %s, the program',
  (_name, style) => {
    const folder = createFolder();
    folders.push(folder);
    const line = async (words: string) => {
      const env = {
        ...{ HOME: folder, COSTCTL_BASE_URL: service.url(), COSTCTL_TOKEN: secretToken },
        COSTCTL_WORKSPACE: 'wsp_a',
      };
      const ended = await runProgram(words.split(' '), { env, cwd: folder, unpublished: true });
      expect([words, ended.status, ended.stderr]).toEqual([words, 0, '']);
      return ended.stdout;
    };
    const readRows = async (words: string): Promise<Json[]> => JSON.parse(await line(words));

    beforeAll(async () => {
      service.fill(style.paging);
      writeFileSync(join(folder, 'document.json'), JSON.stringify(documentIn(style)));
      await line('api import document.json -q');
    });

    test('has the commands of the 97 named operations', async () => {
      const rows = await readRows('api operations -o json');
      const imported = new Set(
        rows.filter(({ state }) => state === 'imported').map(({ command }) => command),
      );
      const names = namedCommands.map(({ group, action }) => `${group} ${action}`);
      expect(names.filter((name) => !imported.has(name))).toEqual([]);
    });

    test.each(['budgets', 'cost-alerts', 'audit-log'])('reads all of %s list', async (group) => {
      const rows = await readRows(`${group} list -o json`);
      expect(rows.map(({ name }) => name)).toEqual(items);
      const some = await readRows(`${group} list -o json --max 25`);
      expect(some.map(({ name }) => name)).toEqual(items.slice(0, 25));
      const second = await readRows(`${group} list -o json --page 2`);
      const begin = items.indexOf(String(second[0]?.['name']));
      expect(begin).toBeGreaterThan(0);
      expect(second.map(({ name }) => name)).toEqual(items.slice(begin, begin + second.length));
    });

    test('applies settings twice without a duplicate', async () => {
      const list = (kind: string) =>
        `${kind}:\n  - {name: Item 44, amount: 7}\n  - {name: Fresh}\n`;
      const kinds = ['budgets', 'costAlerts', 'teams'];
      writeFileSync(join(folder, 'settings.yaml'), `version: 1\n${kinds.map(list).join('')}`);
      service.changes.length = 0;
      await line('config apply settings.yaml --yes -q');
      expect(service.changes.map((one) => one.split(' ')[0]).toSorted()).toEqual(
        [...kinds.map(() => 'POST'), ...kinds.map(() => 'PUT')].toSorted(),
      );
      await line('config apply settings.yaml --yes -q');
      await line('config plan settings.yaml --check -q');
      expect(service.changes).toHaveLength(2 * kinds.length);
    });

    test('keeps its names when the next version has other ids', async () => {
      const names = async () =>
        (await readRows('api operations -o json')).map(({ command }) => command).toSorted();
      const before = await names();
      const text = JSON.stringify(documentIn(style)).replace(/("operationId":")(\w+")/g, '$1x$2');
      writeFileSync(join(folder, 'document.json'), text);
      const report = await line('api import document.json -q -o json');
      expect(JSON.parse(report)).toMatchObject({ added: [], renamed: [], removed: [] });
      expect(await names()).toEqual(before);
    });
  },
);
