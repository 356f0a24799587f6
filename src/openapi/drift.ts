import * as z from 'zod/mini';
import { hasUndocumentedBody, type Operation } from '../api/operation.ts';
import { type OperationId, operations } from '../api/operations.ts';
import { propertiesOf, type Schema, type Schemas } from '../declaration/json-schema.ts';
import { createConverter } from './convert-schema.ts';
import type { DescribedOperation, Description } from './description.ts';
import { withoutNames } from './keep-names.ts';
import { describeValue } from './traits.ts';

/** What the program's own record of an operation requires of a request, in the words of `factsOf`. */
function expectedFacts(id: OperationId): Facts {
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

/** The accepted values of each query parameter and each first-level property of a body. */
interface Facts {
  readonly query: Readonly<Record<string, string>>;
  /** Undefined if the form of the body is not documented. */
  readonly body?: Readonly<Record<string, string>> | undefined;
}

function factsOf(operation: DescribedOperation, schemas: Schemas): Facts {
  const query = operation.parameters.filter((one) => one.place === 'query');
  const body = operation.body === undefined ? [] : propertiesOf(operation.body.schema, schemas);
  return {
    query: factsOfProperties(query, schemas),
    ...(body.length === 0 ? {} : { body: factsOfProperties(body, schemas) }),
  };
}

/** Of the headers, only those without which the service refuses a request: this program sends none of them. */
function requiredHeaders({ parameters }: DescribedOperation, schemas: Schemas) {
  const headers = parameters.filter((one) => one.place === 'header' && one.required);
  return factsOfProperties(headers, schemas);
}

function factsOfProperties(
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

/** One difference between the document and this program. */
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

/** Whether a document has none of this program's operations. */
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

type Finding = [what: string, program: string, document: string];

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

function compare(
  id: keyof typeof operations,
  found: DescribedOperation,
  { schemas }: Description,
): Finding[] {
  const facts = factsOf(found, schemas);
  const { query, body } = expectedFacts(id);
  return [
    ...compareSuccess(operations[id], found),
    ...comparePaging(operations[id], found),
    ...compareFacts('query', query, facts.query),
    ...compareFacts('header', {}, requiredHeaders(found, schemas)),
    ...compareBodyType(id, found),
    ...(body === undefined ? [] : compareFacts('body', body, facts.body ?? {})),
  ];
}

function compareSuccess({ success }: Operation, found: DescribedOperation): Finding[] {
  // A range of statuses promises none of them, so only a status that the program would reject counts.
  const isRange = found.success.length > 2;
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

function compareFacts(
  place: string,
  program: Readonly<Record<string, string>>,
  document: Readonly<Record<string, string>>,
): Finding[] {
  const names = new Set([...Object.keys(program), ...Object.keys(document)]);
  return [...names].flatMap((name): Finding[] => {
    const ours = textOf(program, name);
    const theirs = textOf(document, name);
    return ours === theirs ? [] : [[`${place} ${name}`, ours, theirs]];
  });
}

function textOf(facts: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(facts, name) ? (facts[name] ?? '') : '';
}
