import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';

const inPackage = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The folders of the packages whose code is in the built files, according to their source maps. */
export function findShipped() {
  const modules = readdirSync('dist')
    .filter((name) => name.endsWith('.map'))
    .flatMap((name) => JSON.parse(readFileSync(join('dist', name), 'utf8')).sources)
    .map((source) => normalize(join('dist', source)).replaceAll('\\', '/'));
  return [...new Set(modules.flatMap((file) => inPackage.exec(file)?.[1] ?? []))];
}
