import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Installs packages that only rare scripts need, in exact versions, when one first runs: this keeps `npm ci`
 * small. Returns a function that finds a file of these packages.
 */
export const fetchTools = (...packages) => install(packages, []);

/** The same for a package of another system, which npm refuses unless it is forced. */
export const fetchForAnySystem = (name) => install([name], ['--force', '--loglevel=error']);

function install(packages, more) {
  const name = packages.join('+').replaceAll(/[@/]/g, '-');
  const folder = resolve('node_modules/.cache/tools', name);
  if (!existsSync(join(folder, 'node_modules'))) {
    mkdirSync(folder, { recursive: true });
    const settings = [
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--legacy-peer-deps',
      ...more,
    ];
    execFileSync('npm', ['install', '--prefix', folder, ...settings, ...packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
  }
  return (file) => join(folder, 'node_modules', file);
}
