import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wrapPage } from '../../../src/cli/help/wrap-page.ts';

const pages = readdirSync('docs').map((name) => [name, readFileSync(`docs/${name}`, 'utf8')]);

test.each(pages)('%s fits into windows of any width, and loses no word', (_name, page = '') => {
  for (const width of [40, 80, 100]) {
    const wrapped = wrapPage(page, width);
    expect(lostWords(page, wrapped)).toEqual([]);
    let inCode = false;
    for (const line of wrapped.split('\n')) {
      if (line.trimStart().startsWith('```')) inCode = !inCode;
      const isFixed = inCode || /^[`#<]/.test(line);
      const isOneWord = !line
        .replace(/^\s*(?:[-*]|\d+\.) +/, '')
        .trim()
        .includes(' ');
      if (!isFixed && !isOneWord) expect(line.length, line).toBeLessThanOrEqual(width);
    }
  }
});

/** The words that do not follow in order; the heads of tables may be left out. */
function lostWords(page: string, wrapped: string): string[] {
  const withoutHeads = page.replace(/^\|.*\n(?=\| ?:?-)/gm, '').replace(/^\|[-:| ]+\|$/gm, '');
  const words = wrapped.split(/[\s|]+/);
  let at = -1;
  return withoutHeads.split(/[\s|]+/).filter((word) => {
    const next = words.indexOf(word, at + 1);
    if (next >= 0) at = next;
    return next < 0;
  });
}

test('the cells of a table that is too wide stand below the first of their row', () => {
  const two = '| a | b |\n|---|---|\n| one | two three |\n\ntext';
  expect(wrapPage(two, 40)).toBe(two);
  expect(wrapPage(two, 10)).toBe('one\n    two\n    three\n\ntext');
  const three = '| a | b | c |\n| --- | ---: | --- |\n| one | 2 | 3 |\n| four | | 6 |\n';
  expect(wrapPage(three, 12)).toBe('one\n    b: 2\n    c: 3\nfour\n    c: 6\n');
});

test('items of a list keep their place, and code its lines', () => {
  const page = '- one two\n  three\n- four\n\n```sh\na long command of the page\n```\n\nfive six\n';
  expect(wrapPage(page, 9)).toBe(
    '- one two\n  three\n- four\n\n```sh\na long command of the page\n```\n\nfive six\n',
  );
});
