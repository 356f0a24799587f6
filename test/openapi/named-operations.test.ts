import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namedCommands } from '../../src/openapi/named-operations.ts';
import { createFolder, run } from '../helpers/run.ts';
import { readJson, succeed } from '../helpers/screens.ts';
import { documentIn, documentStyles } from './fixtures/document-styles.ts';
import { inventedOperations } from './fixtures/invented-operations.ts';

type Json = Record<string, unknown>;

const held = new Map<string, Json[]>();
let paging = documentStyles[0]?.paging;
const changes: string[] = [];

/** Keeps the items of every collection, and pages them in the style of the document. */
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const parent = pathname.split('/').slice(0, -1).join('/');
  const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const items = held.get(pathname) ?? [];
  let text = '';
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  request.on('end', () => {
    const body: Json = text === '' ? {} : JSON.parse(text);
    const send = (value: unknown, headers = {}) =>
      response
        .writeHead(200, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(value));
    if (request.method !== 'GET') changes.push(`${request.method} ${pathname}`);
    if (request.method === 'POST') {
      const record = { ...body, id: { Value: `new_${items.length}` } };
      held.set(pathname, [...items, record]);
      return send(record);
    }
    const found = held.get(parent)?.find((one) => (one['id'] as Json)['Value'] === id);
    if (found !== undefined) {
      Object.assign(found, request.method === 'GET' ? {} : body);
      return send(found);
    }
    const answer = paging?.answer(items, searchParams);
    return send(answer?.body, answer?.headers);
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe.each(documentStyles.map((style) => [style.name, style] as const))(
  'a document with %s',
  (_name, style) => {
    const folder = createFolder();
    const line = (words: string, stdin?: string) => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const env = {
        ...{ COSTCTL_BASE_URL: url, COSTCTL_TOKEN: 'x'.repeat(20), COSTCTL_WORKSPACE: 'wsp_a' },
      };
      return run(words.split(' '), { folder, env, ...(stdin === undefined ? {} : { stdin }) });
    };

    beforeAll(async () => {
      ({ paging } = style);
      held.clear();
      const items = Array.from({ length: 45 }, (_, at) => ({
        ...{ id: { Value: `b_${at}` }, name: `Item ${at}`, amount: 5 },
      }));
      for (const { path } of inventedOperations) held.set(path, structuredClone(items));
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
      changes.length = 0;
      await succeed(line(`config apply ${path} --yes`));
      expect(changes.map((one) => one.split(' ')[0]).toSorted()).toEqual(
        [...kinds.map(() => 'POST'), ...kinds.map(() => 'PUT')].toSorted(),
      );
      await succeed(line(`config plan ${path} --check`));
      await succeed(line(`config apply ${path} --yes`));
      expect(changes).toHaveLength(2 * kinds.length);
    });
  },
);
