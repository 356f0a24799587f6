import { resolve } from 'node:path';

/** Which modules are loaded together with which: the static imports, as the bundler found them. */
export function createGraph() {
  const imports = new Map();
  const reached = new Map();
  return {
    plugin: {
      name: 'graph',
      moduleParsed: (module) => void imports.set(module.id, module.importedIds),
    },
    /** Whether loading the files loads the module too. */
    reaches(files, id) {
      const key = files.join();
      if (!reached.has(key)) reached.set(key, follow(imports, files));
      return reached.get(key).has(id);
    },
  };
}

function follow(imports, files) {
  const seen = new Set();
  const waiting = files.map((file) => resolve(file));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...(imports.get(id) ?? []));
  }
  return seen;
}
