import type { Operation } from '../api/operation.ts';
import { operations } from '../api/operations.ts';
import { createConverter } from './convert.ts';
import type { DescribedOperation, Description, Unusable } from './description.ts';
import { type Document, isNode, own } from './document.ts';
import { findNamed } from './named.ts';
import { nameOperations } from './naming.ts';
import { type RawOperation, readOperation } from './operation.ts';
import { oneLine } from './words.ts';

/** From the service's document to the form that is kept. */
export function describeDocument(document: Document, imported: string): Description {
  const requests = createConverter(document);
  const source = { document, requests, answers: createConverter(document) };
  const usable: RawOperation[] = [];
  const unusable: Unusable[] = [];
  for (const [path, item] of entries(own(document.root, 'paths'))) {
    for (const [key, raw] of entries(item)) {
      if (!methods.has(key)) continue;
      const result = readOperation(source, { path, method: key.toUpperCase(), item, raw });
      if ('reason' in result) unusable.push(result);
      else usable.push(result);
    }
  }
  const { named, nameless } = nameAll(usable);
  return {
    title: oneLine(String(own(own(document.root, 'info'), 'title') ?? '')),
    version: oneLine(String(own(own(document.root, 'info'), 'version') ?? ''), 40),
    imported,
    operations: named,
    unusable: [...unusable, ...nameless],
    notes: notesOf(document),
    schemas: requests.schemas,
  };
}

/** The keys of a path that are methods; the others are parameters, servers, words. */
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

function entries(node: unknown): [string, unknown][] {
  return isNode(node) ? Object.entries(node) : [];
}

function nameAll(usable: readonly RawOperation[]): {
  named: DescribedOperation[];
  nameless: Unusable[];
} {
  const ownOperations = new Map(Object.values(operations).map((one) => [shapeOf(one), one]));
  const knownOf = (operation: RawOperation) => ownOperations.get(shapeOf(operation));
  const fresh = usable.filter((operation) => knownOf(operation) === undefined);
  const names = new Map(nameOperations(fresh).map((name, place) => [fresh[place], name]));
  const named: DescribedOperation[] = [];
  const nameless: Unusable[] = [];
  for (const operation of usable) {
    const { id, ...rest } = operation;
    const known = knownOf(operation);
    const command = names.get(operation);
    const label = id ?? `${operation.method} ${operation.path}`;
    if (known !== undefined) named.push({ ...rest, id: label, known: known.id });
    else if (command !== undefined)
      named.push({ ...rest, id: label, command, ...namedOf(operation, command) });
    else nameless.push({ ...rest, reason: 'no name is left for it that is not taken' });
  }
  return {
    named,
    nameless: nameless.map(({ method, path, reason }) => ({ method, path, reason })),
  };
}

function namedOf(
  { tag }: RawOperation,
  { group, action }: { group: string; action: string },
): { tag: string; named?: string } {
  const named = findNamed(group, action)?.operation;
  return named === undefined ? { tag } : { tag, named: `${named.tag}: ${named.name}` };
}

function shapeOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${withoutNames(path)}`;
}

/** Two paths that differ in the names of their holes alone are the same. */
export function withoutNames(path: string): string {
  // No brace within: of many that nothing closes, each would be followed to the end of the path.
  return path.replace(/\{[^{}]*\}/g, '{}');
}

function notesOf({ root }: Document): string[] {
  const servers = own(root, 'servers');
  const addresses = (Array.isArray(servers) ? servers : [])
    .map((server) => own(server, 'url'))
    .filter((url) => typeof url === 'string' && /^[a-z+]*:?\/\//i.test(url))
    .map((url) => oneLine(String(url)));
  if (addresses.length === 0) return [];
  return [
    `the servers of the document are ignored, the base address rules: ${addresses.join(', ')}`,
  ];
}
