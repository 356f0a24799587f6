import type { JsonObject } from '../json/number.ts';
import { type Form, typesOf } from './form.ts';

/** `${VARIABLE}` can replace any value, so an editor must not reject it. */
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
  const {
    properties,
    items,
    additionalProperties,
    anyOf,
    required,
    enum: choices,
    type,
    'x-expected': _words,
    ...plain
  } = form;
  const published: JsonObject = {
    ...plain,
    ...(type === undefined ? {} : { type }),
    ...(choices === undefined ? {} : { enum: choices }),
    ...(required === undefined ? {} : { required }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, publish(inner)]),
          ),
        }),
    ...(items === undefined ? {} : { items: publish(items) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'boolean'
              ? additionalProperties
              : publish(additionalProperties),
        }),
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
