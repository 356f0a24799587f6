import { EVENT_ID, type Event, parseEvents, YAMLException } from 'js-yaml';
import { type Located, type SourceFile, Unreadable, type YamlProblem } from './located.ts';
import { deepest, LocatedReader } from './located-reader.ts';
import { createPlaces, findExcess, mostForNodes, readYaml } from './read-yaml.ts';

/** A file that was read; `root` is only of use if there are no problems. */
interface LocatedFile {
  readonly root: Located;
  /** In the order of the text. */
  readonly problems: readonly YamlProblem[];
}

/**
 * Reads YAML 1.2 with the core schema, or JSON, and keeps the place of every value. In every
 * file `no` is text, duplicate keys are refused, and numbers keep their digits. The library that
 * edits YAML takes several times as long to read it. `takesTexts`: a number is the text that it was written as.
 */
export function readLocated(source: SourceFile, takesTexts = false): LocatedFile {
  try {
    const reader = new LocatedReader(source, readEvents(source), takesTexts);
    return { root: reader.readDocument(), problems: reader.problems };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const place = { file: source.path, line: 0, column: 0 };
    return { root: { place, content: { kind: 'scalar', value: null } }, problems: error.problems };
  }
}

/** What is wrong with a text, as the library that edits YAML describes it. */
export function readForEdits(source: SourceFile, tokens = true) {
  const { document, problems, placeAt } = readYaml(source.text, tokens);
  const placed = problems.map(({ offset, message }) => ({
    ...{ file: source.path, ...placeAt(offset), path: '', message },
  }));
  return { document, problems: placed };
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
    throw refuse(source, error.mark?.position ?? 0, error.reason);
  }
}

/** The library that edits YAML describes more precisely what is wrong with a text that it can read. */
function refuse(source: SourceFile, offset: number, message: string): Unreadable {
  const isTooLarge = findExcess(source.text, mostForNodes) !== undefined;
  const { problems } = isTooLarge ? { problems: [] } : readForEdits(source, false);
  return problems.length > 0 ? new Unreadable(problems) : problemAt(source, offset, message);
}

function problemAt({ path: file, text }: SourceFile, offset: number, message: string): Unreadable {
  return new Unreadable([{ file, ...createPlaces(text)(offset), path: '', message }]);
}
