import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { generateFiles } from '../../../src/cli/generate.ts';
import { main } from '../../../src/cli/main.ts';
import { createContext } from '../../helpers/context.ts';

const files = await generateFiles(createContext(), (name) =>
  readFileSync(`build/completion/${name}`, 'utf8'),
);
const texts = Object.entries(files).flatMap(([path, text]) =>
  path.startsWith('dist/help/') ? text : [],
);
/** The head and the text of each page. */
const pages = texts
  .flatMap((text) => text.slice(2, -2).split('\n\0'))
  .map((page) => page.split('\0\n'));

test('there are pages for the program, groups, actions and topics, in two widths', () => {
  const heads = pages.map(([head]) => head);
  const words = [['--help'], ['costs', '--help'], ['costs', 'list', '--help'], ['help', 'output']];
  expect(heads).toEqual(
    expect.arrayContaining(
      [80, 100].flatMap((width) => words.map((one) => [width, ...one].join('\0'))),
    ),
  );
  expect(new Set(heads).size).toBe(heads.length);
});

test.each(pages)('the stored page is what a run prints: %j', async (head = '', text = '') => {
  const [width, ...line] = head.split('\0');
  const stdout = Object.assign(new PassThrough(), { columns: Number(width) });
  expect(await main(createContext({ stdout }), line)).toBe(0);
  expect(stdout.read()?.toString()).toBe(text);
});
