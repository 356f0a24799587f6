import { expect, test } from 'vitest';
import { serveCosts } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const day = '2026-10-01';
const rows = [
  { date: day, note: '=1+1', cost: -1.5 },
  { date: day, note: '-2', cost: 3 },
];

const list = (...words: string[]) =>
  run(['workspaces', 'list', '-q', ...words], {
    service: scriptService({ path: '/v1/workspaces?page=1&limit=100', answer: pageOf(rows) }),
  });

const exported = (...words: string[]) =>
  run(['costs', 'export', '--from', day, '--to', day, '-q', ...words], {
    service: serveCosts({ [day]: rows }),
  });

const listedCosts = (...words: string[]) =>
  run(['costs', 'list', '--from', day, '--to', day, '-q', ...words], {
    service: serveCosts({ [day]: rows }),
  });

const ways = [
  ['a list', list],
  ['an export', exported],
  ['a list of costs', listedCosts],
] as const;

test.each(ways)('%s has a header row', async (_way, read) => {
  expect((await read('-o', 'csv')).stdout).toBe(`date,note,cost\n${day},=1+1,-1.5\n${day},-2,3\n`);
  expect((await read('-o', 'tsv')).stdout).toBe(
    `date\tnote\tcost\n${day}\t=1+1\t-1.5\n${day}\t-2\t3\n`,
  );
});

test.each(ways)('%s leaves the header out with --no-header', async (_way, read) => {
  expect((await read('-o', 'csv', '--no-header')).stdout).toBe(`${day},=1+1,-1.5\n${day},-2,3\n`);
  expect((await read('-o', 'tsv', '--no-header')).stdout).toBe(
    `${day}\t=1+1\t-1.5\n${day}\t-2\t3\n`,
  );
});

test.each(ways)('%s escapes text with --spreadsheet-safe, but no numbers', async (_way, read) => {
  expect((await read('-o', 'csv', '--spreadsheet-safe')).stdout).toBe(
    `date,note,cost\n${day},'=1+1,-1.5\n${day},-2,3\n`,
  );
  expect((await read('-o', 'tsv', '--spreadsheet-safe')).stdout).toBe(
    `date\tnote\tcost\n${day}\t'=1+1\t-1.5\n${day}\t-2\t3\n`,
  );
});
