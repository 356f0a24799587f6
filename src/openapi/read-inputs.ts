import { isRetryKey } from '../api/operation.ts';
import { type Property, propertiesOf, type Schema } from '../declaration/json-schema.ts';
import { within } from '../grouping.ts';
import type { Converter } from './convert-schema.ts';
import {
  type Body,
  type Encoding,
  jsonMedia,
  type Media,
  mediaOf,
  type Parameter,
  type Serialization,
  type Style,
} from './description.ts';
import { BrokenPart, type Document, follow, isNode, type Node, own, textOf } from './document.ts';
import { isScalar } from './text-values.ts';
import { isTypedId, traitsOf } from './traits.ts';
import { longestDescription, oneLine } from './words.ts';

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

/** What was read before: operations share the parameters of their path and of the document. */
const parametersKnown = new WeakMap<Converter, Map<Node, Parameter | undefined>>();

function readParameter(
  { root }: Document,
  converter: Converter,
  raw: unknown,
): Parameter | undefined {
  const node = follow(root, raw);
  const known = within(parametersKnown, converter, () => new Map());
  return within(known, node, () => readNode(root, converter, node));
}

function readNode(root: Node, converter: Converter, node: Node): Parameter | undefined {
  const name = own(node, 'name');
  const place = own(node, 'in');
  if (typeof name !== 'string' || name === '') throw new BrokenPart('a parameter has no name');
  const required = place === 'path' || own(node, 'required') === true;
  if (place === 'header' && ownHeaders.has(name.toLowerCase())) return undefined;
  if (place !== 'path' && place !== 'query' && place !== 'header') {
    if (!required) return undefined;
    throw new BrokenPart(
      `it needs the ${oneLine(textOf(place) ?? 'parameter', 20)} ${oneLine(name, 60)}`,
    );
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
      ? oneLine(description, longestDescription)
      : traitsOf(schema, converter.schemas).description;
  const preset = presetOf(root, own(node, 'schema'));
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
    ...(preset === undefined ? {} : { preset }),
    ...(place === 'header' && isRetryKey(name) ? { retryKey: true } : {}),
    ...(own(node, 'deprecated') === true ? { deprecated: true } : {}),
  };
}

/** Headers that this program sets itself, or cannot send. OpenAPI ignores parameters with the first three of these names. */
const ownHeaders = new Set([
  ...['authorization', 'accept', 'content-type', 'user-agent'],
  ...['content-length', 'host', 'connection', 'accept-encoding', 'transfer-encoding'],
  ...['expect', 'keep-alive', 'trailer', 'upgrade'],
]);

