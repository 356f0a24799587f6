// Which tests run a source file: those of its room that import it, or what imports it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An import that is there when the program runs: not one of types alone. */
const imports =
  /^(?:import|export) (?!type )[^;]*?from '(\.[^']*)'|^import '(\.[^']*)'|\bimport\('(\.[^']*)'\)/gm;

/** Files under the paths that end so. */
export function listFiles(paths, ending) {
  return paths.flatMap((path) => {
    if (!existsSync(path)) throw new Error(`there is no ${path}`);
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true })
      .filter((name) => name.endsWith(ending))
      .map((name) => join(path, name))
      .sort();
  });
}

export function findTests(file, others) {
  const room = `test/${file.split('/')[1]}`;
  const tests = listFiles([...(existsSync(room) ? [room] : []), ...others], '.test.ts');
  return [...new Set(tests)].filter((test) => reaches(test, file));
}

function reaches(from, wanted) {
  const seen = new Set([from]);
  for (const file of seen) {
    if (file === wanted) return true;
    for (const next of importsOf(file)) seen.add(next);
  }
  return false;
}

const known = new Map();

function importsOf(file) {
  const found =
    known.get(file) ??
    [...readFileSync(file, 'utf8').matchAll(imports)]
      .map((match) => join(dirname(file), match[1] ?? match[2] ?? match[3]))
      .filter((path) => existsSync(path));
  known.set(file, found);
  return found;
}
