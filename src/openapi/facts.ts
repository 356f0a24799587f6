import type { DescribedOperation } from './description.ts';
import { propertiesOf, type Schema, type Schemas } from './schema.ts';
import { describeValue } from './wording.ts';

/** The accepted values of each query parameter and each first-level property of a body. */
export interface Facts {
  readonly query: Readonly<Record<string, string>>;
  /** Undefined if its form is not documented. */
  readonly body?: Readonly<Record<string, string>> | undefined;
}

export function factsOf(operation: DescribedOperation, schemas: Schemas): Facts {
  const query = operation.parameters.filter((one) => one.place === 'query');
  const body = operation.body === undefined ? [] : propertiesOf(operation.body.schema, schemas);
  return {
    query: factsOfProperties(query, schemas),
    ...(body.length === 0 ? {} : { body: factsOfProperties(body, schemas) }),
  };
}

export function factsOfProperties(
  list: readonly { name: string; required: boolean; schema: Schema }[],
  schemas: Schemas,
): Record<string, string> {
  return Object.fromEntries(
    list.map(({ name, required, schema }) => [
      name,
      `${required ? 'required' : 'optional'}, ${describeValue(schema, schemas)}`,
    ]),
  );
}
