import type { Problem } from './file-problem.ts';
import type { Located } from './located.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const variable = /\$\$\{|\$\{([^}]*)\}?/g;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Fills in `${VAR}` from the environment, in values but not in keys. `$${` means the text `${`. */
export function fillVariables(
  root: Located,
  environment: Environment,
): { readonly filled: Located; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const fill = (located: Located, path: string): Located => {
    const { content } = located;
    if (content.kind === 'list') {
      const items = content.items.map((item, index) => fill(item, `${path}[${index}]`));
      return { ...located, content: { kind: 'list', items } };
    }
    if (content.kind === 'map') {
      const members = new Map(
        [...content.members].map(([name, { key, value }]) => [
          name,
          { key, value: fill(value, path === '' ? name : `${path}.${name}`) },
        ]),
      );
      return { ...located, content: { kind: 'map', members } };
    }
    const { value } = content;
    if (typeof value !== 'string' || !value.includes('${')) return located;
    let filled = false;
    const text = value.replace(variable, (whole, name: string | undefined) => {
      if (whole === '$${') return '${';
      const said = readVariable(whole, name ?? '', environment);
      if ('problem' in said) problems.push({ ...located.place, path, message: said.problem });
      filled = true;
      return 'text' in said ? said.text : whole;
    });
    return { ...located, filled, content: { kind: 'scalar', value: text } };
  };
  return { filled: fill(root, ''), problems };
}

/** Literal text in a file. */
export function escapeVariables(text: string): string {
  return text.replaceAll('${', () => '$${');
}

function readVariable(
  whole: string,
  name: string,
  environment: Environment,
): { readonly text: string } | { readonly problem: string } {
  if (!whole.endsWith('}') || !variableName.test(name)) {
    return { problem: `${whole} is not \${VARIABLE}; write $${whole} for the text itself` };
  }
  const text = environment[name];
  return text === undefined ? { problem: `the variable ${name} is not set` } : { text };
}
