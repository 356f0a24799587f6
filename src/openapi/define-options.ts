import {
  isReadOnly,
  nameChoice,
  type Property,
  propertiesOf,
  type Schema,
  type Schemas,
} from '../declaration/json-schema.ts';
import { jsonText } from '../json/stringify.ts';
import type { DescribedOperation, Parameter } from './description.ts';
import { isBinary } from './read-inputs.ts';
import { describeBounds, isTypedId, type Traits, traitsOf, wordsForHelp } from './traits.ts';
import { kebab, oneLine, wordsOf } from './words.ts';

/** An option from the document: a parameter or a first-level property of the body. */
export interface OptionDefinition extends Property {
  /** `threshold` for `--threshold`. */
  readonly name: string;
  /** As the service spells it. */
  readonly property: string;
  readonly place: 'query' | 'header' | 'body';
  /** A part of a body in parts can be a file. */
  readonly isPart: boolean;
  /** A switch has a `--no-` form; lists, maps and files may be repeated. */
  readonly kind: 'switch' | 'value' | 'list' | 'map' | 'file' | 'files';
  readonly placeholder: string;
  readonly description: string;
  readonly choices: readonly string[];
  readonly deprecated: boolean;
  readonly parameter?: Parameter;
}

/** The options of properties that were defined before: many operations have the same body. */
const definitionsKnown = new WeakMap<
  Property,
  { readonly plain: string; readonly definition: OptionDefinition }
>();

export function defineOptions(
  operation: DescribedOperation,
  schemas: Schemas,
  reserved: ReadonlySet<string>,
): OptionDefinition[] {
  const taken = new Set([...reserved, ...namesOfObjects]);
  const definitions: OptionDefinition[] = [];
  const add = (given: Given, prefix: string, from?: Property) => {
    const known = from && definitionsKnown.get(from);
    const plain = known?.plain ?? optionName(wordsOf(wordSigns(given, schemas)));
    const name = freeName(plain, prefix, taken);
    taken.add(name).add(`no-${name}`);
    const { required, isPart } = given;
    const held = known?.definition;
    if (held?.name === name && held.required === required && held.isPart === isPart) {
      definitions.push(held);
      return;
    }
    const isUsual = name === optionName(wordsOf(given.property));
    const note = isUsual ? [] : [`sent as ${oneLine(given.property, 60)}`];
    const definition = { name, ...describe(given, schemas, note) };
    definitions.push(definition);
    if (from !== undefined) definitionsKnown.set(from, { plain, definition });
  };
  for (const { parameter, place } of parametersOf(operation)) {
    const { name: property, schema, description } = parameter;
    const isProvided =
      parameter.fallback !== undefined ||
      parameter.retryKey === true ||
      (place === 'query' && property === operation.pages?.offset?.name);
    const required = parameter.required && !isProvided;
    add({ property, place, isPart: false, schema, required, description, parameter }, 'param');
  }
  for (const one of bodyOf(operation, schemas)) {
    const { name: property, schema, required } = one;
    const { description } = traitsOf(schema, schemas);
    const { page, limit, offset } = operation.pages ?? {};
    if (property === page?.name || property === limit?.name) continue;
    const place = { place: 'body', isPart: operation.body?.kind === 'multipart' } as const;
    const isNeeded = required && property !== offset?.name;
    add({ property, ...place, schema, required: isNeeded, description }, 'field', one);
  }
  return definitions;
}

type Given = Omit<OptionDefinition, 'name' | 'kind' | 'placeholder' | 'choices' | 'deprecated'>;

/** Names such as `constructor`, which every JavaScript object has. */
const namesOfObjects = Object.getOwnPropertyNames(Object.prototype).map((name) =>
  kebab(wordsOf(name)),
);

function parametersOf({ parameters, pages }: DescribedOperation) {
  const own = [pages?.page?.name, pages?.limit?.name];
  return parameters.flatMap((one) => {
    const { place, name, workspace } = one;
    if (place === 'path' || workspace) return [];
    // The options --page and --limit set these.
    const isPaging = place === 'query' && own.includes(name);
    // A value without alternatives is always sent.
    const isFixed = one.fallback !== undefined && one.schema.enum?.length === 1;
    return isPaging || isFixed ? [] : [{ parameter: one, place }];
  });
}

/** The first-level properties of a body, without those that only the service sets. */
export function bodyOf({ body }: DescribedOperation, schemas: Schemas): Property[] {
  if (body === undefined || body.kind === 'bytes') return [];
  return propertiesOf(body.schema, schemas).filter(
    ({ name, schema }) => !body.workspaces.includes(name) && !isReadOnly(schema, schemas),
  );
}

