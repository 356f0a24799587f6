import { type Converter, follow } from './convert.ts';
import { type Document, isNode, type Node, own } from './document.ts';
import { jsonContent } from './media.ts';
import { type Property, propertiesOf, type Schema, type Schemas } from './schema.ts';
import { traitsOf } from './traits.ts';
import { oneLine } from './words.ts';

export interface Answer {
  readonly success: readonly number[];
  readonly paged: boolean;
  readonly list: boolean;
  readonly fields: readonly string[];
  readonly columns: readonly string[];
  /** Why it cannot be shown. */
  readonly reason?: string;
}

const anySuccess = [200, 201, 202, 203, 204, 205, 206];
const roomForColumns = 6;

/** What the program must know of the answers of an operation. */
export function readAnswer(
  document: Document,
  converter: Converter,
  node: Node,
  takesPage: boolean,
): Answer {
  const responses = isNode(own(node, 'responses'))
    ? Object.entries(own(node, 'responses') ?? {})
    : [];
  const codes = responses.map(([code]) => code).filter((code) => /^2\d\d$/.test(code));
  const success =
    codes.length === 0 || responses.some(([code]) => /^2xx$/i.test(code))
      ? anySuccess
      : codes.map(Number);
  const told = responses
    .filter(([code]) => /^2(\d\d|xx)$/i.test(code) || (codes.length === 0 && code === 'default'))
    .map(([, response]) => own(follow(document.root, response), 'content'))
    .filter((content) => isNode(content) && Object.keys(content).length > 0);
  const nothing = { success, paged: false, list: false, fields: [], columns: [] };
  if (told.length === 0) return nothing;
  const media = told.map(jsonContent).find((one) => one !== undefined);
  if (media === undefined) {
    const kinds = told.flatMap((content) => Object.keys(content ?? {}));
    return {
      ...nothing,
      reason: `it answers with ${oneLine(kinds.join(' or '))}, and only JSON is read`,
    };
  }
  return { success, ...readForm(converter, own(media, 'schema'), takesPage) };
}

function readForm(
  { convert, schemas }: Converter,
  rawSchema: unknown,
  takesPage: boolean,
): Omit<Answer, 'success'> {
  const schema = convert(rawSchema);
  const properties = propertiesOf(schema, schemas);
  const data = properties.find((property) => property.name === 'data');
  const enveloped =
    data !== undefined &&
    isList(data.schema, schemas) &&
    properties.some((property) => property.name === 'links');
  const paged = takesPage && enveloped;
  const bare = isList(schema, schemas);
  const record = paged ? itemsOf(data.schema, schemas) : bare ? itemsOf(schema, schemas) : schema;
  const shown = propertiesOf(record, schemas);
  return {
    paged,
    list: paged || bare,
    fields: shown.map((property) => property.name),
    columns: chooseColumns(shown, schemas),
  };
}

function isList(schema: Schema, schemas: Schemas): boolean {
  return traitsOf(schema, schemas).types.join() === 'array';
}

function itemsOf(schema: Schema, schemas: Schemas): Schema {
  return traitsOf(schema, schemas).items ?? {};
}

/** What a person wants first: the first fields that are one word or number each. */
function chooseColumns(properties: readonly Property[], schemas: Schemas): string[] {
  const simple = properties.filter(({ name, schema }) => {
    const { types } = traitsOf(schema, schemas);
    return (
      !types.includes('array') &&
      (!types.includes('object') || name === 'id') &&
      !name.includes('.')
    );
  });
  return simple.slice(0, roomForColumns).map((property) => property.name);
}
