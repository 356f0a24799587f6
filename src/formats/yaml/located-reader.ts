import {
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml';
import { type Located, type Place, type Problem, throwProblems } from './file-problem.ts';
import { createPlaces, tooDeep } from './read-yaml.ts';
import { isRefusal, valueOfScalar } from './scalar-value.ts';

export interface SourceFile {
  /** The path shown to people. */
  readonly path: string;
  readonly text: string;
}

/** More values than people write: aliases of aliases can insert any number of them. */
const mostExpanded = 100_000;
export const deepest = 100;

/** Reads the events of a text from the first to the last, and for each alias the events of its anchor again. */
export class LocatedReader {
  readonly problems: Problem[] = [];
  readonly #file: string;
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #takesTexts: boolean;
  /** Where each alias's value begins: the last one before it with that anchor. By its place among the events. */
  readonly #targets: ReadonlyMap<number, number>;
  readonly #placeAt: ReturnType<typeof createPlaces>;
  #at = 0;
  #expanded = 0;
  /** Where the last scalar or alias ends. */
  #end = 0;

  constructor({ path, text }: SourceFile, events: readonly Event[], takesTexts: boolean) {
    this.#file = path;
    this.#text = text;
    this.#events = events;
    this.#takesTexts = takesTexts;
    this.#targets = findTargets(events, text);
    this.#placeAt = createPlaces(text);
  }

  readDocument(): Located {
    const start = this.#next();
    if (start.type !== EVENT_ID.DOCUMENT) {
      const place = { file: this.#file, line: 0, column: 0 };
      return { place, content: { kind: 'scalar', value: null } };
    }
    for (const directive of start.directives) {
      // Under YAML 1.1 `no` would be false and `0123` octal.
      if (directive.kind !== 'yaml' || directive.version === '1.2') continue;
      const message = `the file says YAML ${directive.version}`;
      const place = { file: this.#file, line: 1, column: 1 };
      throwProblems([{ ...place, path: '', message, expected: 'YAML 1.2' }]);
    }
    return this.#read(0, '', '');
  }

  /** An empty value is placed after the mark before it; what an alias inserts, at the alias (`at`). */
  #read(depth: number, path: string, mark: keyof typeof marks, at?: Place): Located {
    const index = this.#at;
    const event = this.#next();
    const place = at ?? this.#placeOf(event) ?? this.#placeAfter(mark);
    if (at !== undefined) this.#expanded += 1;
    if (depth > deepest || this.#expanded > mostExpanded) {
      const message = depth > deepest ? tooDeep : 'the aliases of the file insert too much';
      throwProblems([{ ...place, path: '', message }]);
    }
    switch (event.type) {
      case EVENT_ID.ALIAS: {
        const target = this.#targets.get(index);
        const name = this.#text.slice(event.anchorStart, event.anchorEnd);
        if (target === undefined) return this.#refuse(place, path, `unknown alias ${name}`);
        const next = this.#at;
        this.#at = target;
        const value = this.#read(depth + 1, path, '', place);
        this.#at = next;
        return value;
      }
      case EVENT_ID.MAPPING:
        this.#checkTag(event, path);
        return this.#readMap(depth, path, place, at);
      case EVENT_ID.SEQUENCE: {
        this.#checkTag(event, path);
        const items: Located[] = [];
        while (!this.#ends()) {
          items.push(this.#read(depth + 1, `${path}[${items.length}]`, '-', at));
        }
        return { place, content: { kind: 'list', items } };
      }
      case EVENT_ID.SCALAR:
        return this.#readScalar(event, place, path);
      default:
        return { place, content: { kind: 'scalar', value: null } };
    }
  }

  #readMap(depth: number, path: string, place: Place, at?: Place): Located {
    const members = new Map<string, { key: Place; value: Located }>();
    while (!this.#ends()) {
      const event = this.#next();
      const key = at ?? this.#placeOf(event) ?? place;
      const name = event.type === EVENT_ID.SCALAR ? this.#valueOf(event) : undefined;
      const inner = typeof name !== 'string' ? path : path === '' ? name : `${path}.${name}`;
      const checked = checkKey(name, event, this.#takesTexts);
      if (typeof checked !== 'string') {
        this.problems.push({ ...key, path: inner, ...checked });
        this.#skip(event);
        this.#skip(this.#next());
        continue;
      }
      if (members.has(checked)) {
        this.problems.push({ ...key, path: inner, message: 'a key is given twice' });
      }
      members.set(checked, { key, value: this.#read(depth + 1, inner, ':', at) });
    }
    return { place, content: { kind: 'map', members } };
  }

  #valueOf(event: ScalarEvent): ReturnType<typeof valueOfScalar> {
    const value = valueOfScalar(this.#text, event);
    const isText = this.#takesTexts && value !== null && (event.tagStart < 0 || !isRefusal(value));
    return isText ? getScalarValue(this.#text, event) : value;
  }

  #readScalar(event: ScalarEvent, place: Place, path: string): Located {
    const value = this.#valueOf(event);
    if (isRefusal(value)) {
      const { tagStart } = event;
      const start = tagStart < 0 ? place : this.#locate(tagStart);
      return this.#refuse(start, path, value.message);
    }
    const source = typeof value === 'string' ? undefined : getScalarValue(this.#text, event);
    return { place, content: { kind: 'scalar', value }, source };
  }

  #checkTag({ tagStart, tagEnd }: MappingEvent | SequenceEvent, path: string): void {
    if (tagStart < 0) return;
    const tag = this.#text.slice(tagStart, tagEnd);
    if (collectionTag.test(tag)) return;
    this.#refuse(this.#locate(tagStart), path, `Unresolved tag: ${tag}`);
  }

  #refuse(place: Place, path: string, message: string): Located {
    this.problems.push({ ...place, path, message });
    return { place, content: { kind: 'scalar', value: null } };
  }

  #next(): Event {
    const event = this.#events[this.#at] ?? { type: EVENT_ID.POP };
    this.#at += 1;
    const end = event.type === EVENT_ID.SCALAR ? event.valueEnd : -1;
    const aliasEnd = event.type === EVENT_ID.ALIAS ? event.anchorEnd : -1;
    this.#end = Math.max(this.#end, end, aliasEnd);
    return event;
  }

  /** Whether a list or map ends here; moves past the end. */
  #ends(): boolean {
    const ends = this.#events[this.#at]?.type === EVENT_ID.POP;
    if (ends) this.#at += 1;
    return ends;
  }

  #skip(event: Event): void {
    if (event.type !== EVENT_ID.MAPPING && event.type !== EVENT_ID.SEQUENCE) return;
    while (!this.#ends()) this.#skip(this.#next());
  }

  #placeAfter(mark: keyof typeof marks): Place {
    const pattern = marks[mark];
    pattern.lastIndex = this.#end;
    const offset = pattern.test(this.#text) ? pattern.lastIndex : this.#end;
    return this.#locate(offset);
  }

  /** Where an event begins; undefined for an empty value. */
  #placeOf(event: Event): Place | undefined {
    const offset = startOf(event, this.#text);
    return offset < 0 ? undefined : this.#locate(offset);
  }

  /** Names each member: for two objects in one, a spread takes many times as long. */
  #locate(offset: number): Place {
    const { line, column } = this.#placeAt(offset);
    return { file: this.#file, line, column };
  }
}

/** What may be between the last scalar and the mark after it, with the mark. */
const marks = { ':': /["']?\s*:/y, '-': /["']?(?:\s|#.*\n)*-/y, '': /["']?/y } as const;

const collectionTag = /^(?:!|(?:!!|!<tag:yaml\.org,2002:)(?:map|seq)>?)$/;

function startOf(event: Event, text: string): number {
  switch (event.type) {
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1;
    case EVENT_ID.SCALAR:
      break;
    default:
      return -1;
  }
  const { style, valueStart } = event;
  switch (style) {
    case SCALAR_STYLE.PLAIN:
      return valueStart;
    case SCALAR_STYLE.LITERAL_BLOCK:
      return text.lastIndexOf('|', valueStart - 1);
    case SCALAR_STYLE.FOLDED_BLOCK:
      return text.lastIndexOf('>', valueStart - 1);
    default:
      return valueStart - 1;
  }
}

function findTargets(events: readonly Event[], text: string): ReadonlyMap<number, number> {
  const anchors = new Map<string, number>();
  const targets = new Map<number, number>();
  for (const [at, event] of events.entries()) {
    if (!('anchorStart' in event) || event.anchorStart < 0) continue;
    const name = text.slice(event.anchorStart, event.anchorEnd);
    const target = anchors.get(name);
    if (event.type !== EVENT_ID.ALIAS) anchors.set(name, at);
    else if (target !== undefined) targets.set(at, target);
  }
  return targets;
}

/** The name, or what is wrong with it. A map of texts may have any. */
function checkKey(
  name: unknown,
  event: Event,
  takesTexts: boolean,
): string | Pick<Problem, 'message' | 'expected'> {
  if (typeof name !== 'string') return { message: 'a key must be text', expected: 'quotes' };
  if (takesTexts) return name;
  // Neither `__proto__` nor `<<` would be a field of the record, but their writer means one.
  if (name === '__proto__') return { message: 'is not a key that a record can have' };
  const isPlain = event.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN;
  if (name !== '<<' || !isPlain) return name;
  return {
    message: 'is a merge key, which YAML 1.2 does not have',
    expected: 'the keys themselves',
  };
}
