import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, readJson, refuse, showScreens } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const production = {
  id: 'flt_production',
  title: 'Production',
  filter: 'tag:env = prod',
  isDefault: true,
  createdAt: '2026-01-02T03:04:05Z',
};
const wrapped = { ...production, id: { Value: production.id } };
const env = { COSTCTL_WORKSPACE: 'wsp_main' };
const path = '/v1/saved-filters/flt_production?workspaceId=wsp_main';

describe('filters list', () => {
  test('shows the filters of the workspace', async () => {
    const { table, json } = await showScreens('filters list', {
      path: '/v1/saved-filters?workspaceId=wsp_main&page=1&limit=100',
      answer: pageOf([wrapped]),
    });
    expect(table).toMatchInlineSnapshot(`
      "id              title       default  filter
      flt_production  Production  true     tag:env = prod
      "
    `);
    expect(json).toEqual([production]);
  });
});

describe('filters get', () => {
  test('shows one filter', async () => {
    const { table, json } = await showScreens('filters get flt_production', {
      path,
      answer: wrapped,
    });
    expect(table).toMatchInlineSnapshot(`
      "id       flt_production
      title    Production
      default  true
      filter   tag:env = prod
      created  2026-01-02T03:04:05Z
      "
    `);
    expect(json).toEqual(production);
  });
});

describe('filters create', () => {
  const line = ['filters', 'create', '--title', 'Production', '--filter', 'tag:env = prod'];
  const body = { workspaceId: 'wsp_main', title: 'Production', filter: 'tag:env = prod' };

  test.each([200, 201])(
    'sends an ordinary filter and accepts status %i as success',
    async (status) => {
      const { table, json } = await showScreens(line, {
        method: 'POST',
        path: '/v1/saved-filters',
        body: { ...body, isDefault: false },
        status,
        answer: wrapped,
      });
      expect(table).toContain('flt_production');
      expect(json).toEqual(production);
    },
  );

  test('creates a default filter from the text of a file without its last line break', async () => {
    const file = join(createFolder(), 'filter.txt');
    writeFileSync(file, 'tag:env = prod\n');
    const { json } = await showScreens(
      ['filters', 'create', '--title', 'Production', '--filter', `@${file}`, '--default'],
      {
        method: 'POST',
        path: '/v1/saved-filters',
        body: { ...body, isDefault: true },
        status: 201,
        answer: wrapped,
      },
    );
    expect(json).toEqual(production);
  });

  test('counts the characters of title and filter as the service does', async () => {
    const emoji = '🧾'.repeat(200);
    const { exitCode } = await run(
      ['filters', 'create', '--title', emoji, '--filter', '', '--dry-run'],
      { service: scriptService(), env },
    );
    expect(exitCode).toBe(0);
    expect(await refuse(['filters', 'create', '--filter', 'x', '--title', `${emoji}x`])).toContain(
      '--title: must be at most 200 characters, and has 201',
    );
  });

  test.each([
    [['--filter', 'x'], "required option '--title <text>' not specified"],
    [['--title', 'x'], "required option '--filter <text>' not specified"],
    [
      ['--title', 'x', '--filter', 'f'.repeat(4001)],
      '--filter: must be at most 4000 characters, and has 4001',
    ],
  ])('refuses %j', async (options, message) => {
    expect(await refuse(['filters', 'create', ...options])).toContain(message);
  });

  test('applies the same length limit to the text of a file', async () => {
    const file = join(createFolder(), 'filter.txt');
    writeFileSync(file, 'f'.repeat(4001));
    const line = ['filters', 'create', '--title', 'x', '--filter', `@${file}`];
    expect(await refuse(line)).toContain('--filter: must be at most 4000 characters');
  });

  test('reports the path of an unreadable file', async () => {
    const line = ['filters', 'create', '--title', 'x', '--filter', '@/nowhere'];
    expect(await failWith(1, run(line, { service: scriptService(), env }))).toBe(
      'error: cannot read /nowhere: no such file or folder\n',
    );
  });
});

describe('filters update', () => {
  const held = { path, answer: wrapped };
  const { title, filter } = production;

  test.each([
    [['--title', 'Prod'], { title: 'Prod', filter, isDefault: true }],
    [['--filter', 'x'], { title, filter: 'x', isDefault: true }],
    [['--no-default'], { title, filter, isDefault: false }],
    [['--title', 'P', '--filter', 'x', '--default'], { title: 'P', filter: 'x', isDefault: true }],
  ])('reads the filter and sends all three fields for %j', async (options, body) => {
    const { table, json } = await showScreens(
      ['filters', 'update', 'flt_production', ...options],
      held,
      { method: 'PUT', path, body, answer: wrapped },
    );
    expect(table).toContain('flt_production');
    expect(json).toEqual(production);
  });

  test.each([
    ['title', ['--filter', 'x'], 'give --title'],
    ['filter', ['--title', 'x'], 'give --filter'],
    ['isDefault', ['--title', 'x'], 'give --default or --no-default'],
  ])('sends nothing if the received filter has no %s', async (field, options, hint) => {
    const service = scriptService({ path, answer: { ...wrapped, [field]: undefined } });
    const line = ['filters', 'update', 'flt_production', ...options];
    expect(await failWith(1, run(line, { service, env }))).toContain(
      `error: the service sent the filter flt_production without ${field}, which an update must send too\nhint: ${hint}\n`,
    );
  });

  test.each([
    [[], 'nothing to change'],
    [['--title', 't'.repeat(201)], '--title: must be at most 200 characters'],
    [['--filter', 'f'.repeat(4001)], '--filter: must be at most 4000 characters'],
  ])('refuses %j', async (options, message) => {
    const line = ['filters', 'update', 'flt_production', ...options];
    expect(await refuse(line)).toContain(message);
  });
});

describe('filters delete', () => {
  const exchange = { method: 'DELETE', path, status: 204 };

  test('asks on a terminal', async () => {
    const world = { service: scriptService(exchange), env, terminal: 80, answers: ['y'] };
    const { questions, stderr } = await run('filters rm flt_production', world);
    expect(stderr).toBe('note: deleted the saved filter flt_production\n');
    expect(questions).toMatchInlineSnapshot(`
      [
        "This will delete the saved filter flt_production of wsp_main.
      Address: https://api.example.test
      Continue? [y/N] ",
      ]
    `);
  });

  test('treats a 404 as success if an earlier attempt was lost', async () => {
    const service = scriptService(
      { ...exchange, failure: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) },
      { ...exchange, status: 404 },
    );
    const line = ['filters', 'delete', 'flt_production', '-y'];
    expect((await run(line, { service, env })).exitCode).toBe(0);
  });
});

test('filters update --default makes an ordinary filter the default', async () => {
  const line = 'filters update flt_no_credits --default --dry-run -o json --sandbox';
  expect(await readJson(run(line))).toMatchObject({ body: { isDefault: true } });
});
