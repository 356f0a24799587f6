import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answer, type Loopback } from '../helpers/loopback.ts';
import { pageOf } from '../helpers/service.ts';
import type { Ended } from './program.ts';
import { openPlace, type Place } from './service.ts';

let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

const list = ['workspaces', 'list'];
const page = pageOf([{ id: 'wsp_a', name: 'A' }]);

async function read(words: readonly string[]): Promise<Ended> {
  return place.costctl(await place.serve(answer(200, page)), [...list, ...words]);
}

describe('a file', () => {
  // The state folder is not a result.
  const files = () => readdirSync(place.folder).filter((name) => name !== '.local');

  test.each([
    ['out.csv', /^id,name\n/],
    ['out.json', /^\[\{"id":/],
    ['out.ndjson', /^\{"id":/],
    ['out.jsonl', /^\{"id":/],
    ['out.tsv', /^id\tname\n/],
    ['out.yaml', /^- id: /],
    ['out.md', /^\| id /],
    ['out.CSV', /^id,name\n/],
  ])('%s has the format of its extension', async (name, content) => {
    const { status, stdout, stderr } = await read(['-O', name]);
    expect({ status, stdout, stderr, files: files() }).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
      files: [name],
    });
    expect(readFileSync(join(place.folder, name), 'utf8')).toMatch(content);
  });

  test('.gz compresses the file, and the extension before it sets the format', async () => {
    await read(['-O', 'out.csv.gz']);
    const bytes = gunzipSync(readFileSync(join(place.folder, 'out.csv.gz')));
    expect(bytes.toString()).toMatch(/^id,name\n/);
  });

  test('the extension overrides the environment, and -o applies if there is no known extension', async () => {
    const service = await place.serve(answer(200, page));
    const env = { COSTCTL_OUTPUT: 'yaml' };
    await place.costctl(service, [...list, '-O', 'out.csv'], { env });
    expect(readFileSync(join(place.folder, 'out.csv'), 'utf8')).toMatch(/^id,name\n/);
    await place.costctl(service, [...list, '-O', 'out.txt', '-o', 'csv'], { env });
    expect(readFileSync(join(place.folder, 'out.txt'), 'utf8')).toMatch(/^id,name\n/);
  });

  test('an extension and -o that disagree end with exit 2', async () => {
    const { status, stderr } = await read(['-O', 'out.csv', '-o', 'tsv']);
    expect({ status, files: files() }).toEqual({ status: 2, files: [] });
    expect(stderr).toMatch(
      /^error: --out-file out\.csv is csv by its extension, but --output says tsv/,
    );
  });

  test('a missing folder is reported before any request is sent', async () => {
    const service = await place.serve(answer(200, page));
    const { status, stderr } = await place.costctl(service, [...list, '-O', 'no/out.csv']);
    expect({ status, requests: service.requests }).toEqual({ status: 1, requests: [] });
    expect(stderr).toMatch(/^error: cannot write no\/out\.csv: no such file or folder/);
  });

  test('a failed command keeps the existing file and leaves no temporary file', async () => {
    writeFileSync(join(place.folder, 'out.csv'), 'as it was');
    const failing = await place.serve(
      answer(200, pageOf([{ id: 'wsp_a' }], { next: '?page=2' })),
      answer(404, {}),
    );
    const { status } = await place.costctl(failing, [...list, '-O', 'out.csv']);
    expect({ status, files: files() }).toEqual({ status: 5, files: ['out.csv'] });
    expect(readFileSync(join(place.folder, 'out.csv'), 'utf8')).toBe('as it was');
  });

  test('a failed check (exit 11) still writes its result', async () => {
    const service = await place.serve(answer(200, { success: false, message: 'no access' }));
    const line = ['providers', 'test', 'prv_a', '-O', 'out.json'];
    const { status } = await place.costctl(service, line);
    expect(status).toBe(11);
    expect(readFileSync(join(place.folder, 'out.json'), 'utf8')).toContain('no access');
  });

  test('-O with the name of a folder ends with exit 1', async () => {
    mkdirSync(join(place.folder, 'out.csv'));
    const { status, stderr } = await read(['-O', 'out.csv']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: cannot write/);
  });
});

describe('a list that fails on a later page', () => {
  const failing = (): Promise<Loopback> =>
    place.serve(answer(200, pageOf([{ id: 'wsp_a' }], { next: '?page=2' })), answer(404, {}));

  test.each([['json'], ['table'], ['yaml'], ['markdown']])(
    'prints nothing as %s',
    async (format) => {
      const { status, stdout } = await place.costctl(await failing(), [...list, '-o', format]);
      expect({ status, stdout }).toEqual({ status: 5, stdout: '' });
    },
  );

  test('prints no query results', async () => {
    const line = [...list, '-o', 'ndjson', '--query', '[].id'];
    const { status, stdout } = await place.costctl(await failing(), line);
    expect({ status, stdout }).toEqual({ status: 5, stdout: '' });
  });

  test('may have streamed earlier items as ndjson', async () => {
    const { status, stdout } = await place.costctl(await failing(), [...list, '-o', 'ndjson']);
    expect(status).toBe(5);
    expect(['', '{"id":"wsp_a"}\n']).toContain(stdout);
  });
});
