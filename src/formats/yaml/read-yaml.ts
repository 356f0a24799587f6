import { Document, LineCounter, parseDocument } from 'yaml';
import type { Place, Problem } from './file-problem.ts';
import type { SourceFile } from './located-reader.ts';

/**
 * Reads YAML 1.2 with the core schema for edits: every node knows its place, and with `tokens` the text can be
 * changed. Repeated keys are not found: the library would compare each key with all others of its map.
 */
export function readYaml(
  { path: file, text }: SourceFile,
  tokens: boolean,
): { readonly document: Document; readonly problems: readonly Problem[] } {
  const placeAt = createPlaces(text);
  const problemAt = (offset: number, message: string) => ({
    ...{ file, ...placeAt(offset), path: '', message },
  });
  const refuse = (offset: number, message: string) => ({
    ...{ document: new Document(null), problems: [problemAt(offset, message)] },
  });
  const excess = findExcess(text, tokens ? mostForNodes / 2 : mostForNodes);
  if (excess !== undefined) return refuse(excess.offset, excess.message);
  try {
    const document = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      merge: false,
      uniqueKeys: false,
      strict: true,
      prettyErrors: false,
      keepSourceTokens: tokens,
      logLevel: 'error',
    });
    const lines = new Set<number>();
    const found = [...document.errors, ...document.warnings];
    found.sort((one, other) => one.pos[0] - other.pos[0]);
    const problems = found.flatMap(({ code, message, pos: [offset] }) => {
      const { line } = placeAt(offset);
      // What follows in the line was not expected either.
      if (code === 'UNEXPECTED_TOKEN' && lines.has(line)) return [];
      lines.add(line);
      return [problemAt(offset, explanations[code] ?? message.split('\n', 1)[0] ?? message)];
    });
    return { document, problems };
  } catch (error) {
    // The library recurses: a file of brackets overflows its stack.
    if (!(error instanceof RangeError)) throw error;
    return refuse(0, tooDeep);
  }
}

export function createPlaces(text: string): (offset: number) => Pick<Place, 'line' | 'column'> {
  const lines = new LineCounter();
  // The line of the last offset: the next one is often in it too.
  let [line, start, end] = [0, 0, -1];
  return (offset) => {
    if (lines.lineStarts.length === 0) {
      lines.addNewLine(0);
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
        lines.addNewLine(at + 1);
      }
    }
    if (offset < start || offset >= end) {
      const found = lines.linePos(offset);
      line = found.line;
      start = offset - found.col + 1;
      end = lines.lineStarts[line] ?? Number.POSITIVE_INFINITY;
    }
    return { line, column: offset - start + 1 };
  };
}

export const tooDeep = 'the file is nested too deeply';
/** No text in quotes has as many brackets or dashes by chance. */
const deepest = 20_000;
/** The library takes up to two kilobytes for each of these marks, and twice as much with tokens. */
export const mostForNodes = 200_000;
const marks = new Set(Array.from('\n,:?[{&*', (mark) => mark.charCodeAt(0)));

/** Finds where a text becomes so large, or so deep, that a library would fail or take a gigabyte. */
export function findExcess(text: string, most: number) {
  let [brackets, dashes, found] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (marks.has(code)) found += 1;
    if (found > most) {
      const message = `the file has more than ${most} lines, keys and items; split it into several files`;
      return { offset: at, message };
    }
    if (code === open.list || code === open.map) brackets += 1;
    // The code of a closing bracket is two more than that of the opening one.
    else if (code === open.list + 2 || code === open.map + 2) brackets = Math.max(0, brackets - 1);
    if (code === open.item || code === open.key) dashes += 1;
    else if (code !== space) dashes = 0;
    if (brackets > deepest || dashes > deepest) return { offset: at, message: tooDeep };
  }
  return undefined;
}

const open = { list: 0x5b, map: 0x7b, item: 0x2d, key: 0x3f } as const;
const space = 0x20;

const explanations: Readonly<Record<string, string>> = {
  UNEXPECTED_TOKEN: 'this does not belong here: a text with { } [ ] , # or : in it needs quotes',
  MULTIPLE_DOCS: 'a file has one document, and a second one begins here',
};
