import { EVENT_ID, type Event, parseEvents, YAMLException } from 'js-yaml';
import type { Document } from 'yaml';
import { createPlaces, findExcess, readYaml } from '../formats/yaml/read-yaml.ts';
import { InvalidConfig, type Located, throwProblems } from './file-problem.ts';
import { deepest, LocatedReader, type SourceFile } from './located-reader.ts';

/**
 * Reads YAML 1.2 with the core schema, or JSON, and keeps the place of every value. In every
 * file `no` is text, duplicate keys are refused, and numbers keep their digits. The library that
 * edits YAML takes several times as long to read it.
 */
export function parseFile(source: SourceFile): Located {
  const reader = new LocatedReader(source, readEvents(source));
  const root = reader.readDocument();
  throwProblems(reader.problems);
  return root;
}

/** A file as a document that can be edited in its text. */
export function parseForEdits(source: SourceFile): Document {
  const { document, problems } = readSlowly(source, true);
  throwProblems(problems);
  return document;
}

function readSlowly({ path: file, text }: SourceFile, tokens: boolean) {
  const { document, problems, placeAt } = readYaml(text, { tokens });
  const placed = problems.map(({ offset, message, key = '' }) => ({
    ...{ file, ...placeAt(offset), path: key, message },
  }));
  return { document, problems: placed };
}

/** Lines, keys and items: each takes about 400 bytes of events. */
const mostMarks = 600_000;

function readEvents(source: SourceFile): readonly Event[] {
  const excess = findExcess(source.text, mostMarks);
  if (excess !== undefined) {
    const place = { file: source.path, ...createPlaces(source.text)(excess.offset) };
    throw new InvalidConfig([{ ...place, path: '', message: excess.message }]);
  }
  try {
    const events = parseEvents(source.text, { maxDepth: deepest * 2 });
    if (events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length > 1) {
      throw refuse(source, 0, 'a file has one document');
    }
    return events;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw refuse(source, error.mark?.position ?? 0, error.reason);
  }
}

/** The library that edits YAML describes more precisely what is wrong with a text. */
function refuse(source: SourceFile, offset: number, message: string): InvalidConfig {
  const { problems } = readSlowly(source, false);
  const place = { file: source.path, ...createPlaces(source.text)(offset) };
  return new InvalidConfig(problems.length > 0 ? problems : [{ ...place, path: '', message }]);
}
