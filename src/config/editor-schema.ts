import type { Schema } from '../declaration/json-schema.ts';

/** `${NAME}` can replace any value, so an editor must not reject it. */
const variable = { type: 'string', pattern: '\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}' };

/** The form of a file as a document for editors. */
export function editorSchema(form: Schema): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of costctl',
    ...publish(form),
  };
}

function publish(form: Schema): Record<string, unknown> {
  const { type, enum: choices, properties, items, additionalProperties, anyOf, ...others } = form;
  const { closed, expected: _words, required, ...plain } = others;
  const inner = Object.entries(properties ?? {}).map(([name, one]) => [name, publish(one)]);
  const published = {
    ...(type === undefined ? {} : { type: type.length === 1 ? type[0] : type }),
    ...plain,
    ...(choices === undefined ? {} : { enum: choices }),
    ...(required === undefined ? {} : { required }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(inner) }),
    ...(items === undefined ? {} : { items: publish(items) }),
    ...(closed === undefined ? {} : { additionalProperties: false }),
    ...(additionalProperties && { additionalProperties: publish(additionalProperties) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(publish) }),
  };
  return takesVariable(form) ? { anyOf: [published, { ...variable }] } : published;
}

/** Whether `${NAME}` must be allowed too: the form is no text, or only certain texts. Never for the version. */
function takesVariable({ type = [], enum: choices, anyOf }: Schema): boolean {
  if (choices?.length === 1 || anyOf !== undefined) return false;
  const isScalar = !type.includes('object') && !type.includes('array');
  const isNumber = type.some((one) => ['integer', 'number', 'boolean'].includes(one));
  return isScalar && (isNumber || choices !== undefined);
}
