import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../helpers/needs.ts';
import { createSetup, runShell, type Setup, scripts } from './shells.ts';

needs('fish');

/** What fish itself offers after each line: values and their descriptions. */
async function offered(setup: Setup, ...lines: string[]): Promise<string[][]> {
  const script = `source '${scripts}/costctl.fish'
    for line in $argv; complete -C $line; echo ====; end`;
  const text = await runShell(setup, 'fish', ['--no-config', '-c', script, ...lines]);
  const offers = text.split('====\n').slice(0, lines.length);
  return offers.map((one) => one.split('\n').filter(Boolean).sort());
}

const fixedWords: readonly (readonly [line: string, offers: string[]])[] = [
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
];

test('fish completes fixed words and starts no program', async () => {
  const setup = createSetup();
  const shown = await offered(setup, ...fixedWords.map(([line]) => line));
  expect(fixedWords.map(([line], at) => [line, shown[at]])).toEqual(fixedWords);
  expect(setup.asked()).toEqual([]);
});

test('fish asks costctl for live values and shows their names', async () => {
  const setup = createSetup();
  expect(await offered(setup, 'costctl -p work workspaces get wsp_')).toEqual([
    ['wsp_one\tThe first', 'wsp_two\tThe second'],
  ]);
  expect(setup.asked()).toEqual(['__complete workspaces =wsp_ -p work workspaces get']);
});

test('fish asks costctl to continue a list of words after a comma', async () => {
  const setup = createSetup('total,changes\t\n');
  expect(
    await offered(
      setup,
      'costctl costs report --sections total,ch',
      'costctl costs report --sections=total,ch',
    ),
  ).toEqual([['total,changes'], ['--sections=total,changes']]);
  expect(setup.asked()[0]).toMatch(/^__complete =total,\S+ =total,ch costs report --sections$/);
});

test('fish reads the words of an imported document, and asks costctl for the rest', async () => {
  const setup = createSetup('pay\tPay\n', { imported: true });
  const words = ['costctl inv', 'costctl workspaces li', 'costctl invoices p'];
  expect(await offered(setup, ...words, 'costctl help invoices p')).toEqual([
    ['invoices\tInvoices'],
    [expect.any(String)],
    ['pay\tPay: at once'],
    ['pay\tPay: at once'],
  ]);
  expect(setup.asked()).toEqual([]);
  const lines = ['costctl invoices list p', 'costctl budgets create p'];
  expect(await offered(setup, ...lines)).toEqual([['pay\tPay'], ['pay\tPay']]);
  expect(setup.asked()).toEqual([
    '__complete line =p invoices list',
    '__complete line =p budgets create',
  ]);
});

test('fish offers files if a file is expected', async () => {
  const setup = createSetup();
  writeFileSync(join(setup.folder, 'orders.csv'), '');
  expect(await offered(setup, 'costctl metrics import bmt_x ord')).toEqual([['orders.csv']]);
});
