import type { Form } from './json-form.ts';
import type { Kind } from './managed-kind.ts';

/** The version of the file format. */
export const fileVersion = 1;

const id: Form = {
  type: 'string',
  minLength: 1,
  description:
    'the id at the service: only needed to rename an item or to distinguish items of the same name',
};
const workspace: Form = {
  type: 'string',
  minLength: 1,
  description: "name or id of the item's workspace, if it is not the file's",
};

/** The form of a whole file, for the kinds that the service offers. */
export function fileForm(kinds: readonly Kind[]): Form {
  const lists = kinds.filter((kind) => !isWorkspace(kind));
  return {
    type: 'object',
    additionalProperties: false,
    required: ['version'],
    properties: {
      $schema: { type: 'string', description: 'for editors' },
      version: { type: 'integer', const: fileVersion, description: 'version of this format' },
      ...Object.fromEntries(kinds.filter(isWorkspace).map((kind) => [kind.name, rootForm(kind)])),
      ...Object.fromEntries(lists.map((kind) => [kind.name, listForm(kind)])),
    },
  };
}

/** The form of one item. */
export function itemForm(kind: Kind): Form {
  const fields = Object.entries(kind.fields).map(([name, { form }]) => [name, form]);
  return {
    type: 'object',
    additionalProperties: kind.open === true,
    properties: {
      id,
      ...(kind.scope === 'workspace' ? { workspace } : {}),
      ...Object.fromEntries(fields),
    },
  };
}

export function isWorkspace({ name }: Kind): boolean {
  return name === 'workspace';
}

/** The file's own workspace: its settings, or only its name. */
function rootForm(kind: Kind): Form {
  const description = 'the workspace of this file: its name or id, or its settings';
  return {
    description,
    anyOf: [{ type: 'string', minLength: 1 }, itemForm(kind), { type: 'null' }],
  };
}

function listForm(kind: Kind): Form {
  return { type: ['array', 'null'], items: itemForm(kind) };
}
