import { describe, expect, test } from 'vitest';
import { allColumns } from './failing-list.ts';
import { openOutput } from './open-output.ts';

/** The first page of a hundred says nothing of a team. */
const records = Array.from({ length: 150 }, (_, id) =>
  id < 140 ? { id, tags: {} } : { id, tags: { team: 'x' }, late: true },
);

describe('a column of --columns that only a later page has', () => {
  test.each([
    ['csv', ['tags.team,id', ',0', 'x,149']],
    ['tsv', ['tags.team\tid', '\t0', 'x\t149']],
  ] as const)('is written as %s, and no record is lost', async (format, [header, first, last]) => {
    const { output, stdout } = openOutput({ format, columns: ['tags.team', 'id'] });
    await output.list(records, allColumns);
    const lines = stdout.text.split('\n');
    expect(lines).toHaveLength(1 + records.length + 1);
    expect([lines[0], lines[1], lines.at(-2)]).toEqual([header, first, last]);
  });

  test('is written as ndjson, and no record is lost', async () => {
    const { output, stdout } = openOutput({ format: 'ndjson', columns: ['tags.team'] });
    await output.list(records, allColumns);
    const lines = stdout.text.split('\n');
    expect(lines).toHaveLength(records.length + 1);
    expect([lines[0], lines.at(-2)]).toEqual(['{}', '{"tags":{"team":"x"}}']);
  });
});

test.each(['csv', 'tsv', 'ndjson'] as const)(
  'refuses a missing column as %s, writes nothing and lists the columns of all pages',
  async (format) => {
    const { output, stdout } = openOutput({ format, columns: ['id', 'tags.taem'] });
    await expect(output.list(records, allColumns)).rejects.toMatchObject({
      code: 'usage',
      message: '--columns: no record has the column "tags.taem"',
      details: { hint: 'known columns: id, tags, late' },
    });
    expect(stdout.text).toBe('');
  },
);

test('waits at most one page for a documented column', async () => {
  const { output, stdout } = openOutput({ format: 'csv', columns: ['id', 'note'] });
  const seen: string[] = [];
  async function* watched(): AsyncGenerator<unknown> {
    for (const record of records) {
      seen.push(stdout.text);
      yield record;
    }
  }
  await output.list(watched(), { columns: [], fields: ['id', 'note'] });
  expect(seen[99]).toBe('');
  expect(seen[100]?.endsWith('\n99,\n')).toBe(true);
});
