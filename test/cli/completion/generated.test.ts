import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateFiles } from '../../../src/cli/generate.ts';
import { createContext } from '../../helpers/context.ts';

const files = await generateFiles(createContext(), (name) =>
  readFileSync(`build/completion/${name}`, 'utf8'),
);
const committed = Object.keys(files).filter((path) => !path.startsWith('dist/'));

test.each(committed)('%s matches the output of npm run build', (path) => {
  expect(readFileSync(path, 'utf8')).toBe(files[path]);
});

test('the tables of the PowerShell script are closed, and quotes in its texts are doubled', () => {
  const script = files['completions/costctl.ps1'] ?? '';
  const tables = [...script.matchAll(/^\$costctl_(\w+) = @\{\n([\s\S]*?)\n\}$/gm)];
  expect(tables.map(([, name]) => name)).toEqual(['words', 'aliases', 'options', 'arguments']);
  const text = "'(?:[^']|'')*'";
  const row = `,@\\(${text}(?:, ${text})*\\)`;
  const entry = new RegExp(`^    ${text} = @\\(${row}(?:; ${row})*\\)$`);
  for (const [, , body = ''] of tables) {
    for (const line of body.split('\n')) expect(line).toMatch(entry);
  }
});

test('the PowerShell script closes every bracket that it opens', () => {
  const script = (files['completions/costctl.ps1'] ?? '')
    .replaceAll(/^ *#.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'|"[^"]*"/g, '');
  const open: string[] = [];
  const partner: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  for (const [character] of script.matchAll(/[()[\]{}]/g)) {
    const wanted = partner[character];
    if (wanted === undefined) open.push(character);
    else expect(open.pop()).toBe(wanted);
  }
  expect(open).toEqual([]);
});
