// Where the project lives is one line: `repository` in package.json. The other places follow it when the
// program is built, so that a fork changes that line and nothing else. `node build/repository.js [FOLDER]`
// prints the files that it changes.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs', '.github'];
const folder = process.argv[2] ?? '.';

const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const [name, before] = [manifest.repository.url, manifest.homepage].map(nameOf);
const place = before.replaceAll('.', '\\.');
const pattern = new RegExp(`(?<=github\\.com/|uses: |--repo )${place}(?![\\w-])`, 'g');
const [owner, ownerBefore] = [name, before].map((one) => one.split('/')[0]);
/** Who is asked about a change, in CODEOWNERS. */
const team = [`@${ownerBefore}/maintainers`, `@${owner}/maintainers`];
for (const file of ['package.json', ...documents.flatMap(filesIn)]) {
  const text = readFileSync(join(folder, file), 'utf8');
  const following = text.replaceAll(pattern, name).replaceAll(...team);
  if (following === text) continue;
  writeFileSync(join(folder, file), following);
  console.log(file);
}

/** `owner/name`, as the repository's address says it. */
function nameOf(address) {
  const [, found] = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git|#.*)?$/.exec(address) ?? [];
  if (found === undefined) throw new Error(`the repository is not on GitHub: ${address}`);
  return found;
}

function filesIn(path) {
  const whole = join(folder, path);
  if (!existsSync(whole)) return [];
  if (!statSync(whole).isDirectory()) return [path];
  return readdirSync(whole).flatMap((one) => filesIn(join(path, one)));
}
