// Where the project lives is one line: `repository` in package.json. The other places follow it when the
// program is built, so that a fork changes that line and nothing else.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs', '.github'];

/** `owner/name`, as the repository's address says it. */
export function nameOf(address) {
  const [, name] = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git|#.*)?$/.exec(address) ?? [];
  if (name === undefined) throw new Error(`the repository is not on GitHub: ${address}`);
  return name;
}

/** The files that name another repository than package.json's, as they should be. */
export function followRepository(folder = '.') {
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const [name, before] = [manifest.repository.url, manifest.homepage].map(nameOf);
  const pattern = new RegExp(`(?<=github\\.com/|uses: |ghcr\\.io/)${escape(before)}(?![\\w-])`, 'g');
  const follow = (text) => text.replaceAll(pattern, name);
  const changed = {};
  for (const file of ['package.json', ...documents.flatMap((one) => filesIn(folder, one))]) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (follow(text) !== text) changed[file] = follow(text);
  }
  return changed;
}

export function writeRepository() {
  for (const [file, text] of Object.entries(followRepository())) writeFileSync(file, text);
}

function filesIn(folder, path) {
  const whole = join(folder, path);
  if (!existsSync(whole)) return [];
  if (!statSync(whole).isDirectory()) return [path];
  return readdirSync(whole).flatMap((name) => filesIn(folder, join(path, name)));
}

function escape(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
