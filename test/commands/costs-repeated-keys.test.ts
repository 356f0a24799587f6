import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const day = '2026-11-02';
const row = { date: day, service: 'web', cost: '1.50', currency: 'USD' };
const warning =
  'warning: a row of the service has the key cost more than once: its last value counts\n';

/** Some rows have the amount twice. */
const repeating = (isRepeated: boolean) =>
  serveCosts(
    { [day]: [row, { ...row, service: 'db' }, row] },
    {
      answer: (_request, honest) => {
        const text = JSON.stringify(honest());
        return isRepeated ? text.replace('"db",', '"db","cost":"99",') : text;
      },
    },
  );

test.each([
  'costs list -o csv',
  'costs export -o ndjson',
  'costs summary --by service -o json',
  'costs columns -o json',
  'costs check --max-total 100 --allow-stale all --allow-empty -o json',
])('a repeated key in a row is said once, and its last value counts: %s', async (line) => {
  const words = [...line.split(' '), '--from', day, '--to', day];
  const folder = createFolder();
  const receipt = join(folder, 'receipt.json');
  const repeated = await succeed(
    run([...words, '--receipt', receipt], { service: repeating(true) }),
  );
  const plain = await succeed(run(words, { service: repeating(false) }));
  expect(repeated.stdout.replaceAll('"cost":"99",', '').replaceAll('1.50,"99",', '')).toBe(
    plain.stdout,
  );
  expect(repeated.stderr.split(warning)).toHaveLength(2);
  expect(plain.stderr).not.toContain('more than once');
  // The receipt of an answer says what qualifies its figures; that of a file has no figures.
  if (line.endsWith(' json')) {
    expect(readFileSync(receipt, 'utf8')).toContain(warning.slice('warning: '.length, -1));
  }
});
