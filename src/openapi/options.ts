import type { DescribedOperation } from './description.ts';
import { type Property, propertiesOf, type Schema, type Schemas } from './schema.ts';
import { isTypedId, type Traits, traitsOf } from './traits.ts';
import { describeBounds } from './wording.ts';
import { kebab, wordsOf } from './words.ts';

/** An option that the document gives: a query parameter or a first-level property of the body. */
export interface OptionDefinition {
  /** `threshold` for `--threshold`. */
  readonly name: string;
  /** As the service spells it. */
  readonly property: string;
  readonly place: 'query' | 'body';
  /** A switch has a `--no-` twin; lists and maps may be repeated. */
  readonly kind: 'switch' | 'value' | 'list' | 'map';
  readonly placeholder: string;
  readonly description: string;
  readonly choices: readonly string[];
  readonly required: boolean;
  /** A list in a query: one parameter for each item, or one with commas. */
  readonly repeated: boolean;
  readonly schema: Schema;
}

/** The options of an operation, none with a name that is reserved for another. */
export function defineOptions(
  operation: DescribedOperation,
  schemas: Schemas,
  reserved: ReadonlySet<string>,
): OptionDefinition[] {
  const taken = new Set([...reserved, ...namesOfObjects]);
  const definitions: OptionDefinition[] = [];
  const add = (property: Omit<Property, 'name'> & Given, prefix: string) => {
    const name = freeName(property.property, prefix, taken);
    taken.add(name).add(`no-${name}`);
    definitions.push({ name, ...describe(property, schemas) });
  };
  for (const { name, schema, required, repeated, description } of queryOf(operation)) {
    add({ property: name, place: 'query', schema, required, repeated, description }, 'parameter');
  }
  for (const { name, schema, required } of bodyOf(operation, schemas)) {
    const description = traitsOf(schema, schemas).description;
    add({ property: name, place: 'body', schema, required, repeated: true, description }, 'field');
  }
  return definitions;
}

type Given = Pick<OptionDefinition, 'property' | 'place' | 'repeated' | 'description'>;

/** What `constructor` and the like would find on every object of JavaScript. */
const namesOfObjects = Object.getOwnPropertyNames(Object.prototype).map((name) =>
  kebab(wordsOf(name)),
);

function queryOf({ parameters, paged }: DescribedOperation) {
  return parameters.filter(
    ({ place, name, workspace }) =>
      place === 'query' && !workspace && !(paged && (name === 'page' || name === 'limit')),
  );
}

function bodyOf({ body }: DescribedOperation, schemas: Schemas): Property[] {
  if (body === undefined) return [];
  return propertiesOf(body.schema, schemas).filter(
    ({ name, schema }) => !body.workspaces.includes(name) && schema.readOnly !== true,
  );
}

/** A name that is taken, or that would be read as "not so", gets a word in front, at last a number. */
function freeName(property: string, prefix: string, taken: ReadonlySet<string>): string {
  const plain = kebab(wordsOf(property));
  if (plain !== '' && isFree(plain, taken)) return plain;
  const longer = plain === '' ? prefix : `${prefix}-${plain}`;
  if (plain !== '' && isFree(longer, taken)) return longer;
  for (let number = 1; ; number += 1) {
    if (isFree(`${longer}-${number}`, taken)) return `${longer}-${number}`;
  }
}

function isFree(name: string, taken: ReadonlySet<string>): boolean {
  return !taken.has(name) && !taken.has(`no-${name}`) && !name.startsWith('no-');
}

function describe(
  { schema, required, ...given }: Omit<Property, 'name'> & Given,
  schemas: Schemas,
): Omit<OptionDefinition, 'name'> {
  const traits = traitsOf(schema, schemas);
  const kind = kindOf(schema, traits, schemas);
  const inner = kind === 'list' && traits.items !== undefined ? traits.items : schema;
  const bounds = describeBounds(inner, schemas);
  const text = given.description || sentenceOf(given.property);
  const choices = kind === 'switch' ? [] : traitsOf(inner, schemas).choices.map(String);
  const listed = choices.length === 0 ? '' : `: ${choices.join(', ')}`;
  const extra = [
    ...(bounds === '' ? [] : [bounds]),
    ...(kind === 'list' || kind === 'map' ? ['repeatable'] : []),
    ...(required ? ['required'] : []),
  ];
  return {
    ...given,
    schema,
    required,
    kind,
    choices,
    placeholder: placeholderOf(inner, kind, schemas),
    description: `${text.replace(/\.$/, '')}${listed}${extra.length === 0 ? '' : ` (${extra.join(', ')})`}`,
  };
}

function kindOf(
  schema: Schema,
  { types, items }: Traits,
  schemas: Schemas,
): OptionDefinition['kind'] {
  const type = types.join();
  if (type === 'boolean') return 'switch';
  if (type === 'array' && (items === undefined || isScalar(items, schemas))) return 'list';
  return type === 'object' && isTextMap(schema, schemas) ? 'map' : 'value';
}

function isScalar(schema: Schema, schemas: Schemas): boolean {
  const { types } = traitsOf(schema, schemas);
  if (isTypedId(schema, schemas)) return true;
  return types.length > 0 && !types.includes('object') && !types.includes('array');
}

/** An object of texts under any name, as labels are. */
function isTextMap(schema: Schema, schemas: Schemas): boolean {
  if (propertiesOf(schema, schemas).length > 0) return false;
  const { values } = traitsOf(schema, schemas);
  return values !== undefined && traitsOf(values, schemas).types.join() === 'string';
}

function placeholderOf(schema: Schema, kind: OptionDefinition['kind'], schemas: Schemas): string {
  if (kind === 'map') return 'key=text';
  if (isTypedId(schema, schemas)) return 'id';
  const { types, format, choices } = traitsOf(schema, schemas);
  if (choices.length > 0) return 'choice';
  if (types.some((type) => type === 'object' || type === 'array') || types.length === 0) {
    return 'json';
  }
  if (types.includes('integer')) return 'n';
  if (types.includes('number')) return 'number';
  return format === 'date' ? 'day' : format === 'date-time' ? 'time' : 'text';
}

/** What a name says where the document says nothing: `syncFrequency` is "sync frequency". */
function sentenceOf(property: string): string {
  return wordsOf(property).join(' ');
}
