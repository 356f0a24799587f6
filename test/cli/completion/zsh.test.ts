import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { needs } from '../../helpers/needs.ts';
import { createFolder } from '../../helpers/run.ts';
import { createSetup, runShell, type Setup, scripts } from './shells.ts';

needs('zsh');

const found = join(createFolder(), 'dump');

/** What is on the screen of an interactive zsh after each line and a TAB. */
async function screens(setup: Setup, ...lines: string[]): Promise<string[]> {
  const driver = resolve('test/cli/completion/zsh.zsh');
  const parameters = ['-f', driver, found, `${scripts}/_costctl`, ...lines];
  const text = await runShell(setup, 'zsh', parameters);
  return text.split('====\n').slice(0, lines.length).map(stripVTControlCharacters);
}

/** The line as the shell has edited it. */
function edited(screen: string | undefined): string | undefined {
  return /<<(.*)>>/.exec(screen ?? '')?.[1];
}

test('zsh completes groups, actions, options and fixed values, and starts no program', async () => {
  const setup = createSetup();
  const lines = {
    'costctl works': 'costctl workspaces ',
    'costctl workspaces pro': 'costctl workspaces providers ',
    'costctl workspaces ls --pag': 'costctl workspaces ls --page ',
    'costctl -o nd': 'costctl -o ndjson ',
    'costctl --output=nd': 'costctl --output=ndjson ',
    'costctl users list --role own': 'costctl users list --role owner ',
    'costctl help exit': 'costctl help exit-codes ',
    'costctl help metrics im': 'costctl help metrics import ',
    'costctl workspaces list --spread': 'costctl workspaces list --spreadsheet-safe ',
    'costctl api G': 'costctl api GET ',
    'costctl api GET /v1/us': 'costctl api GET /v1/users ',
  };
  const shown = await screens(setup, ...Object.keys(lines));
  expect(shown.map(edited)).toEqual(Object.values(lines));
  expect(setup.asked()).toEqual([]);
});

test('zsh shows a description of each offer', async () => {
  const setup = createSetup();
  const [actions, options] = await screens(setup, 'costctl rates ', 'costctl api diff --');
  expect(actions).toMatch(/convert +-- \S/);
  expect(options).toMatch(/--check +-- \S/);
  expect(options).toMatch(/--profile +-- use this profile/);
  expect(options).toMatch(/--query +-- \S/);
});

test('zsh asks costctl for live values and shows their names', async () => {
  const setup = createSetup();
  const [screen] = await screens(setup, 'costctl -p work workspaces get ');
  expect(screen).toMatch(/wsp_one +-- The first/);
  expect(edited(screen)).toBe('costctl -p work workspaces get wsp_');
  expect(setup.asked()).toEqual(['__complete workspaces = -p work workspaces get']);
});

test('zsh asks costctl to continue a list of words after a comma', async () => {
  const setup = createSetup('total,changes\t\n');
  for (const line of ['--sections total,ch', '--sections=total,ch']) {
    const [screen] = await screens(setup, `costctl costs report ${line}`);
    expect(edited(screen)).toMatch(/total,changes ?$/);
  }
  expect(setup.asked()[0]).toMatch(/^__complete =total,\S+ =total,ch costs report --sections$/);
});

test('zsh completes values with a colon, a sign, a space or a backslash as they are', async () => {
  const setup = createSetup('aws:team\neq=ual\ntwo words\nback\\slash\tA: b\n');
  const lines = ['aws', 'aws:', 'eq=', 'two', 'back'].map((one) => `costctl users get ${one}`);
  expect((await screens(setup, ...lines)).map(edited)).toEqual(
    ['aws:team', 'aws:team', 'eq=ual', 'two\\ words', 'back\\\\slash'].map(
      (one) => `costctl users get ${one} `,
    ),
  );
});

test('zsh reads the words of an imported document, and asks costctl for the rest', async () => {
  const setup = createSetup('pay\tPay\n', { imported: true });
  const lines = {
    'costctl inv': 'costctl invoices ',
    'costctl workspaces cre': 'costctl workspaces create ',
    'costctl invoices p': 'costctl invoices pay ',
    'costctl help invoices p': 'costctl help invoices pay ',
    'costctl invoices ': 'costctl invoices ',
  };
  const read = await screens(setup, ...Object.keys(lines));
  expect(read.map(edited)).toEqual(Object.values(lines));
  expect(read.at(-1)).toMatch(/pay +-- Pay: at once/);
  expect(setup.asked()).toEqual([]);
  const [screen] = await screens(setup, 'costctl invoices list p');
  expect(edited(screen)).toBe('costctl invoices list pay ');
  expect(setup.asked()).toEqual(['__complete line =p invoices list']);
});

test('zsh offers files if a file is expected', async () => {
  const setup = createSetup();
  writeFileSync(join(setup.folder, 'orders.csv'), '');
  const shown = await screens(setup, 'costctl metrics import bmt_x ord', 'costctl users ls -O ord');
  expect(shown.map(edited)).toEqual([
    'costctl metrics import bmt_x orders.csv ',
    'costctl users ls -O orders.csv ',
  ]);
});

test('zsh shows values from an imported document like built-in values', async () => {
  const setup = createSetup('month\t\nquarter\t\n', { imported: true });
  const [imported] = await screens(setup, 'costctl budgets create --period ');
  expect(imported).toMatch(/month +quarter/);
  expect(imported).not.toContain('--  ');
});
