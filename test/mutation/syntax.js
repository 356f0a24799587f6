// The syntax tree of a TypeScript text, without what only the compiler reads.
import { parseAst } from 'rolldown/parseAst';

/** Members that hold types, or names that are no code of their own. */
const silent = new Set(['typeAnnotation', 'typeParameters', 'typeArguments', 'returnType', 'key']);
const ofTypes = /^(TS(Interface|TypeAlias)|ImportDeclaration)/;

/** Calls back with every node that runs, and the node around it. */
export function walk(source, visit) {
  step(parseAst(source, { lang: 'ts' }), undefined, visit);
}

function step(node, parent, visit) {
  if (ofTypes.test(node.type)) return;
  if (visit(node, parent) === false) return;
  for (const [name, value] of Object.entries(node)) {
    if (silent.has(name) && !node.computed) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') step(child, node, visit);
    }
  }
}

export const isLoop = (node) => /^(For|ForIn|ForOf|While|DoWhile)Statement$/.test(node.type);

/** The text with each change made; none of them may overlap another. */
export function change(source, changes) {
  let text = source;
  for (const { start, end, text: inserted } of [...changes].sort((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + inserted + text.slice(end);
  }
  return text;
}
