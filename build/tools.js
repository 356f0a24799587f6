import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Installs what only a rare script needs, at exact versions, the first time that it runs: `npm ci` is small
 * without it. Returns the path of a file of these packages.
 */
export const fetchTools = (...packages) => install(packages, []);

/** The same of a package for another system, which npm refuses otherwise. */
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
