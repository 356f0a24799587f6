import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { requestProblems, responseProblems } from './records.ts';

/** One request and what was answered, with bodies as text. */
interface Exchange {
  readonly method: string;
  /** Path and query, below the base address. */
  readonly target: string;
  readonly requestBody?: string | undefined;
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly body: string;
}

/** Judges an exchange by the service's OpenAPI document, and by the program's records. */
export interface Contract {
  readonly problemsOfRequest: (
    request: Pick<Exchange, 'method' | 'target' | 'requestBody'>,
  ) => string[];
  readonly problemsOfAnswer: (exchange: Exchange) => string[];
}

export function createContract(): Contract {
  const text = readFileSync(documentPath, 'utf8');
  const document: Document = parse(text);
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(document, documentId);

  const validators = new Map<string, ValidateFunction>();

  function compile(pointer: string): ValidateFunction {
    const validate = ajv.compile({ $ref: `${documentId}#${encodeURI(pointer)}` });
    validators.set(pointer, validate);
    return validate;
  }

  function find(method: string, target: string): Found | undefined {
    const { pathname } = new URL(target, 'http://service');
    for (const [template, item] of Object.entries(document.paths)) {
      const operation = item[method.toLowerCase()];
      const values = matchPath(template, pathname);
      if (operation === undefined || values === undefined) continue;
      return {
        pointer: `/paths/${escapeStep(template)}/${method.toLowerCase()}`,
        operation,
        values,
      };
    }
    return undefined;
  }

  function problemsOf(pointer: string, value: unknown, what: string): string[] {
    const validate = validators.get(pointer) ?? compile(pointer);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${what}${error.instancePath} ${error.message}`);
  }

  function problemsOfParameters({ pointer, operation, values }: Found, target: string): string[] {
    const query = new URL(target, 'http://service').searchParams;
    const known = new Set<string>();
    const problems = (operation.parameters ?? []).flatMap((listed, at) => {
      const place = listed.$ref?.slice(1) ?? `${pointer}/parameters/${at}`;
      const parameter = listed.$ref === undefined ? listed : lookUp(document, listed.$ref);
      const text = parameter.in === 'path' ? values[parameter.name] : query.get(parameter.name);
      if (parameter.in === 'query') known.add(parameter.name);
      if (text === null || text === undefined) {
        return parameter.required === true ? [`${parameter.name} is missing`] : [];
      }
      const value = readText(text, resolveType(document, parameter.schema));
      return problemsOf(`${place}/schema`, value, parameter.name);
    });
    const unknown = [...query.keys()].filter((name) => !known.has(name));
    return [...problems, ...unknown.map((name) => `${name} is not a parameter of the operation`)];
  }

  return {
    problemsOfRequest({ method, target, requestBody }) {
      const found = find(method, target);
      if (found === undefined) return [`${method} ${target} is not an operation`];
      const { pointer, operation } = found;
      const problems = problemsOfParameters(found, target);
      if (operation.requestBody === undefined) {
        return requestBody ? [...problems, 'a body that the operation does not take'] : problems;
      }
      if (!requestBody) {
        return operation.requestBody.required ? [...problems, 'no body'] : problems;
      }
      const place = `${pointer}/requestBody/content/application~1json/schema`;
      const parsed = JSON.parse(requestBody);
      const ours = requestProblems({ method, target }, parsed);
      const listed = unlistedIn(document, `#${place}`, parsed);
      return [...problems, ...problemsOf(place, parsed, 'body'), ...listed, ...ours];
    },

    problemsOfAnswer({ method, target, status, headers, body }) {
      const type = headers.get('content-type');
      if (status >= 400) {
        const problems = type === 'application/problem+json' ? [] : [`content type ${type}`];
        if (status === 429) problems.push(...problemsOfBudget(headers));
        return [...problems, ...problemsOf('/components/schemas/Error', JSON.parse(body), 'body')];
      }
      const found = find(method, target);
      if (found === undefined) return [`${method} ${target} answered ${status}: no operation`];
      const { responses } = found.operation;
      const listed = [String(status), '2XX'].find((one) => responses[one] !== undefined);
      if (listed === undefined) return [`status ${status} is not documented`];
      if (responses[listed]?.content === undefined)
        return body === '' ? [] : ['an unexpected body'];
      const place = `${found.pointer}/responses/${listed}/content/application~1json/schema`;
      const problems = type === 'application/json' ? [] : [`content type ${type}`];
      const parsed = JSON.parse(body);
      problems.push(...problemsOf(place, parsed, 'body'));
      return [...problems, ...responseProblems({ method, target }, parsed)];
    },
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

interface OperationObject {
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Readonly<Record<string, { readonly content?: unknown }>>;
}

interface ParameterObject {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: SchemaObject;
}

interface SchemaObject {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly properties?: object;
  readonly additionalProperties?: unknown;
}

interface Found {
  readonly pointer: string;
  readonly operation: OperationObject;
  readonly values: Readonly<Record<string, string>>;
}

const documentPath = resolve('test/openapi.yaml');
const documentId = 'openapi.json';
const budgetHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];

/** A document allows members that it does not list, but a command that sends one has the wrong name. */
function unlistedIn(document: Document, reference: string, body: object): string[] {
  const schema = lookUp<SchemaObject>(document, reference);
  if (schema.$ref !== undefined) return unlistedIn(document, schema.$ref, body);
  const { properties, additionalProperties } = schema;
  if (properties === undefined || additionalProperties !== undefined) return [];
  const unlisted = Object.keys(body).filter((name) => !Object.hasOwn(properties, name));
  return unlisted.map((name) => `${name} is not a member of the body`);
}

function problemsOfBudget(headers: Exchange['headers']): string[] {
  return budgetHeaders
    .filter((name) => !/^\d+$/.test(headers.get(name) ?? ''))
    .map((name) => `${name} is no whole number`);
}

function matchPath(template: string, path: string): Record<string, string> | undefined {
  const parts = template.split('/');
  const given = path.split('/');
  if (parts.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const text = given[at] ?? '';
    if (part.startsWith('{')) values[part.slice(1, -1)] = decodeURIComponent(text);
    else if (part !== text) return undefined;
  }
  return values;
}

function readText(text: string, type: unknown): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

function resolveType(document: Document, schema: SchemaObject): unknown {
  return schema.$ref === undefined ? schema.type : lookUp<SchemaObject>(document, schema.$ref).type;
}

function lookUp<Node = ParameterObject>(document: Document, reference: string): Node {
  const steps = reference.slice('#/'.length).split('/');
  return steps.reduce<unknown>(
    (node, step) => Reflect.get(Object(node), unescapeStep(step)),
    document,
  ) as Node;
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
