import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../src/json/number.ts';
import { allColumns, failing } from './failing-list.ts';
import { openOutput } from './open-output.ts';

describe('columns', () => {
  const records = [
    { id: 'a', labels: { region: 'eu', team: 'x' }, n: 1 },
    { id: 'b', labels: { region: 'us', team: 'y' }, n: 2 },
  ];
  test.each([
    ['csv', 'labels.region,id\neu,a\nus,b\n'],
    ['tsv', 'labels.region\tid\neu\ta\nus\tb\n'],
    ['table', 'labels.region  id\neu             a\nus             b\n'],
    ['markdown', '| labels.region | id |\n| --- | --- |\n| eu | a |\n| us | b |\n'],
    ['json', '[{"id":"a","labels":{"region":"eu"}},{"id":"b","labels":{"region":"us"}}]\n'],
    ['ndjson', '{"id":"a","labels":{"region":"eu"}}\n{"id":"b","labels":{"region":"us"}}\n'],
    ['yaml', '- id: a\n  labels:\n    region: eu\n- id: b\n  labels:\n    region: us\n'],
  ] as const)('are picked as %s', async (format, text) => {
    const { output, stdout } = openOutput({ format, columns: ['labels.region', 'id'] });
    await output.list(records, allColumns);
    expect(stdout.text).toBe(text);
  });

  test.each(['csv', 'tsv', 'table', 'markdown', 'json', 'ndjson', 'yaml'] as const)(
    'that no record has are refused as %s, with nothing written',
    async (format) => {
      const { output, stdout } = openOutput({ format, columns: ['id', 'regoin'] });
      await expect(output.list(records, allColumns)).rejects.toMatchObject({
        code: 'usage',
        message: '--columns: no record has the column "regoin"',
        details: { hint: 'known columns: id, labels, n' },
      });
      expect(stdout.text).toBe('');
    },
  );

  test('without a name are refused before anything is read', () => {
    expect(() => openOutput({ columns: ['id', ''] })).toThrow(
      expect.objectContaining({ code: 'usage' }),
    );
  });

  test('of records that are all there may be those of the last one alone, as csv', async () => {
    const { output, stdout } = openOutput({ format: 'csv' });
    const records = Array.from({ length: 101 }, (_, id) => (id < 100 ? { id } : { id, all: true }));
    await output.list(records, allColumns);
    expect(stdout.text.split('\n').slice(-3)).toEqual(['99,', '100,true', '']);
  });

  test('that only a later page has are reported at the end, as csv', async () => {
    const { output, stdout } = openOutput({ format: 'csv' });
    const records = Array.from({ length: 101 }, (_, id) => (id < 100 ? { id } : { id, late: 1 }));
    const pages = (async function* () {
      yield* records;
    })();
    await expect(output.list(pages, allColumns)).rejects.toMatchObject({
      code: 'incomplete',
      message: 'columns that the first page did not have are missing from the output: "late"',
    });
    expect(stdout.text.endsWith('\n99\n100\n')).toBe(true);
  });

  test('are those of the whole list if it is read completely', async () => {
    const { output, stdout } = openOutput({ format: 'csv', query: '@' });
    const records = Array.from({ length: 101 }, (_, id) => (id < 100 ? { id } : { id, late: 1 }));
    await output.list(records, allColumns);
    expect(stdout.text.startsWith('id,late\n0,\n')).toBe(true);
  });

  test('of the first records do not wait for the rest of the list', async () => {
    const { output, stdout } = openOutput({ format: 'csv' });
    const seen: string[] = [];
    async function* watched(): AsyncGenerator<unknown> {
      for (let id = 0; id < 102; id += 1) {
        seen.push(stdout.text);
        yield { id };
      }
    }
    await output.list(watched(), allColumns);
    expect(seen[99]).toBe('');
    expect(seen[100]?.endsWith('\n99\n')).toBe(true);
  });
});

describe('an empty list', () => {
  test.each([
    ['table', { columns: [{ path: 'id' }] }, 'id\n', 'note: no records\n'],
    ['markdown', { columns: [{ path: 'id' }] }, '| id |\n| --- |\n', 'note: no records\n'],
    ['table', allColumns, '', 'note: no records\n'],
    ['csv', { columns: [], fields: ['id', 'name'] }, 'id,name\n', 'note: no records\n'],
    ['csv', allColumns, '', 'note: no records, so no columns are known\n'],
    ['json', allColumns, '[]\n', ''],
    ['ndjson', allColumns, '', ''],
    ['yaml', allColumns, '[]\n', ''],
  ] as const)('as %s of %j is %j', async (format, view, text, note) => {
    const { output, stdout, stderr } = openOutput({ format });
    await output.list([], view);
    expect(stdout.text).toBe(text);
    expect(stderr.text).toBe(note);
  });

  test('has the columns that were requested', async () => {
    const { output, stdout } = openOutput({ format: 'csv', columns: ['a', 'b.c'] });
    await output.list([], allColumns);
    expect(stdout.text).toBe('a,b.c\n');
  });
});

describe('a query', () => {
  const records = [
    { id: 'a', cost: new ExactNumber('0.1000') },
    { id: 'b', cost: new ExactNumber('1234567.8901234567890') },
  ];
  test.each([
    ['json', '[].cost', '[0.1000,1234567.8901234567890]\n'],
    [
      'table',
      '[].cost',
      '                  value\n                 0.1000\n1,234,567.8901234567890\n',
    ],
    ['csv', '[].[id, cost]', '0,1\na,0.1000\nb,1234567.8901234567890\n'],
    ['tsv', '[].{who: id, cost: cost}', 'who\tcost\na\t0.1000\nb\t1234567.8901234567890\n'],
    ['yaml', '[1]', 'id: b\ncost: 1234567.8901234567890\n'],
    ['ndjson', '[].cost', '0.1000\n1234567.8901234567890\n'],
    ['markdown', '[0]', '| field | value |\n| --- | --- |\n| id | a |\n| cost | 0.1000 |\n'],
    ['json', 'length(@)', '2\n'],
    ['table', '[1].cost', '1234567.8901234567890\n'],
    ['table', '[7]', ''],
    ['json', '[7]', 'null\n'],
  ] as const)('as %s: %s', async (format, query, text) => {
    const { output, stdout } = openOutput({ format, query });
    await output.list(records, { columns: [{ path: 'id' }], fields: ['id', 'cost'] });
    expect(stdout.text).toBe(text);
  });

  test('that is invalid is refused before anything is read', async () => {
    const { output } = openOutput({ format: 'json', query: 'a[' });
    await expect(output.list(failing(), allColumns)).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('--raw', () => {
  test.each([
    ['[].id', 'a\nb\n'],
    ['[0].id', 'a\n'],
    ['[0]', '{"id":"a","cost":0.10}\n'],
    ['[].cost', '0.10\n'],
    ['[].[id, cost]', '[["a",0.10],["b",null]]\n'],
    ['[9]', 'null\n'],
    ['[9][]', 'null\n'],
  ])('prints %s as %j', async (query, text) => {
    const { output, stdout } = openOutput({ format: 'json', query, raw: true });
    await output.list(
      [
        { id: 'a', cost: new ExactNumber('0.10') },
        { id: 'b', cost: null },
      ],
      allColumns,
    );
    expect(stdout.text).toBe(text);
  });
});
