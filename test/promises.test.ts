import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

const manifest: { scripts: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);

function rowsUnder(file: string, title: string): string[] {
  const [, section = ''] = readFileSync(file, 'utf8').split(`\n## ${title}\n`);
  const [text = ''] = section.split('\n## ');
  return text.split('\n').filter((line) => /^\| [^|-]/.test(line));
}

const promises = rowsUnder('CONTRIBUTING.md', 'How each promise is tested').slice(1);

test('CONTRIBUTING lists more than twelve promises', () => {
  expect(promises.length).toBeGreaterThan(12);
});

test.each(promises)('%s', (row) => {
  const [, , proof = ''] = row.split('|');
  const named = [...proof.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(named.filter(isProof).length).toBeGreaterThan(0);
  expect(named.filter((name) => !isProof(name) && !existsSync(name))).toEqual([]);
});

test('every measurement in CONTRIBUTING has a package script', () => {
  const rows = rowsUnder('CONTRIBUTING.md', 'What is measured').slice(1);
  expect(rows.length).toBeGreaterThan(4);
  expect(rows.filter((row) => !isScript(/`(npm run [a-z]+)`/.exec(row)?.[1] ?? ''))).toEqual([]);
});

/** A test file, a folder with one, or a script of the package. */
function isProof(name: string): boolean {
  if (name.startsWith('npm ')) return isScript(name);
  if (!name.startsWith('test/') || !existsSync(name)) return false;
  if (!statSync(name).isDirectory()) return name.endsWith('.test.ts');
  const files = readdirSync(name, { recursive: true, encoding: 'utf8' });
  return files.some((file) => file.endsWith('.test.ts'));
}

function isScript(words: string): boolean {
  const [, name = ''] = /^npm run ([a-z-]+)$/.exec(words) ?? [];
  return Object.hasOwn(manifest.scripts, name);
}
