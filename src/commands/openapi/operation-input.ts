import { randomUUID } from 'node:crypto';
import { isSecretParameter, secretsIn } from '../../api/secret-names.ts';
import { checkValue } from '../../declaration/check-value.ts';
import type { Schemas } from '../../declaration/json-schema.ts';
import { usageError } from '../../errors.ts';
import type { JsonValue } from '../../json/number.ts';
import type { OptionDefinition } from '../../openapi/define-options.ts';
import type { DescribedOperation, Description, Parameter } from '../../openapi/description.ts';
import { passwordsIn } from '../../openapi/passwords.ts';
import {
  convertText,
  fillTemplate,
  serializeHeader,
  serializePath,
  serializeQuery,
} from '../../openapi/text-values.ts';
import type { Session } from '../../session.ts';
import { type Header, headersOf } from '../request-options.ts';
import { writeFault } from './declare-option.ts';

/** An operation of the document and everything that its command is made from. */
export interface Definition {
  readonly operation: DescribedOperation;
  readonly description: Description;
  readonly options: readonly OptionDefinition[];
  /** The placeholders of the path that arguments fill, in order. */
  readonly arguments: readonly Parameter[];
  readonly reading: DescribedOperation | undefined;
  readonly nullable: readonly string[];
}

export type Given = Readonly<Record<string, unknown>>;

/** `start-date` → `startDate` */
export function keyOf(name: string): string {
  return name.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Where a request goes: path, query and headers, each as the document asks for it. */
export interface Target {
  readonly path: string;
  /** Percent-encoded, as the path is. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What must not be shown. */
  readonly secrets: readonly string[];
}

export function createTarget(
  session: Session,
  definition: Definition,
  given: Given,
  argumentKeys: readonly string[],
): Target {
  const { operation, description, arguments: placeholders } = definition;
  const { schemas } = description;
  const filled = new Map<string, string>();
  const secrets: string[] = [];
  placeholders.forEach((parameter, place) => {
    const value = given[argumentKeys[place] ?? ''] as JsonValue;
    secrets.push(...secretsOf(parameter, value, schemas));
    filled.set(parameter.name, serializePath(parameter.name, value, parameter));
  });
  const query: string[] = [];
  const headers: Record<string, string> = { accept: operation.accept };
  for (const parameter of operation.parameters) {
    if (placeholders.includes(parameter)) continue;
    const value = findValue(session, definition, parameter, given);
    if (value === undefined) continue;
    if (parameter.workspace) checkWorkspace(parameter, value, schemas);
    secrets.push(...secretsOf(parameter, value, schemas));
    const { name, place } = parameter;
    if (place === 'path') filled.set(name, serializePath(name, value, parameter));
    else if (place === 'query') query.push(...serializeQuery(name, value, parameter));
    else headers[name.toLowerCase()] = serializeHeader(value, parameter);
  }
  // Checked by the kind of the option.
  const added = (given['requestHeader'] ?? []) as readonly Header[];
  return {
    path: fillTemplate(operation.path, filled),
    query: withParameters(query, given).join('&'),
    headers: { ...headers, ...headersOf(added) },
    secrets,
  };
}

/** What the document calls a password, and in a path what has the name of a secret: a path is sent without names. */
function secretsOf({ name, place, schema }: Parameter, value: JsonValue, schemas: Schemas) {
  const isSecret = place === 'path' && isSecretParameter(name);
  return [...passwordsIn(schema, value, schemas), ...(isSecret ? secretsIn(value, true) : [])];
}

/** What the person gave, or else what the document or the run has for it. */
function findValue(
  session: Session,
  { options, description }: Definition,
  parameter: Parameter,
  given: Given,
): JsonValue | undefined {
  const { schema, fallback } = parameter;
  if (parameter.workspace) {
    return parameter.required ? session.workspace() : session.settings.workspace.value;
  }
  const option = options.find((one) => one.parameter === parameter);
  const value = option === undefined ? undefined : given[keyOf(option.name)];
  if (option !== undefined && value !== undefined) {
    const [fault] = checkValue(schema, value as JsonValue, description.schemas);
    if (fault !== undefined) throw usageError(`--${option.name}: ${writeFault(fault)}`);
    if (parameter.retryKey === true && String(value).trim() === '') {
      throw usageError(
        `--${option.name}: must not be empty`,
        'leave it out: a key is then made up',
      );
    }
    return value as JsonValue;
  }
  if (fallback !== undefined) return convertText(schema, fallback, description.schemas);
  if (parameter.retryKey === true) return randomUUID();
  if (parameter.required && option !== undefined) throw usageError(`--${option.name}: is required`);
  return undefined;
}

/** A parameter that --param names replaces what is there already. */
function withParameters(query: readonly string[], given: Given): string[] {
  const parameters = Object.entries((given['param'] ?? {}) as Record<string, readonly string[]>);
  const names = new Set(parameters.map(([name]) => name));
  // A form of OpenAPI leaves the brackets of a name as they are.
  const kept = query.filter((pair) => !names.has(decodeURIComponent(pair.split('=', 1).join())));
  const added = parameters.flatMap(([name, texts]) =>
    texts.map((text) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`),
  );
  return [...kept, ...added];
}

function checkWorkspace(
  { schema }: Parameter,
  workspace: JsonValue,
  schemas: Definition['description']['schemas'],
): void {
  const [fault] = checkValue(schema, workspace, schemas);
  if (fault !== undefined) throw usageError(`--workspace: ${fault.message}`);
}
