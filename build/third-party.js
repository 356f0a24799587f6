// Writes THIRD-PARTY: whose code is in the bundle, under which licence, with its text.
// `node build/third-party.js` after a build; with --check it only reports whether the file is current.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findShipped } from './shipped.js';

const byTitle = new Map(
  findShipped()
    .map(describe)
    .map((one) => [one.title, one]),
);
const packages = [...byTitle.values()].sort((a, b) => (a.title < b.title ? -1 : 1));
const intro = `costctl holds code of the ${packages.length} packages below, each under its own licence.\n`;
const text = [intro, ...packages.map(({ title, body }) => `${title}\n\n${body}\n`)].join(
  `\n${'-'.repeat(80)}\n`,
);

const current = existsSync('THIRD-PARTY') ? readFileSync('THIRD-PARTY', 'utf8') : '';
if (process.argv[2] !== '--check') writeFileSync('THIRD-PARTY', text);
else if (current !== text) {
  console.error('THIRD-PARTY is not current: node build/third-party.js');
  process.exitCode = 1;
}

function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${name} names no licence`);
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|notice)/i.test(entry.name))
    .map(({ name: file }) => file)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  const body = texts.length === 0 ? `${license}, as its package.json says.` : texts.join('\n\n');
  return { title: `${name} ${version} (${license})`, body };
}
