import * as z from 'zod/mini';
import { hasUndocumentedBody } from '../api/operation.ts';
import { type OperationId, operations } from '../api/operations.ts';
import { createConverter } from './convert.ts';
import { type Facts, factsOfProperties } from './facts.ts';
import { propertiesOf } from './schema.ts';

/** What the program's own record of an operation requires of a request, in the words of `factsOf`. */
export function expectedFacts(id: OperationId): Facts {
  const { query, paging, request } = { query: undefined, paging: undefined, ...operations[id] };
  return {
    query: { ...factsOfSchema(paging), ...factsOfSchema(query) },
    ...(hasUndocumentedBody({ request }) ? {} : { body: factsOfSchema(request) }),
  };
}

function factsOfSchema(schema: z.core.$ZodType | undefined): Readonly<Record<string, string>> {
  if (schema === undefined) return {};
  const root = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => dropDefaultBounds(jsonSchema),
  });
  const { convert, schemas } = createConverter({ root, version: '3.1' });
  return factsOfProperties(propertiesOf(convert(root), schemas), schemas);
}

/** zod reports bounds for a whole number even if the schema has none. */
function dropDefaultBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
