import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MockAgent } from 'undici';
import { describe, expect, test } from 'vitest';
import { addDays, eachDay } from '../../src/days.ts';
import { type Days, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { readJson, succeed } from '../helpers/screens.ts';
import {
  type DocumentStyle,
  documentIn,
  documentStyles,
} from '../openapi/fixtures/document-styles.ts';
import { inventedOperations } from '../openapi/fixtures/invented-operations.ts';

type Json = Record<string, unknown>;

const now = '2026-11-22T12:00:00Z';
const url = 'https://api.example.test';
const text = { type: 'string' };

/** The document in a style, whose records have these properties too. */
function documentWith(style: DocumentStyle, properties: Json): string {
  // A copy: the styles share their schemas.
  const document: Json = structuredClone(documentIn(style));
  const { schemas } = document['components'] as { schemas: Record<string, { properties: Json }> };
  Object.assign(schemas['InventedRecord']?.properties ?? {}, properties);
  return JSON.stringify(document);
}

/** Rows of 100 USD for each day, with these records at the paths that the document gives the operations. */
function serve(style: DocumentStyle, records: Readonly<Record<string, readonly Json[]>>) {
  const days: Days = Object.fromEntries(
    [...eachDay({ from: addDays(now.slice(0, 10), -120), to: '2026-11-21' })].map((date) => {
      const cost = date === '2026-11-10' ? '900' : '100';
      return [date, [{ date, service: 'db', cost, currency: 'USD' }]];
    }),
  );
  const service = serveCosts(days);
  const { dispatcher } = service;
  if (!(dispatcher instanceof MockAgent)) throw new Error('no agent to extend');
  for (const { path, answer } of inventedOperations.filter(({ method }) => method === 'GET')) {
    const found = records[path];
    if (found === undefined) continue;
    dispatcher
      .get(url)
      .intercept({ path: (asked) => asked.split('?')[0] === path, method: 'GET' })
      .reply((received) => {
        const { searchParams } = new URL(received.path, url);
        const page = style.paging.answer(structuredClone([...found]), searchParams);
        const body = answer === 'page' ? page : { body: found[0], headers: {} };
        const headers = { 'content-type': 'application/json', ...body?.headers };
        return { statusCode: 200, data: JSON.stringify(body?.body), responseOptions: { headers } };
      })
      .persist();
  }
  return service;
}

describe.each(documentStyles.map((style) => [style.name, style] as const))(
  'with a document of %s',
  (_name, style) => {
    async function imported(properties: Json) {
      const folder = createFolder();
      const env = { COSTCTL_BASE_URL: url, COSTCTL_TOKEN: 'x'.repeat(20) };
      const stdin = documentWith(style, properties);
      await succeed(run('api import - -q', { folder, env, stdin }));
      return { folder, now };
    }

    test('check judges the budgets of the service, on every page', async () => {
      const place = await imported({ spent: text, currency: text });
      const budgets = Array.from({ length: 45 }, (_, at) => ({
        ...{ id: { Value: `b${at}` }, name: `Budget ${at}`, amount: '100.00', currency: 'USD' },
        spent: at === 44 ? '100.000000000000000001' : '99.9988',
      }));
      const service = serve(style, { '/v1/budgets': budgets });
      const { stdout, stderr, exitCode } = await run(
        'costs check --budgets service -w wsp_a -o json',
        { ...place, service },
      );
      const rows: Json[] = JSON.parse(stdout);
      expect([exitCode, rows.length]).toEqual([11, 45]);
      expect(stderr).toContain('Budget 44 (');
      expect(rows.map(({ state }) => state).filter((state) => state !== 'ok')).toEqual([
        'exceeded',
      ]);
    });

    test('settings of the profile for other questions do not refuse it', async () => {
      const place = await imported({ spent: text, currency: text });
      const profile = { baseUrl: url, token: 'x'.repeat(20), convertTo: 'EUR', where: ['a=b'] };
      const config = join(place.folder, 'config');
      mkdirSync(config, { recursive: true });
      writeFileSync(join(config, 'config.json'), JSON.stringify({ profiles: { work: profile } }));
      const budgets = [{ name: 'Web', amount: '100', spent: '9', currency: 'USD' }];
      const line = 'costs check --budgets service -p work -w wsp_a';
      for (const [words, note] of [
        ['', 'note: the conditions of profile work do not apply to the budgets of the service\n'],
        [' --no-where --convert-to none', ''],
      ] as const) {
        const service = serve(style, { '/v1/budgets': budgets });
        const { stderr, stdout } = await succeed(run(`${line}${words}`, { ...place, service }));
        expect([stderr, stdout]).toEqual([note, expect.stringContaining('9.00')]);
      }
      const given = await run(`${line} --where x=y`, { ...place, service: serve(style, {}) });
      expect([given.exitCode, given.stderr]).toEqual([
        2,
        expect.stringContaining('--budgets service takes no --where'),
      ]);
    });

    test('a budget without a figure is not passed', async () => {
      const place = await imported({ spent: text });
      const odd = [
        { name: 'A', amount: null, spent: '5' },
        { name: 'B', amount: '7', spent: null },
        { name: 'C', amount: null, spent: null },
      ];
      const junit = await run('costs check --budgets service -w wsp_a -o junit', {
        ...place,
        service: serve(style, { '/v1/budgets': odd }),
      });
      expect(junit.stdout.match(/(?<=message="unjudged)[^;]*/g)).toEqual([
        ': 5.00 ',
        ': 7.00 ',
        '',
      ]);
      const budgets = [{ name: 'Web', amount: '100', spent: null }];
      const line = 'costs check --budgets service -w wsp_a';
      const open = await run(line, { ...place, service: serve(style, { '/v1/budgets': budgets }) });
      const why = 'could not be judged without an amount above 0 and what was spent: Web';
      expect([open.exitCode, open.stderr]).toEqual([9, expect.stringContaining(why)]);
      expect(open.stdout).toContain(`incomplete: 1 budget ${why}`);
      const none = serve(style, { '/v1/budgets': [] });
      expect((await run(line, { ...place, service: none })).exitCode).toBe(9);
    });

    test('nothing is guessed that the document does not name', async () => {
      const place = await imported({ used: text, consumed: text });
      const line = 'costs check --budgets service -w wsp_a';
      const { exitCode, stderr } = await run(line, { ...place, service: serve(style, {}) });
      expect([exitCode, stderr]).toEqual([
        2,
        expect.stringContaining('can be the amount spent: it has'),
      ]);
      const env = { COSTCTL_WORKSPACE: 'wsp_a' };
      for (const words of ['outlook', 'anomalies --from 2026-11-05 --to 2026-11-12']) {
        const given = { ...place, env, service: serve(style, {}) };
        const { stdout } = await succeed(run(`costs ${words}`, given));
        expect(stdout).toContain("the service's own figures are not shown: in the document GET");
      }
    });

    test('outlook shows the forecast of the service beside its own', async () => {
      const place = await imported({ forecast: text, currency: text });
      const figure = { forecast: '3210.5000000000000001', currency: 'USD' };
      const service = serve(style, { '/v1/costs/forecast': [figure] });
      const [row]: Json[] = await readJson(run('costs outlook -o json', { ...place, service }));
      expect(row?.['serviceForecast']).toBe(figure.forecast);
      const other = serve(style, { '/v1/costs/forecast': [{ ...figure, currency: 'EUR' }] });
      const { stderr, stdout } = await succeed(
        run('costs outlook -o json', { ...place, service: other }),
      );
      expect(stdout).not.toContain('3210');
      expect(stderr).toContain('the service itself expects 3210.5000000000000001 EUR');
    });

    test('anomalies counts those that the service lists for the day, and names other days', async () => {
      const place = await imported({ date: text });
      const listed = ['2026-11-10', '2026-11-10', '2026-11-12', '2026-09-01'];
      const service = serve(style, { '/v1/anomalies': listed.map((date) => ({ date })) });
      const env = { COSTCTL_WORKSPACE: 'wsp_a' };
      const line = 'costs anomalies --from 2026-11-05 --to 2026-11-12 -o json';
      const { stdout, stderr } = await succeed(run(line, { ...place, env, service }));
      expect(JSON.parse(stdout)).toMatchObject([{ day: '2026-11-10', listedByService: 2 }]);
      expect(stderr).toContain('the service lists anomalies on other days: 2026-11-12');
      const grouped = await succeed(run(`${line} --by service`, { ...place, env, service }));
      expect(JSON.parse(grouped.stdout)).toMatchObject([{ service: 'db', listedByService: 2 }]);
    });
  },
);

test('without a document, and with options that the service cannot follow, nothing is judged', async () => {
  const line = 'costs check --budgets service';
  const missing = await run(line, { now, service: serveCosts({}) });
  expect([missing.exitCode, missing.stderr]).toEqual([
    2,
    expect.stringContaining('api import FILE'),
  ]);
  const other = await run(`${line} --where service=db`, { now, service: serveCosts({}) });
  expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('no --where')]);
});
