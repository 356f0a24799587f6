import { ExactNumber, isObject, type JsonValue } from '../json/number.ts';
import {
  findNearest,
  type Located,
  type Place,
  type Problem,
  type Scalar,
} from './file-problem.ts';
import { expectedOf, type Form, nameType, type TypeName, typesOf } from './json-form.ts';
import type { ReadVariable } from './variables.ts';

/** Reads a value by its form; each mismatch is added to the problems, with its place. */
export function readValue(
  form: Form,
  located: Located,
  path: string,
  problems: Problem[],
): JsonValue {
  const add = (message: string, more: Partial<Problem> = {}) => {
    problems.push({ ...located.place, path, message, ...more });
  };
  const { content } = located;
  const fitting = chooseAlternative(form, located);
  if (content.kind === 'list') {
    if (!allows(fitting, 'array')) add('is a list', { expected: expectedOf(fitting) });
    return readList(fitting, located, content.items, path, problems);
  }
  if (content.kind === 'map') {
    if (!allows(fitting, 'object')) {
      add('is a map of keys and values', { expected: expectedOf(fitting) });
      return {};
    }
    return readMembers(fitting, located.place, content.members, path, problems);
  }
  const value = located.filled === true ? convert(fitting, content.value) : content.value;
  const wrong = findWrong(fitting, value, located.source);
  if (wrong !== undefined) add(wrong.message, wrong);
  return value;
}

/** Whether a value of the service is allowed in a file. */
export function fitsForm(form: Form, value: JsonValue): boolean {
  const problems: Problem[] = [];
  readValue(form, toLocated(value), '', problems);
  return problems.length === 0;
}

const nowhere: Place = { file: '', line: 0, column: 0 };

function toLocated(value: JsonValue): Located {
  if (isList(value)) {
    return { place: nowhere, content: { kind: 'list', items: value.map(toLocated) } };
  }
  if (!isObject(value)) return { place: nowhere, content: { kind: 'scalar', value } };
  const members = new Map(
    Object.entries(value).map(([name, held]) => [name, { key: nowhere, value: toLocated(held) }]),
  );
  return { place: nowhere, content: { kind: 'map', members } };
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The value of a file without a form. */
export function toJson({ content }: Located): JsonValue {
  if (content.kind === 'scalar') return content.value;
  if (content.kind === 'list') return content.items.map(toJson);
  return Object.fromEntries([...content.members].map(([name, { value }]) => [name, toJson(value)]));
}

/** Of several forms, the one whose type fits. */
function chooseAlternative(form: Form, { content }: Located): Form {
  const { anyOf } = form;
  if (anyOf === undefined) return form;
  const type =
    content.kind === 'list' ? 'array' : content.kind === 'map' ? 'object' : typeOf(content.value);
  const fitting = anyOf.filter((one) => allows(one, type));
  if (content.kind !== 'scalar') return fitting[0] ?? form;
  const { value } = content;
  return fitting.find((one) => findWrong(one, value) === undefined) ?? fitting[0] ?? form;
}

function readList(
  form: Form,
  { place }: Located,
  items: readonly Located[],
  path: string,
  problems: Problem[],
): JsonValue {
  const seen = new Set<string>();
  return items.map((item, index) => {
    const value = readValue(form.items ?? {}, item, `${path}[${index}]`, problems);
    const key = JSON.stringify(value instanceof ExactNumber ? value.text : value);
    if (form.uniqueItems === true && seen.has(key)) {
      const at = item.place.line === 0 ? place : item.place;
      problems.push({ ...at, path: `${path}[${index}]`, message: 'is given twice' });
    }
    seen.add(key);
    return value;
  });
}

function readMembers(
  form: Form,
  place: Place,
  members: ReadonlyMap<string, { readonly key: Place; readonly value: Located }>,
  path: string,
  problems: Problem[],
): JsonValue {
  const { properties = {}, required = [], additionalProperties = true } = form;
  const entries: [string, JsonValue][] = [];
  for (const [name, { key, value }] of members) {
    const inner = path === '' ? name : `${path}.${name}`;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known === undefined && additionalProperties === false) {
      const nearest = findNearest(name, Object.keys(properties));
      const expected = `one of ${Object.keys(properties).join(', ')}`;
      problems.push({ ...key, path: inner, message: 'unknown key', nearest, expected });
      continue;
    }
    const other = typeof additionalProperties === 'object' ? additionalProperties : {};
    entries.push([name, readValue(known ?? other, value, inner, problems)]);
  }
  for (const name of required) {
    if (members.has(name)) continue;
    const expected = `${name}: ${expectedOf(properties[name] ?? {})}`;
    problems.push({ ...place, path, message: `${name} is missing`, expected });
  }
  return Object.fromEntries(entries);
}

interface Wrong {
  readonly message: string;
  readonly expected?: string;
}

function findWrong(form: Form, value: Scalar, source?: string): Wrong | undefined {
  const type = typeOf(value);
  const expected = expectedOf(form);
  if (!allows(form, type)) {
    const written = source ?? String(value);
    // A secret must not be repeated, and the form of a field explains more.
    const isPlain = form['x-expected'] === undefined && type !== 'null';
    if (isPlain && allows(form, 'string')) {
      return { message: `is ${nameType(type)}`, expected: `text: write "${written}"` };
    }
    return { message: `is ${nameType(type)}`, expected };
  }
  if (form.const !== undefined && form.const !== value) return { message: 'is unknown', expected };
  if (form.enum !== undefined && !form.enum.includes(value)) {
    const nearest = findNearest(String(value), form.enum.map(String));
    return { message: 'is unknown', expected, ...(nearest === undefined ? {} : { nearest }) };
  }
  return typeof value === 'string' ? findWrongText(form, value) : findWrongNumber(form, value);
}

function findWrongText(form: Form, text: string): Wrong | undefined {
  const length = [...text].length;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = form;
  if (length < minLength) return { message: 'is empty' };
  if (length > maxLength) {
    return { message: `has ${length} characters`, expected: `at most ${maxLength}` };
  }
  if (pattern === undefined || new RegExp(pattern, 'u').test(text)) return undefined;
  return { message: 'has another form', expected: expectedOf(form) };
}

function findWrongNumber(form: Form, value: Scalar): Wrong | undefined {
  if (typeof value !== 'number') return undefined;
  const { minimum = value, maximum = value } = form;
  if (value >= minimum && value <= maximum) return undefined;
  return { message: `is ${value}`, expected: expectedOf(form) };
}

/** The text of a variable as a number or a boolean, if the form requires one. */
function convert(form: Form, value: Scalar): Scalar {
  if (typeof value !== 'string' || allows(form, 'string')) return value;
  if (allows(form, 'boolean') && /^(true|false)$/.test(value)) return value === 'true';
  const isNumber = allows(form, 'number') || allows(form, 'integer');
  return isNumber && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

function allows(form: Form, type: TypeName): boolean {
  if (form.anyOf !== undefined) return form.anyOf.some((one) => allows(one, type));
  const types = typesOf(form);
  return (
    types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))
  );
}

function typeOf(value: Scalar): TypeName {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') return 'string';
  return Number.isInteger(Number(value)) && /^-?\d+$/.test(String(value)) ? 'integer' : 'number';
}

const variable = /\$\$\{|\$\{([^}]*)\}?/g;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Fills in `${NAME}`, in values but not in keys. `$${` means the text `${`. */
export function fillVariables(
  root: Located,
  readVariable: ReadVariable,
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
      const said = fillOne(whole, name ?? '', readVariable);
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
