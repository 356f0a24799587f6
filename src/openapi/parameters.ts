import type { Converter } from './convert.ts';
import type { Parameter, Serialization, Style } from './description.ts';
import { type Document, type Node, own } from './document.ts';
import { jsonMedia, mediaOf } from './media.ts';
import { BrokenPart, follow } from './references.ts';
import type { Schema } from './schema.ts';
import { traitsOf } from './traits.ts';
import { oneLine } from './words.ts';

/** The parameters of an operation, which take precedence over those of its path. */
export function readParameters(
  document: Document,
  converter: Converter,
  lists: readonly unknown[],
): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const list of lists) {
    for (const raw of Array.isArray(list) ? list : []) {
      const parameter = readParameter(document, converter, raw);
      if (parameter !== undefined) found.set(`${parameter.place} ${parameter.name}`, parameter);
    }
  }
  return [...found.values()];
}

function readParameter(
  { root }: Document,
  converter: Converter,
  raw: unknown,
): Parameter | undefined {
  const node = follow(root, raw);
  const name = own(node, 'name');
  const place = own(node, 'in');
  if (typeof name !== 'string' || name === '') throw new BrokenPart('a parameter has no name');
  const required = place === 'path' || own(node, 'required') === true;
  if (place === 'header' && ownHeaders.has(name.toLowerCase())) return undefined;
  if (place !== 'path' && place !== 'query' && place !== 'header') {
    if (!required) return undefined;
    throw new BrokenPart(`it needs the ${oneLine(String(place), 20)} ${oneLine(name, 60)}`);
  }
  if (place === 'header' && !headerName.test(name)) {
    if (!required) return undefined;
    throw new BrokenPart(`${oneLine(name, 60)} is not a valid name of a header`);
  }
  const content = own(node, 'content');
  const [media] = mediaOf(content);
  const schema = converter.convert(own(node, 'schema') ?? own(media?.node, 'schema'));
  const problem = converter.problemOf(schema);
  if (problem !== undefined) throw new BrokenPart(problem);
  const description = own(node, 'description');
  const described =
    typeof description === 'string' && description.trim() !== ''
      ? oneLine(description)
      : traitsOf(schema, converter.schemas).description;
  const isRetryKey = place === 'header' && /(^|-)idempotency-key$/i.test(name);
  const fallback = fallbackOf(schema, converter, required, own(node, 'schema'));
  return {
    name,
    place,
    required,
    schema,
    description: described,
    ...serializationOf(node, place, jsonMedia(content) !== undefined),
    workspace: place !== 'header' && isWorkspace(name, schema, converter),
    ...(fallback === undefined ? {} : { fallback }),
    ...(isRetryKey ? { retryKey: true } : {}),
  };
}

/** Headers that this program sets itself; OpenAPI ignores parameters of these names. */
const ownHeaders = new Set([
  ...['authorization', 'accept', 'content-type', 'user-agent'],
  ...['content-length', 'host', 'connection', 'accept-encoding'],
]);

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const stylesOf: Readonly<Record<Parameter['place'], readonly [Style, ...Style[]]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
};

function serializationOf(node: Node, place: Parameter['place'], json: boolean): Serialization {
  const styles = stylesOf[place];
  const style = styles.find((one) => one === own(node, 'style')) ?? styles[0];
  const stated = own(node, 'explode');
  return {
    style,
    explode: typeof stated === 'boolean' ? stated : style === 'form' || style === 'deepObject',
    ...(place === 'query' && own(node, 'allowReserved') === true ? { reserved: true } : {}),
    ...(json ? { json: true } : {}),
  };
}

/** A required value with a default or without alternatives need not be given. */
function fallbackOf(
  schema: Schema,
  { schemas }: Converter,
  required: boolean,
  raw: unknown,
): string | undefined {
  if (!required) return undefined;
  const { choices } = traitsOf(schema, schemas);
  const [only] = choices;
  if (choices.length === 1 && isScalar(only)) return String(only);
  const preset = own(raw, 'default');
  return isScalar(preset) ? String(preset) : undefined;
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

export function isWorkspace(name: string, schema: Schema, { schemas }: Converter): boolean {
  if (/^workspace_?(public_?)?id$/i.test(name)) return true;
  return name === 'workspace' && traitsOf(schema, schemas).pattern?.startsWith('^wsp_') === true;
}
