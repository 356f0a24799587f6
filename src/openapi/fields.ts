import { isReadOnly, propertiesOf, type Schema, type Schemas } from '../declaration/json-schema.ts';
import { describeValue, isTypedId, traitsOf } from './traits.ts';

/** The accepted values of parameters or properties, and of what is inside them. */
export type Fields = ReadonlyMap<string, Field>;

interface Field {
  readonly text: string;
  /** Its properties, or `[]` for each item of a list, or `.*` for each value of an open object. */
  readonly inside: () => Fields;
}

export function fieldsOf(
  list: readonly { name: string; required: boolean; schema: Schema }[],
  schemas: Schemas,
  prefix = '',
): Fields {
  // No request has what only the service sets.
  const sent = list.filter(({ schema }) => !isReadOnly(schema, schemas));
  return new Map(
    sent.map(({ name, required, schema }) => [
      `${prefix}${name}`,
      fieldOf(schema, schemas, required ? 'required, ' : 'optional, '),
    ]),
  );
}

function fieldOf(schema: Schema, schemas: Schemas, word = ''): Field {
  const inside = (): Fields => {
    if (isTypedId(schema, schemas)) return new Map();
    const { items, values } = traitsOf(schema, schemas);
    if (items !== undefined) return new Map([['[]', fieldOf(items, schemas)]]);
    const properties = propertiesOf(schema, schemas);
    return properties.length === 0 && values !== undefined
      ? new Map([['.*', fieldOf(values, schemas)]])
      : fieldsOf(properties, schemas, '.');
  };
  return { text: word + describeValue(schema, schemas), inside };
}

/** What differs, with what this program and what the document says of it. */
export type Finding = [what: string, program: string, document: string];

export function compareFields(place: string, ours: Fields, theirs: Fields, isInside = false) {
  const names = new Set([...ours.keys(), ...theirs.keys()]);
  return [...names].flatMap((name): Finding[] => {
    const [own, other] = [ours.get(name), theirs.get(name)];
    const what = `${place}${name}`;
    // Inside a value the two may differ: this program may always send a field that the document leaves optional,
    // and never send a null that its own schema allows.
    const sent = isInside ? own?.text.replace(/^required, /, 'optional, ') : own?.text;
    const texts = [own?.text, sent, isInside ? sent?.replace(/, or null$/, '') : sent];
    if (other === undefined || !texts.includes(other.text)) {
      return [[what, own?.text ?? '', other?.text ?? '']];
    }
    const [inOwn = new Map(), inOther] = [own?.inside(), other.inside()];
    // It is compared if both say something about it.
    return inOwn.size === 0 || inOther.size === 0 ? [] : compareFields(what, inOwn, inOther, true);
  });
}