/** No object of headers can hold `__proto__`. */
const headerName = /^(?!__proto__$)[!#$%&'*+.^_`|~0-9a-z-]+$/i;

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

/** What is sent for a required value that is not given: its only choice, or its default. */
function fallbackOf(schema: Schema, { schemas }: Converter, required: boolean, raw: unknown) {
  if (!required) return undefined;
  const { choices, types } = traitsOf(schema, schemas);
  const [only] = choices;
  if (choices.length === 1 && isScalar(only)) return String(only);
  // YAML reads `1.0` without quotes as a number, which would be sent as 1.
  const isMeant = types.join() !== 'string' || typeof own(raw, 'default') === 'string';
  return isMeant ? presetOf(undefined, raw) : undefined;
}

/** The default of a value; with a root, also that of a shared schema. */
function presetOf(root: Node | undefined, raw: unknown): string | undefined {
  const preset = own(root === undefined ? raw : follow(root, raw), 'default');
  return isScalar(preset) ? String(preset) : undefined;
}

/** Whether the workspace of the run is sent. Another service may have workspaces with ids of other forms. */
function isWorkspace(name: string, schema: Schema, { schemas }: Converter): boolean {
  const { types, format, pattern } = traitsOf(schema, schemas);
  const isText = types.length === 0 || types.includes('string') || isTypedId(schema, schemas);
  if (!isText || format === 'uuid') return false;
  if (/^workspace_?(public_?)?id$/i.test(name)) return true;
  return name === 'workspace' && pattern?.startsWith('^wsp_') === true;
}

/** The request body of an operation, in the media type that is easiest to write by hand. */
export function readRequestBody(
  document: Document,
  converter: Converter,
  node: Node,
): Body | undefined {
  const raw = own(node, 'requestBody');
  if (raw === undefined || raw === null) return undefined;
  const body = follow(document.root, raw);
  const all = mediaOf(own(body, 'content'));
  const media = chooseMedia(all, converter);
  const required = own(body, 'required') === true;
  if (media === undefined) {
    if (!required) return undefined;
    throw new BrokenPart('the document does not say what its body is');
  }
  if (!/^[\x20-\x7e]+$/.test(media.type)) {
    throw new BrokenPart(
      `no header can have the media type of its body, ${oneLine(media.type, 60)}`,
    );
  }
  const schema = converter.convert(own(media.node, 'schema'));
  const problem = converter.problemOf(schema);
  if (problem !== undefined) throw new BrokenPart(problem);
  const kind = media.kind === 'json' && isBinary(schema, converter) ? 'bytes' : media.kind;
  const encoding = readEncoding(own(media.node, 'encoding'));
  return {
    required,
    kind,
    type: kind === 'bytes' && media.kind === 'json' ? 'application/octet-stream' : media.type,
    otherTypes: all.map(({ type }) => type).filter((type) => type !== media.type),
    schema,
    workspaces:
      kind === 'bytes' ? [] : workspacesIn(propertiesOf(schema, converter.schemas), converter),
    ...(encoding === undefined ? {} : { encoding }),
  };
}

/** The names among the properties of a body, which many operations may have. */
const workspacesKnown = new WeakMap<readonly Property[], readonly string[]>();

function workspacesIn(properties: readonly Property[], converter: Converter): readonly string[] {
  return within(workspacesKnown, properties, () =>
    properties
      .filter(({ name, schema }) => isWorkspace(name, schema, converter))
      .map(({ name }) => name),
  );
}

export function isBinary(schema: Schema, { schemas }: Pick<Converter, 'schemas'>): boolean {
  const { types, format } = traitsOf(schema, schemas);
  return format === 'binary' && (types.length === 0 || types.includes('string'));
}

/**
 * JSON first, since an option can give any of its values. A merge patch or other JSON is chosen over a JSON patch,
 * because its properties can be options and a list of changes has none. A form with files can only be multipart.
 */
function chooseMedia(all: readonly Media[], converter: Converter): Media | undefined {
  const json = all.filter(({ kind }) => kind === 'json');
  const merge = json.find(({ type }) => /merge-patch\+json/i.test(type));
  const isPatch = ({ type }: Media) => /json-patch\+json/i.test(type);
  const [first] = json;
  if (first !== undefined)
    return isPatch(first) ? (merge ?? json.find((one) => !isPatch(one)) ?? first) : first;
  const multipart = all.find(({ kind }) => kind === 'multipart');
  const form = all.find(({ kind }) => kind === 'form');
  if (multipart !== undefined && form !== undefined) {
    return hasFiles(multipart, converter) ? multipart : form;
  }
  return multipart ?? form ?? all[0];
}

function hasFiles(media: Media, converter: Converter): boolean {
  const schema = converter.convert(own(media.node, 'schema'));
  return propertiesOf(schema, converter.schemas).some(({ schema: one }) => {
    const { items } = traitsOf(one, converter.schemas);
    return isBinary(one, converter) || (items !== undefined && isBinary(items, converter));
  });
}

function readEncoding(raw: unknown): Body['encoding'] {
  if (!isNode(raw)) return undefined;
  const entries = Object.entries(raw).flatMap(([name, node]): [string, Encoding][] => {
    const style = formStyles.find((one) => one === own(node, 'style'));
    const explode = own(node, 'explode');
    const type = own(node, 'contentType');
    const encoding: Encoding = {
      ...(style === undefined ? {} : { style }),
      ...(typeof explode === 'boolean' ? { explode } : {}),
      ...(own(node, 'allowReserved') === true ? { reserved: true } : {}),
      ...(typeof type === 'string' && !type.includes('*')
        ? { type: type.split(',')[0]?.trim() ?? '' }
        : {}),
    };
    return Object.keys(encoding).length === 0 ? [] : [[name, encoding]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const formStyles = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const;
