import { CostctlError } from '../errors.ts';
import { decodeEscapes, withoutByteOrderMark } from '../text.ts';
import { oneLine } from './words.ts';

export type Node = Readonly<Record<string, unknown>>;

export interface Document {
  readonly root: Node;
  readonly version: '3.0' | '3.1';
  /** What was read in one of several possible ways. */
  readonly notes?: readonly string[];
}

export const largestDocument = 20 * 1024 * 1024;

const deepest = 200;
const mostNodes = 3_000_000;

/**
 * Parses an OpenAPI document, JSON or YAML. Nothing is fetched, and later only the parts needed for
 * commands are read: examples and extensions are only data. `convertSwagger` converts Swagger 2.0.
 */
export async function readDocument(
  bytes: Uint8Array,
  convertSwagger?: (root: Node) => Node,
): Promise<Document> {
  if (bytes.length > largestDocument) throw tooLarge();
  const notes: string[] = [];
  const parsed = await parseDocument(new TextDecoder().decode(bytes), (text) => notes.push(text));
  if (!isNode(parsed)) throw refuse('it is neither a JSON nor a YAML object');
  checkSize(parsed);
  const isOld = own(parsed, 'swagger') === '2.0' && convertSwagger !== undefined;
  const root = isOld ? convertSwagger(parsed) : parsed;
  return { root, version: versionOf(root), notes };
}

export function tooLarge(): CostctlError {
  return refuse(
    `it is larger than ${largestDocument / 1024 / 1024} MB`,
    'leave out everything that is not an operation of the service',
  );
}

export function refuse(reason: string, hint?: string): CostctlError {
  return new CostctlError('invalid_data', `this document cannot be used: ${reason}`, { hint });
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an own property: `__proto__` and `constructor` are ordinary names. */
export function own(node: unknown, key: string): unknown {
  return isNode(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

/** A text; a number is one too, as YAML reads a version without quotes. Anything else has none. */
export function textOf(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** Broken JSON larger than this is not tried as YAML: it would take long and give a worse message. */
const largestDoubtful = 1024 * 1024;

export async function parseDocument(text: string, note: (text: string) => void): Promise<unknown> {
  if (/^\uFEFF?\s*[{[]/.test(text)) {
    try {
      return JSON.parse(withoutByteOrderMark(text));
    } catch (cause) {
      // A YAML document may also start with a brace.
      if (text.length > largestDoubtful) throw refuse(`it is not JSON: ${messageOf(cause)}`);
    }
  }
  const { parseYaml } = await import('./parse-yaml.ts');
  try {
    return parseYaml(text, deepest, note);
  } catch (cause) {
    throw refuse(`it is neither JSON nor YAML: ${messageOf(cause)}`);
  }
}

function messageOf(cause: unknown): string {
  const [line = ''] = String(cause instanceof Error ? cause.message : cause).split('\n');
  return line.replace(/:$/, '').slice(0, 200);
}

export const howToConvert =
  'convert it and import the result: npx swagger2openapi --outfile openapi.json swagger.json, then costctl api import openapi.json';

function versionOf(root: Node): Document['version'] {
  const version = own(root, 'openapi');
  if (typeof version === 'string' && /^3\.[01](\.|$)/.test(version)) {
    return version.startsWith('3.0') ? '3.0' : '3.1';
  }
  const swagger = own(root, 'swagger');
  if (swagger !== undefined) {
    throw refuse(
      `it is a Swagger ${describeVersion(swagger)} document, and OpenAPI 3.0 or 3.1 is needed`,
      howToConvert,
    );
  }
  if (version === undefined)
    throw refuse('it is not an OpenAPI document: it has no "openapi" version');
  throw refuse(`its OpenAPI version is ${describeVersion(version)}, and 3.0 or 3.1 is needed`);
}

/** In YAML, 3.0 without quotes is the number 3. */
function describeVersion(version: unknown): string {
  return typeof version === 'string' ? version : `${JSON.stringify(version)} without quotes`;
}

/** YAML aliases can expand a few lines endlessly, in depth or in width. */
export function checkSize(root: unknown): void {
  let nodes = 0;
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null) return;
    if (depth > deepest) throw refuse(`it is nested deeper than ${deepest} levels`);
    for (const inner of Object.values(value)) {
      nodes += 1;
      if (nodes > mostNodes) throw refuse('its aliases expand to more than can be read');
      walk(inner, depth + 1);
    }
  };
  walk(root, 1);
}

/** An unreadable part of the document; it disables the operations that need it. */
export class BrokenPart extends Error {}

export const filesBeside = 'x-files-beside';

/** Finds the target of a pointer such as `#/components/schemas/Budget`. */
export function lookUp(root: Node, pointer: string): unknown {
  const file = /^#\/x-files-beside\/([^/]+)/.exec(pointer)?.[1];
  const isMissing =
    file !== undefined && own(own(root, filesBeside), decodePart(file)) === undefined;
  if (!pointer.startsWith('#') || isMissing) {
    throw new BrokenPart(`it refers to ${describePointer(pointer)}, outside of the document`);
  }
  let found: unknown = root;
  for (const part of pointer.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    const key = decodePart(part);
    found = Array.isArray(found) ? found[Number(key)] : own(found, key);
  }
  if (found === undefined) {
    throw new BrokenPart(
      `it refers to ${describePointer(pointer)}, which the document does not have`,
    );
  }
  return found;
}

export function moveReferences(value: unknown, move: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => moveReferences(item, move));
  if (!isNode(value)) return value;
  return mapValues(value, (inner, key) =>
    key === '$ref' && typeof inner === 'string' ? move(inner) : moveReferences(inner, move),
  );
}

/** The properties of a node with other values; none of anything else. */
export function mapValues<T>(
  node: unknown,
  change: (value: unknown, key: string) => T,
): Record<string, T> {
  const entries = isNode(node) ? Object.entries(node) : [];
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value, key)]));
}

const mostSteps = 50;

/** Follows references to anything but a schema: a parameter, a body, a response. */
export function follow(root: Node, raw: unknown): Node {
  let found = raw;
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const pointer = own(found, '$ref');
    if (typeof pointer !== 'string') return isNode(found) ? found : {};
    found = lookUp(root, pointer);
  }
  throw new BrokenPart(
    `the reference ${describePointer(String(own(raw, '$ref')))} refers to itself`,
  );
}

/** As the document has it: a file beside it has its own name. */
function describePointer(pointer: string): string {
  const written = pointer.replace(
    /^#\/x-files-beside\/([^/]+)(.?)/,
    (_all, file: string, rest: string) => decodePart(file) + (rest === '' ? '' : `#${rest}`),
  );
  return oneLine(written, 80);
}

function decodePart(part: string): string {
  const decoded = /%[0-9a-f]{2}/i.test(part) ? decodeEscapes(part) : part;
  return decoded.replaceAll('~1', '/').replaceAll('~0', '~');
}
