import type { JsonValue } from '../json/number.ts';

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