/** A name that is taken, or would be read as a negation, gets a prefix, and finally a number. */
function freeName(plain: string, prefix: string, taken: ReadonlySet<string>): string {
  if (plain !== '' && isFree(plain, taken)) return plain;
  const longer = plain === '' ? prefix : `${prefix}-${plain}`;
  if (plain !== '' && isFree(longer, taken)) return longer;
  for (let number = 1; ; number += 1) {
    if (isFree(`${longer}${number}`, taken)) return `${longer}${number}`;
  }
}

/** `DateSent<` is `--date-sent-before`. */
function wordSigns({ property, schema }: Given, schemas: Schemas): string {
  const isTime =
    /^date/.test(traitsOf(schema, schemas).format ?? '') || /date|time/i.test(property);
  const [less, more] = isTime ? ['before', 'after'] : ['below', 'above'];
  return property.replace(/<=?/g, ` ${less} `).replace(/>=?/g, ` ${more} `);
}

/** No word of an option starts with a digit, so that its camel-case name has the same words. */
function optionName(words: readonly string[]): string {
  return kebab(words).replace(/-(?=\d)/g, '');
}

function isFree(name: string, taken: ReadonlySet<string>): boolean {
  return !taken.has(name) && !taken.has(`no-${name}`) && !name.startsWith('no-');
}

function describe(
  given: Given,
  schemas: Schemas,
  note: readonly string[],
): Omit<OptionDefinition, 'name'> {
  const { schema, required } = given;
  const traits = traitsOf(schema, schemas);
  const kind = kindOf(given, traits, schemas);
  const inner = (kind === 'list' || kind === 'files') && traits.items ? traits.items : schema;
  const text = given.description || wordsForHelp(given.property);
  const allowed = kind === 'switch' ? [] : traitsOf(inner, schemas).choices;
  const shown = allowed.map((choice) => oneLine(nameChoice(choice), 60));
  const listed = shown.length === 0 ? '' : `: ${shown.join(', ')}`;
  // A word is a part of what is built of several.
  const isWhole = kind === 'value' || inner !== schema;
  const isRepeatable = kind === 'list' || kind === 'map' || kind === 'files';
  const deprecated = given.parameter?.deprecated === true || schema.deprecated === true;
  const extra = [
    deprecated ? 'deprecated' : '',
    ...note,
    describeBounds(inner, schemas),
    isRepeatable ? 'repeatable' : '',
    given.parameter?.retryKey === true ? 'made up if it is not given' : '',
    given.parameter?.fallback === undefined ? '' : `default ${given.parameter.fallback}`,
    required ? 'required' : '',
  ].filter((one) => one !== '');
  return {
    ...given,
    kind,
    deprecated,
    choices: isWhole ? allowed.map(jsonText) : [],
    placeholder: placeholderOf(inner, kind, schemas),
    description: `${text.replace(/\.$/, '')}${listed}${extra.length === 0 ? '' : ` (${extra.join(', ')})`}`,
  };
}

function kindOf({ schema, isPart }: Given, traits: Traits, schemas: Schemas) {
  const { types, items } = traits;
  const type = types.join();
  if (isPart && isBinary(schema, { schemas })) return 'file';
  if (isPart && items !== undefined && isBinary(items, { schemas })) return 'files';
  if (type === 'boolean') return 'switch';
  if (type === 'array' && (items === undefined || isScalar(items, schemas))) return 'list';
  return type === 'object' && !isTypedId(schema, schemas) ? 'map' : 'value';
}

function isScalar(schema: Schema, schemas: Schemas): boolean {
  const { types } = traitsOf(schema, schemas);
  if (isTypedId(schema, schemas)) return true;
  return types.length > 0 && !types.includes('object') && !types.includes('array');
}

function placeholderOf(schema: Schema, kind: OptionDefinition['kind'], schemas: Schemas): string {
  if (kind === 'file' || kind === 'files') return 'file';
  if (kind === 'map') return 'key=value';
  if (isTypedId(schema, schemas)) return 'id';
  const { types, format, choices } = traitsOf(schema, schemas);
  if (choices.length > 0) return 'choice';
  if (types.some((type) => type === 'object' || type === 'array') || types.length === 0) {
    return 'json';
  }
  if (types.includes('string')) return textPlaceholders.get(format ?? '') ?? 'text';
  if (types.includes('boolean')) return 'boolean';
  return types.join() === 'integer' ? 'n' : 'number';
}

const textPlaceholders = new Map([
  ['date', 'day'],
  ['date-time', 'time'],
  ['email', 'email'],
  ['uri', 'url'],
  ['url', 'url'],
  ['uuid', 'uuid'],
]);
