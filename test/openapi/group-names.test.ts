import { expect, test } from 'vitest';
import { groups, loadDeclarations } from '../../src/cli/groups.ts';
import { groupOf, isBuiltIn, isTaken } from '../../src/openapi/taken-names.ts';

test('no operation of a document takes the name of a built-in action', async () => {
  const declared = await loadDeclarations();
  const free = declared
    .map(({ words }) => [words.split(' ').slice(0, -1).join(' '), words.split(' ').at(-1) ?? ''])
    .filter(([group = '', action = '']) => isBuiltIn(group) && !isTaken(group, action));
  expect(free).toEqual([]);
});

test('no tag of a document uses a group reserved for the program itself', () => {
  const open = groups.map(({ name }) => name).filter((name) => !isBuiltIn(name));
  expect(open.filter((name) => groupOf(name) === name)).toEqual([]);
});
