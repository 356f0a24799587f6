import { checkValue, type Fault } from '../declaration/check-value.ts';
import type { Schema } from '../declaration/json-schema.ts';
import type { Located, Place, Problem } from '../formats/yaml/file-problem.ts';
import type { Scalar } from '../formats/yaml/scalar-value.ts';
import { type JsonValue, numberOf } from '../json/number.ts';
import type { ReadVariable } from './variables.ts';

/** What is wrong with a value of a file, each fault with its place. `value` is the same as JSON. */
export function checkLocated(schema: Schema, located: Located, value: JsonValue): Problem[] {
  return checkValue(schema, value, []).map((fault) => toProblem(located, fault));
}

function toProblem(root: Located, fault: Fault): Problem {
  const { path: steps, message, expected, nearest, isName, takesText } = fault;
  let at = root;
  let place: Place = root.place;
  let path = '';
  for (const step of steps) {
    path += typeof step === 'number' ? `[${step}]` : path === '' ? step : `.${step}`;
    const { content } = at;
    const member = content.kind === 'map' ? content.members.get(String(step)) : undefined;
    const inner = content.kind === 'list' ? content.items[Number(step)] : member?.value;
    if (inner === undefined) break;
    at = inner;
    place = isName === true && member !== undefined ? member.key : inner.place;
  }
  const { content, source } = at;
  const isScalar = content.kind === 'scalar' && content.value !== null;
  const how = takesText && isScalar ? `: write "${source ?? content.value}"` : '';
  return { ...place, path, message: message + how, expected: expected && expected + how, nearest };
}

/** The value; the text of a variable is a number or a boolean if the schema requires one. */
export function toJson({ content, filled }: Located, schema: Schema = {}): JsonValue {
  const { items, properties = {}, additionalProperties } = schema;
  if (content.kind === 'scalar') {
    return filled === true ? convert(schema, content.value) : content.value;
  }
  if (content.kind === 'list') return content.items.map((item) => toJson(item, items));
  // No file has a key `__proto__`.
  const object: Record<string, JsonValue> = {};
  for (const [name, { value }] of content.members) {
    const form = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    object[name] = toJson(value, form);
  }
  return object;
}

function convert({ type = ['string'] }: Schema, value: Scalar): Scalar {
  if (typeof value !== 'string' || type.includes('string')) return value;
  if (type.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true';
  const isNumber = type.includes('number') || type.includes('integer');
  return isNumber && /^-?\d+(\.\d+)?$/.test(value) ? numberOf(value) : value;
}

const variable = /\$\$\{|\$\{([^}]*)\}?/g;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Fills in `${NAME}`, in values but not in keys. `$${` means the text `${`. What has neither is not copied. */
export function fillVariables(
  root: Located,
  readVariable: ReadVariable,
): { readonly filled: Located; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  // Most files have none, and to name the path of each value takes a tenth of the whole.
  if (!mayHaveVariables(root)) return { filled: root, problems };
  const fill = (located: Located, path: string): Located => {
    const { content } = located;
    if (content.kind === 'list') {
      const items = content.items.map((item, index) => fill(item, `${path}[${index}]`));
      const isSame = items.every((item, index) => item === content.items[index]);
      return isSame ? located : { ...located, content: { kind: 'list', items } };
    }
    if (content.kind === 'map') {
      const changed = new Map<string, Located>();
      for (const [name, { value }] of content.members) {
        const filled = fill(value, path === '' ? name : `${path}.${name}`);
        if (filled !== value) changed.set(name, filled);
      }
      if (changed.size === 0) return located;
      const members = new Map(
        [...content.members].map(([name, { key, value }]) => [
          name,
          { key, value: changed.get(name) ?? value },
        ]),
      );
      return { ...located, content: { kind: 'map', members } };
    }
    return fillText(located, content.value, path);
  };
  const fillText = (located: Located, value: Scalar, path: string): Located => {
    if (typeof value !== 'string' || !value.includes('${')) return located;
    let filled = false;
    const text = value.replace(variable, (whole, name: string | undefined) => {
      if (whole === '$${') return '${';
      const said = fillOne(whole, name ?? '', readVariable);
      if ('problem' in said) problems.push({ ...located.place, path, message: said.problem });
      filled = true;
      return 'text' in said ? said.text : whole;
    });
    return { ...located, filled, content: { kind: 'scalar', value: text } };
  };
  return { filled: fill(root, ''), problems };
}

function mayHaveVariables({ content }: Located): boolean {
  if (content.kind === 'list') return content.items.some(mayHaveVariables);
  if (content.kind === 'scalar')
    return typeof content.value === 'string' && content.value.includes('${');
  for (const { value } of content.members.values()) if (mayHaveVariables(value)) return true;
  return false;
}

/** A text as a file has it if `${` in it is literal. */
export function escapeVariables(text: string): string {
  return text.replaceAll('${', () => '$${');
}

function fillOne(
  whole: string,
  name: string,
  readVariable: ReadVariable,
): { readonly text: string } | { readonly problem: string } {
  if (!whole.endsWith('}') || !variableName.test(name)) {
    return { problem: `${whole} is not \${NAME}; write $${whole} for the text itself` };
  }
  const { variable, text } = readVariable(name);
  return text === undefined ? { problem: `the variable ${variable} is not set` } : { text };
}
