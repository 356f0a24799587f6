import { describe, expect, test } from 'vitest';
import { textFormats } from '../../src/formats/registry.ts';
import { openOutput } from './open-output.ts';

/** Enough for work that grows with the square of the keys to run out of time. */
const count = 30_000;
const record = Object.fromEntries(Array.from({ length: count }, (_, at) => [`key ${at}`, at]));
const view = { columns: [], fields: ['id', 'labels.team'] };

describe.each(textFormats)('a record with very many keys as %s', (format) => {
  test('is written in time proportional to its keys', { timeout: 30_000 }, async () => {
    const { output, stdout } = openOutput({ format });
    await output.list([record, record], view);
    expect(stdout.text).toContain(`key ${count - 1}`);
  });

  test('is also written on a terminal', { timeout: 30_000 }, async () => {
    const { output, stdout, stderr } = openOutput({ format, terminal: true });
    await output.list([record], view);
    expect(stdout.text.length).toBeGreaterThan(20);
    // A table names the columns that it leaves out, but not all of them.
    expect(stderr.text.length).toBeLessThan(400);
  });
});

test('shows a single record with very many keys', { timeout: 30_000 }, async () => {
  const { output, stdout } = openOutput({ format: 'table', terminal: true });
  await output.one(record, view);
  expect(stdout.text.split('\n')).toHaveLength(count + 1);
});

test('finds late columns in time', { timeout: 30_000 }, async () => {
  const { output } = openOutput({ format: 'csv' });
  const rows = (async function* () {
    for (let at = 0; at < 100; at += 1) yield { id: 1 };
    yield record;
  })();
  await expect(output.list(rows, view)).rejects.toMatchObject({ code: 'incomplete' });
});
