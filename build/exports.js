/**
 * Writes what a file of the build exports as plain values. The bundler writes a function for each, in case
 * its value changes: making some 400 of them takes a twentieth of a short run. A variable that is assigned
 * anywhere after its declaration keeps its function.
 */
export const plainExports = {
  name: 'plain-exports',
  renderChunk: (code) => ({
    code: code.replace(exported, (statement, key, name) =>
      assignmentTo(name).test(code) ? statement : `exports[${key}] = ${name};`,
    ),
    map: null,
  }),
};

const exported =
  /Object\.defineProperty\(exports, ("[^"]+"), \{\s*enumerable: true,\s*get: function \(\) \{\s*return ([\w$]+);\s*\}\s*\}\);/g;

/** An assignment that is not the declaration; a local variable of the same name counts too. */
function assignmentTo(name) {
  const isDeclared = '(?<!(?:const|let|var)\\s+)';
  const word = `(?<![\\w$.])${name.replaceAll('$', '\\$')}`;
  return new RegExp(`${isDeclared}${word}\\s*(?:[-+*/%&|^?<>]*=(?![=>])|\\+\\+|--)`);
}
