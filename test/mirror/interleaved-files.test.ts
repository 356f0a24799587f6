import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

function fileOf(name: string, amount: number): string {
  const days = ['2026-10-01', '2026-10-02', '2026-10-03'].slice(0, (name.charCodeAt(0) % 3) + 1);
  const rows = days.flatMap((day) => [`${day},${amount},USD,${name}`, `${day},1,USD,${name}2`]);
  return ['date,cost,currency,team', ...rows, ''].join('\n');
}

test.each([[['a']], [['g']], [['b', 'e']], [['a', 'c', 'e', 'g']], [['b', 'c', 'd', 'e', 'f']]])(
  'files that changed among others that did not: %j',
  async (changed) => {
    const folder = createFolder();
    const write = (name: string, amount: number) =>
      writeFileSync(join(folder, `${name}.csv`), fileOf(name, amount));
    const make = (mirror: string) => run(`costs mirror ${mirror} --files *.csv`, { folder });
    const rowsIn = async (mirror: string) =>
      (await succeed(run(`costs export --mirror ${mirror}`, { folder }))).stdout;
    for (const [at, name] of names.entries()) write(name, at + 2);
    await succeed(make('m'));
    for (const [at, name] of changed.entries()) write(name, at + 20);
    await succeed(make('m'));
    await succeed(make('one'));
    expect(await rowsIn('m')).toBe(await rowsIn('one'));
    // Others are in another order, and one is gone.
    renameSync(join(folder, 'a.csv'), join(folder, 'h.csv'));
    rmSync(join(folder, 'd.csv'));
    write(changed.at(-1) ?? '', 40);
    await succeed(make('m'));
    await succeed(make('two'));
    expect(await rowsIn('m')).toBe(await rowsIn('two'));
  },
);
