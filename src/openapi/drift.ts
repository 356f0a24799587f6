import * as z from 'zod/mini';
import { hasUndocumentedBody, type Operation } from '../api/operation.ts';
import { type OperationId, operations } from '../api/operations.ts';
import { propertiesOf } from '../declaration/json-schema.ts';
import { createConverter } from './convert-schema.ts';
import type { DescribedOperation, Description } from './description.ts';
import { compareFields, type Fields, type Finding, fieldsOf } from './fields.ts';
import { withoutNames } from './keep-names.ts';
import { recordIn } from './response-fields.ts';
import { anySuccess } from './responses.ts';

/** What the program's own record of an operation says of a request, in the words of `fieldsOf`. */
function expectedFields(id: OperationId) {
  const { query, paging, request } = { query: undefined, paging: undefined, ...operations[id] };
  const parameters = [paging, query].flatMap((schema) => [...fieldsOfOwn(schema, 'input')]);
  return {
    query: new Map(parameters),
    body: hasUndocumentedBody({ request }) ? undefined : fieldsOfOwn(request, 'input'),
  };
}

/** The fields of a schema of this program, or of each record in it, which may be in a list of a property. */
function fieldsOfOwn(
  schema: z.core.$ZodType | undefined,
  io: 'input' | 'output',
  items: readonly string[] = [],
): Fields {
  if (schema === undefined) return new Map();
  const root = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => dropDefaultBounds(jsonSchema),
  });
  const { convert, schemas } = createConverter({ root, version: '3.1' });
  return fieldsOf(propertiesOf(recordIn(convert(root), items, schemas), schemas), schemas);
}

/** zod reports bounds for a whole number even if the schema has none. */
function dropDefaultBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

export interface Difference {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** What differs, such as `path`, `success`, `query page`, `header X-Team` or `body name`. */
  readonly what: string;
  /** What this program expects; empty if it knows nothing about it. */
  readonly program: string;
  readonly document: string;
}

export function isForeign({ operations: described, unusable }: Description): boolean {
  if (described.some((one) => one.known !== undefined)) return false;
  const own = new Set(Object.values(operations).map((one) => withoutNames(one.path)));
  const ids = new Set<string>(Object.keys(operations));
  return ![...described, ...unusable].some(
    (one) => own.has(withoutNames(one.path)) || ('id' in one && ids.has(one.id)),
  );
}

export function findDifferences(description: Description): Difference[] {
  const ids = Object.keys(operations) as (keyof typeof operations)[];
  return ids.flatMap((id) => {
    const operation = operations[id];
    const found = description.operations.find((one) => one.known === id);
    const differ = (what: string, program: string, document: string): Difference => {
      const { method, path } = operation;
      return { operation: id, method, path, what, program, document };
    };
    if (found === undefined) return [differ(...whereabouts(operation, description))];
    return compare(id, found, description).map((one) => differ(...one));
  });
}

/** What became of an operation that is no longer found under its method and path. */
function whereabouts({ id, method, path }: Operation, description: Description): Finding {
  const unusable = description.unusable.find(
    (one) => `${one.method} ${withoutNames(one.path)}` === `${method} ${withoutNames(path)}`,
  );
  if (unusable !== undefined)
    return ['operation', `${method} ${path}`, `not usable: ${unusable.reason}`];
  const renamed = description.operations.find((one) => one.id === id);
  if (renamed !== undefined) {
    const what = renamed.path === path ? 'method' : 'path';
    return [what, `${method} ${path}`, `${renamed.method} ${renamed.path}`];
  }
  const others = description.operations
    .filter((one) => withoutNames(one.path) === withoutNames(path))
    .map((one) => one.method);
  if (others.length > 0) return ['method', method, others.join(', ')];
  return ['path', `${method} ${path}`, ''];
}

function compare(id: keyof typeof operations, found: DescribedOperation, { schemas }: Description) {
  const { query, body } = expectedFields(id);
  const parametersIn = (place: string) => found.parameters.filter((one) => one.place === place);
  // Of the headers, only those without which the service refuses a request: this program sends none of them.
  const headers = parametersIn('header').filter(({ required }) => required);
  const theirs = found.body === undefined ? [] : propertiesOf(found.body.schema, schemas);
  return [
    ...compareSuccess(operations[id], found),
    ...comparePaging(operations[id], found),
    ...compareFields('query ', query, fieldsOf(parametersIn('query'), schemas)),
    ...compareFields('header ', new Map(), fieldsOf(headers, schemas)),
    ...compareBodyType(id, found),
    ...(body === undefined ? [] : compareFields('body ', body, fieldsOf(theirs, schemas))),
    ...compareAnswer(id, found),
  ];
}

function compareSuccess({ success }: Operation, found: DescribedOperation): Finding[] {
  // A range of statuses promises none of them, so only a status that the program would reject counts.
  const isRange = found.success.length === anySuccess.length;
  const agrees = isRange
    ? success.length > 1
    : found.success.every((code) => success.includes(code));
  return agrees
    ? []
    : [['success', success.join(', '), isRange ? '2XX' : found.success.join(', ')]];
}

function compareBodyType(id: OperationId, { body }: DescribedOperation): Finding[] {
  const { request } = { request: undefined, ...operations[id] };
  if (request === undefined || body === undefined || body.kind === 'json') return [];
  return [['body type', 'application/json', body.type]];
}

function comparePaging({ paged }: Operation, found: DescribedOperation): Finding[] {
  const words = (one: boolean) => (one ? 'a paged list' : 'no paged list');
  const isPaged = found.pages?.page !== undefined && found.pages.items.join() === 'data';
  return paged === isPaged ? [] : [['answer', words(paged), words(isPaged)]];
}

/** What this program knows of a record and the document lacks. Further fields are shown as received. */
function compareAnswer(id: OperationId, { fields, pages }: DescribedOperation): Finding[] {
  const own = fieldsOfOwn(operations[id].response, 'output', pages?.items);
  const lacking = [...own].filter(([name]) => !fields.includes(name));
  return fields.length === 0 ? [] : lacking.map(([name, { text }]) => [`answer ${name}`, text, '']);
}
