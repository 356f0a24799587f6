import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

const path = '/v1/workspaces/wsp_alpha';
const numbers = '"budget":1234567.8901234567890,"limits":{"share":0.1000,"least":[1e-7,-0]}';
const record = `{"id":"wsp_alpha",${numbers}}`;
const page = `{"links":{"next":null},"data":[${record}]}`;
const list = '/v1/workspaces?page=1&limit=100';

describe('every digit from the service is preserved in', () => {
  test.each([
    ['one record', ['workspaces', 'get', 'wsp_alpha'], { path, answer: record }, record],
    ['a list', ['workspaces', 'list'], { path: list, answer: page }, `[${record}]`],
    ['any answer in a format', ['api', 'GET', path], { path, answer: record }, record],
    [
      'pages in a format',
      ['api', 'GET', '/v1/workspaces', '--paginate'],
      { path: list, answer: page },
      `[${record}]`,
    ],
  ])('%s', async (_what, line, exchange, text) => {
    const { stdout } = await run([...line, '-o', 'json'], { service: scriptService(exchange) });
    expect(stdout).toBe(`${text}\n`);
  });

  test('merged pages', async () => {
    const service = scriptService({ path: list, answer: page });
    const { stdout } = await run('api GET /v1/workspaces --paginate', { service });
    expect(stdout).toBe(`[${record}]\n`);
  });

  test.each(['csv', 'csv.gz', 'json', 'yaml', 'md'])('a file that ends in .%s', async (ending) => {
    const file = join(createFolder(), `result.${ending}`);
    const service = scriptService({ path, answer: record });
    await run(['workspaces', 'get', 'wsp_alpha', '-O', file, '--columns', 'budget', '--exact'], {
      service,
    });
    const bytes = readFileSync(file);
    const text = ending.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    expect(text.toString()).toContain('1234567.8901234567890');
  });

  test('an error reported as json', async () => {
    const service = scriptService({ path, status: 404, answer: `{"title":"no",${numbers}}` });
    const { stderr } = await run('workspaces get wsp_alpha -o json', { service });
    expect(stderr).toContain(`"problem":{"title":"no",${numbers}}`);
  });
});

describe('every digit from the user is preserved in', () => {
  test.each([
    ['a body', ['workspaces', 'create', '--data'], 'POST', '/v1/workspaces'],
    ['any request', ['api', 'POST', '/v1/x', '--data'], 'POST', '/v1/x'],
  ])('%s', async (_what, line, method, target) => {
    const service = scriptService({ method, path: target, status: 201, answer: record });
    const { stdout } = await run([...line, record, '--dry-run', '-o', 'json'], {
      service: scriptService(),
    });
    expect(stdout).toContain(`"body":${record}`);
    await run([...line, record, '--set-json', 'more=1.50'], { service });
    expect(service.received[0]?.body).toBe(`${record.slice(0, -1)},"more":1.50}`);
  });

  test('a record updated with --merge', async () => {
    const service = scriptService(
      { path, answer: record },
      { method: 'PUT', path, answer: record },
    );
    const line = 'workspaces update wsp_alpha --merge --set-json limits.share=0.20'.split(' ');
    await run(line, { service });
    expect(service.received[1]?.body).toBe(record.replace('0.1000', '0.20'));
  });
});
