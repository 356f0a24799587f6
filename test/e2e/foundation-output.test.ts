import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer } from '../helpers/loopback.ts';
import { pageOf } from '../helpers/service.ts';
import type { Ended } from './program.ts';
import { listed, openPlace, type Place } from './service.ts';

let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

const records =
  '[{"id":{"Value":"wsp_a"},"name":"A, \\"one\\"","budget":1234567.8901234567890,"settings":{"days":0.1000,"zone":"eu"},"end":null},' +
  '{"id":{"Value":"wsp_b"},"name":"=B\\tb","budget":12345678901234567890,"settings":{"days":1e-7}}]';
const page = `{"links":{"self":null,"first":null,"prev":null,"next":null,"last":null},"data":${records}}`;

const list = ['workspaces', 'list'];

async function read(words: readonly string[]): Promise<Ended> {
  return place.costctl(await place.serve(answer(200, page)), [...list, ...words]);
}

test.each([
  [
    'json',
    '[{"id":"wsp_a","name":"A, \\"one\\"","budget":1234567.8901234567890,"settings":{"days":0.1000,"zone":"eu"},"end":null},{"id":"wsp_b","name":"=B\\tb","budget":12345678901234567890,"settings":{"days":1e-7}}]\n',
  ],
  [
    'ndjson',
    '{"id":"wsp_a","name":"A, \\"one\\"","budget":1234567.8901234567890,"settings":{"days":0.1000,"zone":"eu"},"end":null}\n{"id":"wsp_b","name":"=B\\tb","budget":12345678901234567890,"settings":{"days":1e-7}}\n',
  ],
  [
    'csv',
    'id,name,budget,settings,end\nwsp_a,"A, ""one""",1234567.8901234567890,"{""days"":0.1000,""zone"":""eu""}",\nwsp_b,=B\tb,12345678901234567890,"{""days"":1e-7}",\n',
  ],
  [
    'tsv',
    'id\tname\tbudget\tsettings\tend\nwsp_a\tA, "one"\t1234567.8901234567890\t{"days":0.1000,"zone":"eu"}\t\nwsp_b\t=B\\tb\t12345678901234567890\t{"days":1e-7}\t\n',
  ],
  [
    'yaml',
    '- id: wsp_a\n  name: "A, \\"one\\""\n  budget: 1234567.8901234567890\n  settings:\n    days: 0.1000\n    zone: eu\n  end: null\n- id: wsp_b\n  name: "=B\\tb"\n  budget: 12345678901234567890\n  settings:\n    days: !!float 1e-7\n',
  ],
])('%s keeps every field and every digit', async (format, expected) => {
  const { status, stdout, stderr } = await read(['-o', format]);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: expected, stderr: '' });
});

test.each(['table', 'markdown'])(
  '%s keeps every digit if --exact says so, and escapes control characters',
  async (format) => {
    const { stdout } = await read(['-o', format, '--exact']);
    expect(stdout).toContain('1234567.8901234567890');
    expect(stdout).toContain('12345678901234567890');
    expect(stdout).not.toContain('\t');
  },
);

test('--columns picks columns, including nested ones', async () => {
  const csv = await read(['-o', 'csv', '--columns', 'settings.days,id', '--no-header']);
  expect(csv.stdout).toBe('0.1000,wsp_a\n1e-7,wsp_b\n');
  const json = await read(['-o', 'json', '--columns', 'settings.zone,id']);
  expect(json.stdout).toBe('[{"id":"wsp_a","settings":{"zone":"eu"}},{"id":"wsp_b"}]\n');
});

test('a column that no record has ends with exit 2 and a list of known columns', async () => {
  for (const format of ['table', 'csv', 'ndjson', 'yaml']) {
    const { status, stdout, stderr } = await read(['-o', format, '--columns', 'id,nope']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('nope');
    expect(stderr).toContain('name, budget, settings');
  }
});

test('--spreadsheet-safe guards text and leaves numbers unchanged', async () => {
  const { stdout } = await read(['-o', 'csv', '--spreadsheet-safe', '--columns', 'name,budget']);
  expect(stdout).toBe(
    'name,budget\n"A, ""one""",1234567.8901234567890\n"\'=B\tb",12345678901234567890\n',
  );
});

test.each<[string, string[], number, string]>([
  [
    'what is selected keeps its digits',
    ['[].budget', '-o', 'json'],
    0,
    '[1234567.8901234567890,12345678901234567890]\n',
  ],
  ['a list of texts is printed bare', ['[].id', '-r'], 0, 'wsp_a\nwsp_b\n'],
  ['a text is printed bare', ['[1].id', '-r', '-o', 'json'], 0, 'wsp_b\n'],
  ['a comparison of a number too long is refused', ['[?budget > `1`]'], 2, ''],
  ['what is no expression is refused', ['[?'], 2, ''],
])('--query: %s', async (_name, words, exit, expected) => {
  const { status, stdout } = await read(['--query', ...words]);
  expect({ status, stdout }).toEqual({ status: exit, stdout: expected });
});

test('reads every page; --max reads only as needed, and --page reads one page', async () => {
  const pages = [
    answer(200, pageOf([{ id: 'wsp_a' }, { id: 'wsp_b' }], { next: '?page=2' })),
    answer(200, pageOf([{ id: 'wsp_c' }])),
  ];
  const run = async (...words: string[]) => {
    const service = await place.serve(...pages);
    const { stdout } = await place.costctl(service, [
      ...list,
      '-o',
      'csv',
      '--no-header',
      ...words,
    ]);
    return { stdout, paths: service.requests.map(({ path }) => path.replace(/.*\?/, '')) };
  };
  expect(await run()).toEqual({
    stdout: 'wsp_a\nwsp_b\nwsp_c\n',
    paths: ['page=1&limit=100', 'page=2&limit=100'],
  });
  expect(await run('--max', '1')).toEqual({ stdout: 'wsp_a\n', paths: ['page=1&limit=1'] });
  expect(await run('--page', '7', '--limit', '2', '--param', 'a=b', '--param', 'a=c')).toEqual({
    stdout: 'wsp_a\nwsp_b\n',
    paths: ['page=7&limit=2&a=b&a=c'],
  });
});

test('an empty list with unknown columns is an empty csv with a note', async () => {
  const service = await place.serve(listed());
  const { status, stdout, stderr } = await place.costctl(service, [...list, '-o', 'csv']);
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: '',
    stderr: 'note: no records, so no columns are known\n',
  });
  const quiet = await place.costctl(service, [...list, '-o', 'csv', '-q']);
  expect(quiet.stderr).toBe('');
});

test('escape sequences from the service never reach stdout or stderr', async () => {
  const hostile = { id: 'wsp_a', name: '\u001b[31mred\u0007\u009b\u202eevil' };
  const shown = await place.costctl(await place.serve(listed(hostile)), list);
  const refused = await place.serve(answer(404, { title: hostile.name }));
  const reported = await place.costctl(refused, list);
  expect(reported.status).toBe(5);
  const controls = /(?!\n)\p{Cc}|[\u202a-\u202e]/u;
  expect(shown.stdout).not.toMatch(controls);
  expect(reported.stderr).not.toMatch(controls);
});
