import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../helpers/needs.ts';
import { createStand, runShell, type Stand, scripts } from './shells.ts';

needs('fish');

/** What fish itself offers after a line: values and their descriptions. */
async function offered(stand: Stand, line: string): Promise<string[]> {
  const script = `source '${scripts}/costctl.fish'; complete -C $argv[1]`;
  const text = await runShell(stand, 'fish', ['--no-config', '-c', script, line]);
  return text.split('\n').filter(Boolean).sort();
}

test.each<[line: string, offers: string[]]>([
  ['costctl works', ['workspaces\tWorkspaces and the provider connections in them']],
  ['costctl workspaces ls --pag', ['--page\tread only this page']],
  ['costctl -o nd', ['ndjson']],
  ['costctl --output=nd', ['--output=ndjson']],
  ['costctl -o json users list --role own', ['owner']],
  ['costctl metrics import --duplicates ', ['first', 'last', 'sum']],
  ['costctl api G', ['GET\tSend a GET request']],
  ['costctl api GET /v1/us', ['/v1/users']],
  ['costctl help exit', ['exit-codes\tWhat the exit status says']],
  [
    'costctl workspaces list --spread',
    ["--spreadsheet-safe\tput ' before text that a spreadsheet would run"],
  ],
])('fish completes the fixed words of %j and starts no program', async (line, offers) => {
  const stand = createStand();
  expect(await offered(stand, line)).toEqual(offers);
  expect(stand.asked()).toEqual([]);
});

test('fish asks costctl for live values and shows their names', async () => {
  const stand = createStand();
  expect(await offered(stand, 'costctl -p work workspaces get wsp_')).toEqual([
    'wsp_one\tThe first',
    'wsp_two\tThe second',
  ]);
  expect(stand.asked()).toEqual(['__complete workspaces =wsp_ -p work workspaces get']);
});

test('fish reads the words of an imported document, and asks costctl for the rest', async () => {
  const stand = createStand('pay\tPay\n', { imported: true });
  expect(await offered(stand, 'costctl inv')).toEqual(['invoices']);
  expect(await offered(stand, 'costctl workspaces li')).toHaveLength(1);
  expect(stand.asked()).toEqual([]);
  expect(await offered(stand, 'costctl invoices p')).toEqual(['pay\tPay']);
  expect(await offered(stand, 'costctl budgets create p')).toEqual(['pay\tPay']);
  expect(stand.asked()).toEqual([
    '__complete line =p invoices',
    '__complete line =p budgets create',
  ]);
});

test('fish offers files where a file is wanted', async () => {
  const stand = createStand();
  writeFileSync(join(stand.folder, 'orders.csv'), '');
  expect(await offered(stand, 'costctl metrics import bmt_x ord')).toEqual(['orders.csv']);
});
