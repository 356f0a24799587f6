import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../helpers/needs.ts';
import { createSetup, runShell, type Setup, scripts } from './shells.ts';

needs('fish');

/** What fish itself offers after a line: values and their descriptions. */
async function offered(setup: Setup, line: string): Promise<string[]> {
  const script = `source '${scripts}/costctl.fish'; complete -C $argv[1]`;
  const text = await runShell(setup, 'fish', ['--no-config', '-c', script, line]);
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
  ['costctl workspaces list --spread', ["--spreadsheet-safe\tprefix formulas with '"]],
])('fish completes the fixed words of %j and starts no program', async (line, offers) => {
  const setup = createSetup();
  expect(await offered(setup, line)).toEqual(offers);
  expect(setup.asked()).toEqual([]);
});

test('fish asks costctl for live values and shows their names', async () => {
  const setup = createSetup();
  expect(await offered(setup, 'costctl -p work workspaces get wsp_')).toEqual([
    'wsp_one\tThe first',
    'wsp_two\tThe second',
  ]);
  expect(setup.asked()).toEqual(['__complete workspaces =wsp_ -p work workspaces get']);
});

test('fish reads the words of an imported document, and asks costctl for the rest', async () => {
  const setup = createSetup('pay\tPay\n', { imported: true });
  expect(await offered(setup, 'costctl inv')).toEqual(['invoices\tInvoices']);
  expect(await offered(setup, 'costctl workspaces li')).toHaveLength(1);
  expect(await offered(setup, 'costctl invoices p')).toEqual(['pay\tPay: at once']);
  expect(await offered(setup, 'costctl help invoices p')).toEqual(['pay\tPay: at once']);
  expect(setup.asked()).toEqual([]);
  expect(await offered(setup, 'costctl invoices list p')).toEqual(['pay\tPay']);
  expect(await offered(setup, 'costctl budgets create p')).toEqual(['pay\tPay']);
  expect(setup.asked()).toEqual([
    '__complete line =p invoices list',
    '__complete line =p budgets create',
  ]);
});

test('fish offers files if a file is expected', async () => {
  const setup = createSetup();
  writeFileSync(join(setup.folder, 'orders.csv'), '');
  expect(await offered(setup, 'costctl metrics import bmt_x ord')).toEqual(['orders.csv']);
});
