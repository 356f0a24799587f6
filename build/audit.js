// Asks the registry for advisories, and fails if one of high or critical severity affects what ships.
// `npm run audit` after a build. Given a file, it reads from there what `npm audit --json` printed earlier.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findShipped } from './shipped.js';

const [file] = process.argv.slice(2);
const report = JSON.parse(file === undefined ? ask() : readFileSync(file, 'utf8'));
const shipped = new Set(findShipped());

if (report.vulnerabilities === undefined) {
  console.log(
    `advisories: the registry could not be asked: ${report.message ?? report.error?.summary}`,
  );
  console.log(`advisories: nothing is known of the ${shipped.size} packages that ship`);
} else {
  const grave = Object.values(report.vulnerabilities).filter(
    ({ severity, nodes }) =>
      ['high', 'critical'].includes(severity) && nodes.some((folder) => shipped.has(folder)),
  );
  for (const { name, severity, range } of grave) console.error(`${severity}: ${name} ${range}`);
  console.log(
    `advisories: ${grave.length} of high or above on the ${shipped.size} packages that ship`,
  );
  if (grave.length > 0) process.exitCode = 1;
}

/** What npm prints on stdout, including errors. */
function ask() {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--fetch-retries=0'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return stdout || '{"message":"npm printed nothing"}';
}
