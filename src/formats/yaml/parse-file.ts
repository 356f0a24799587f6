import { EVENT_ID, type Event, parseEvents, YAMLException } from 'js-yaml';
import type { Document } from 'yaml';
import { InvalidFile, type Located, throwProblems } from './file-problem.ts';
import { deepest, LocatedReader, type SourceFile } from './located-reader.ts';
import { createPlaces, findExcess, mostForNodes, readYaml, tooDeep } from './read-yaml.ts';

/**
 * Reads YAML 1.2 with the core schema, or JSON, and keeps the place of every value. In every
 * file `no` is text, duplicate keys are refused, and numbers keep their digits. The library that
 * edits YAML takes several times as long to read it. With `takesTexts` a number is the text that it was written as.
 */
export function parseFile(source: SourceFile, takesTexts = false): Located {
  const reader = new LocatedReader(source, readEvents(source), takesTexts);
  const root = reader.readDocument();
  throwProblems(reader.problems);
  return root;
}

export function parseForEdits(source: SourceFile): Document {
  const { document, problems } = readYaml(source, true);
  throwProblems(problems);
  return document;
}

/** Lines, keys and items: each takes about 400 bytes of events. */
const mostForEvents = 600_000;

function readEvents(source: SourceFile): readonly Event[] {
  const excess = findExcess(source.text, mostForEvents);
  if (excess !== undefined) throw problemAt(source, excess.offset, excess.message);
  try {
    const events = parseEvents(source.text, { maxDepth: deepest * 2 });
    if (events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length > 1) {
      throw refuse(source, 0, 'a file has one document');
    }
    return events;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const message = /^nesting exceeded/.test(error.reason) ? tooDeep : error.reason;
    throw refuse(source, error.mark?.position ?? 0, message);
  }
}

/** The library that edits YAML describes more precisely what is wrong with a text that it can read. */
function refuse(source: SourceFile, offset: number, message: string): InvalidFile {
  const isTooLarge = findExcess(source.text, mostForNodes) !== undefined;
  const { problems } = isTooLarge ? { problems: [] } : readYaml(source, false);
  return problems.length > 0 ? new InvalidFile(problems) : problemAt(source, offset, message);
}

function problemAt({ path: file, text }: SourceFile, offset: number, message: string) {
  return new InvalidFile([{ file, ...createPlaces(text)(offset), path: '', message }]);
}
