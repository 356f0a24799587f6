import type { JsonObject, JsonValue } from '../json/number.ts';

export type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** The part of JSON Schema (2020-12) that describes a file: it is checked here and printed for editors. */
export interface Form {
  readonly type?: TypeName | readonly TypeName[];
  readonly description?: string;
  readonly enum?: readonly JsonValue[];
  readonly const?: JsonValue;
  /** Unicode code points, as the service counts them. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** What `pattern` means, in words. */
  readonly 'x-expected'?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Form;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Form>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Form;
  readonly anyOf?: readonly Form[];
}

export function typesOf({ type }: Form): readonly TypeName[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

const words: Readonly<Record<TypeName, string>> = {
  null: 'nothing (null)',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  array: 'a list',
  object: 'a map of keys and values',
};

/** `text or nothing (null)` */
export function expectedOf(form: Form): string {
  if (form['x-expected'] !== undefined) return form['x-expected'];
  if (form.const !== undefined) return String(form.const);
  if (form.enum !== undefined) return `one of ${form.enum.map(String).join(', ')}`;
  const types = typesOf(form).map((type) => words[type]);
  if (form.anyOf !== undefined) return form.anyOf.map(expectedOf).join(' or ');
  const { minimum, maximum } = form;
  const bounds =
    minimum !== undefined && maximum !== undefined ? ` from ${minimum} to ${maximum}` : '';
  return `${types.join(' or ')}${bounds}`;
}

export function nameType(type: TypeName): string {
  return words[type];
}

/** `${NAME}` can replace any value, so an editor must not reject it. */
const variable: JsonObject = { type: 'string', pattern: '\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}' };

/** The form of a file as a document for editors. */
export function editorSchema(form: Form): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of costctl',
    ...publish(form),
  };
}

function publish(form: Form): JsonObject {
  const { properties, items, additionalProperties, anyOf, 'x-expected': _words, ...plain } = form;
  const inner = Object.entries(properties ?? {}).map(([name, one]) => [name, publish(one)]);
  const others =
    typeof additionalProperties === 'object' ? publish(additionalProperties) : additionalProperties;
  const published: JsonObject = {
    ...plain,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(inner) }),
    ...(items === undefined ? {} : { items: publish(items) }),
    ...(others === undefined ? {} : { additionalProperties: others }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(publish) }),
  };
  return takesVariable(form) ? { anyOf: [published, { ...variable }] } : published;
}

/** A value that is not text, or text of a certain form. A version is never filled in. */
function takesVariable(form: Form): boolean {
  if (form.const !== undefined || form.anyOf !== undefined) return false;
  const types = typesOf(form);
  const isScalar = !types.includes('object') && !types.includes('array');
  const isNumber = types.some((type) => ['integer', 'number', 'boolean'].includes(type));
  return isScalar && (isNumber || form.enum !== undefined);
}
