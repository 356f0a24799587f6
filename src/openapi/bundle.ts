import { decodeEscapes } from '../text.ts';
import {
  checkSize,
  type Document,
  filesBeside,
  isNode,
  largestDocument,
  moveReferences,
  type Node,
  own,
  parseDocument,
  tooLarge,
} from './document.ts';

/** The text of a file beside the document, by its path below the document's folder. */
export type ReadBeside = (path: string) => Promise<string>;

/**
 * Puts the files beside a document into it: each file becomes a part of its own, and references to the file
 * lead to that part. An address is never fetched, and a file outside of the folder is not read.
 */
export async function bundle(document: Document, readBeside: ReadBeside): Promise<Document> {
  const files = new Map<string, unknown>();
  const pending: string[] = [];

  const relocate = (value: unknown, from?: string) =>
    moveReferences(value, (reference) => target(reference, from));

  function target(reference: string, from: string | undefined): string {
    const [path = '', pointer = ''] = reference.split('#');
    if (path === '') return from === undefined ? reference : pointerTo(from, pointer);
    const file = resolveBeside(path, from ?? '');
    if (file === undefined) return reference;
    if (!files.has(file)) {
      files.set(file, undefined);
      pending.push(file);
    }
    return pointerTo(file, pointer);
  }

  const root = relocate(document.root);
  let size = 0;
  const notes = [...(document.notes ?? [])];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    const path = file;
    try {
      const text = await readBeside(file);
      size += text.length;
      if (size > largestDocument) break;
      const parsed = await parseDocument(text, (said) => notes.push(`${path}: ${said}`));
      checkSize(parsed);
      files.set(file, relocate(parsed, file));
    } catch {
      // The operations that need this file say that the document does not have it.
      files.delete(file);
    }
  }
  if (size > largestDocument) throw tooLarge();
  if (files.size === 0 || !isNode(root)) return document;
  const whole: Node = { ...root, [filesBeside]: Object.fromEntries(files) };
  return { ...document, root: whole, notes };
}

export function hasFilesBeside(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasFilesBeside);
  if (!isNode(value)) return false;
  const reference = own(value, '$ref');
  if (typeof reference === 'string' && resolveBeside(reference.split('#')[0] ?? '', ''))
    return true;
  return Object.values(value).some(hasFilesBeside);
}

/** A path below the folder of the document; undefined for an address or a file outside of it. */
function resolveBeside(path: string, from: string): string | undefined {
  if (path === '' || /^[a-z][a-z\d+.-]*:|^[/\\]/i.test(path) || /[\0\p{Surrogate}]/u.test(path))
    return undefined;
  const parts = from.split('/').slice(0, -1);
  for (const part of decodeEscapes(path).split(/[/\\]/)) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts.length === 0 ? undefined : parts.join('/');
}

function pointerTo(file: string, pointer: string): string {
  const key = encodeURIComponent(file.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `#/${filesBeside}/${key}${pointer}`;
}
