import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionsOf, describeWhole, isWritten } from '../helpers/actions.ts';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join('src', name), 'utf8'))
  .join('\n');

/** The names that the program reads of an object: `input.maxLag`, `{ maxLag }`, `{ maxLag: days }`. */
const read = new Set(
  [...sources.matchAll(/\.(\w+)|[{,]\s*(\w+)(?=\s*(?:[,}=]|:\s*\w+\s*[,}=]))/g)].map(
    ([, property, part]) => property ?? part,
  ),
);

test('the name of every option is read somewhere in the program', async () => {
  const longs = actionsOf(await describeWhole())
    .filter(isWritten)
    .flatMap(({ command }) => command.options.map(({ long }) => long));
  const keyOf = (long: string) =>
    long.slice(2).replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase());
  const isRead = (long: string) =>
    read.has(keyOf(long)) || (long.startsWith('--no-') && read.has(keyOf(`--${long.slice(5)}`)));
  expect([...new Set(longs)].filter((long) => !isRead(long))).toEqual([]);
});
