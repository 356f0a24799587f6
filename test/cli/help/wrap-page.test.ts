import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wrapPage } from '../../../src/cli/help/wrap-page.ts';

const pages = readdirSync('docs').map((name) => [name, readFileSync(`docs/${name}`, 'utf8')]);

test.each(pages)('%s fits into windows of any width, and loses no word', (_name, page = '') => {
  for (const width of [40, 80, 100]) {
    const wrapped = wrapPage(page, width);
    expect(wrapped.split(/\s+/)).toEqual(page.split(/\s+/));
    let inCode = false;
    for (const line of wrapped.split('\n')) {
      if (line.trimStart().startsWith('```')) inCode = !inCode;
      const isFixed = inCode || /^[`#|<]/.test(line);
      const isOneWord = !line
        .replace(/^\s*(?:[-*]|\d+\.) +/, '')
        .trim()
        .includes(' ');
      if (!isFixed && !isOneWord) expect(line.length, line).toBeLessThanOrEqual(width);
    }
  }
});

test('items of a list keep their place, and code its lines', () => {
  const page = '- one two\n  three\n- four\n\n```sh\na long command of the page\n```\n\nfive six\n';
  expect(wrapPage(page, 9)).toBe(
    '- one two\n  three\n- four\n\n```sh\na long command of the page\n```\n\nfive six\n',
  );
});
