import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namedCommands } from '../../src/openapi/named-operations.ts';
import { createFolder, run } from '../helpers/run.ts';
import { readJson, succeed } from '../helpers/screens.ts';
import { serveCollections } from './fixtures/collections.ts';
import { documentIn, documentStyles } from './fixtures/document-styles.ts';
import { inventedOperations } from './fixtures/invented-operations.ts';

type Json = Record<string, unknown>;

const service = serveCollections();
beforeAll(() => service.open());
afterAll(() => service.close());

describe.each(documentStyles.map((style) => [style.name, style] as const))(
  'a document with %s',
  (_name, style) => {
    const folder = createFolder();
    const line = (words: string, stdin?: string) => {
      const url = service.url();
      const env = {
        ...{ COSTCTL_BASE_URL: url, COSTCTL_TOKEN: 'x'.repeat(20), COSTCTL_WORKSPACE: 'wsp_a' },
      };
      return run(words.split(' '), { folder, env, ...(stdin === undefined ? {} : { stdin }) });
    };

    beforeAll(async () => {
      service.fill(style.paging);
      await succeed(line('api import - -q', JSON.stringify(documentIn(style))));
    });

    test('gives each of the 97 named operations its command', async () => {
      const rows: Json[] = await readJson(line('api operations -o json'));
      const byCommand = new Map(rows.map((row) => [row['command'], row]));
      const wrong = namedCommands.filter(({ group, action }) => {
        return byCommand.get(`${group} ${action}`)?.['state'] !== 'imported';
      });
      expect(wrong.map(({ group, action }) => `${group} ${action}`)).toEqual([]);
      const invented = new Map(
        inventedOperations.map(({ method, path }) => [`${method} ${path}`, 1]),
      );
      const named = rows.filter(({ method, path }) => invented.has(`${method} ${path}`));
      expect(named).toHaveLength(97);
    });

    test('has lists that are read to their end', async () => {
      for (const words of ['budgets list', 'cost-alerts list', 'teams list', 'audit-log list']) {
        const rows: Json[] = await readJson(line(`${words} -o json`));
        expect([words, rows.length]).toEqual([words, 45]);
      }
    });

    test('has resources that config manages, without a duplicate', async () => {
      const path = join(folder, 'settings.yaml');
      const kinds = ['budgets', 'folders', 'dashboards', 'apps', 'teams', 'costAlerts'];
      const list = (kind: string) =>
        `${kind}:\n  - {name: Item 44, amount: 7}\n  - {name: Fresh}\n`;
      writeFileSync(path, `version: 1\n${kinds.map(list).join('')}`);
      service.changes.length = 0;
      await succeed(line(`config apply ${path} --yes`));
      expect(service.changes.map((one) => one.split(' ')[0]).toSorted()).toEqual(
        [...kinds.map(() => 'POST'), ...kinds.map(() => 'PUT')].toSorted(),
      );
      await succeed(line(`config plan ${path} --check`));
      await succeed(line(`config apply ${path} --yes`));
      expect(service.changes).toHaveLength(2 * kinds.length);
    });
  },
);
