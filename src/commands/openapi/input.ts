import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Schema as InputForm } from '../../api/schema.ts';
import type { JsonValue } from '../../json/number.ts';
import { checkValue, type Fault } from '../../openapi/check.ts';
import type { Parameter } from '../../openapi/description.ts';
import type { OptionDefinition } from '../../openapi/options.ts';
import type { Schemas } from '../../openapi/schema.ts';
import { convertText, readValue } from '../../openapi/values.ts';
import { type BodyInput, bodyInput } from '../body.ts';
import { type ListInput, listInput, wholeNumber } from '../options.ts';
import type { Definition } from './definition.ts';

/** What a person gave, as values that the document allows. */
export interface DescribedInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  /** First-level properties of the body. */
  readonly fields: readonly (readonly [string, JsonValue])[];
  readonly list: ListInput;
  readonly body: BodyInput;
  readonly merge: boolean;
}

const SharedInput = z.object({
  ...listInput,
  // The document has bounds of its own.
  limit: z.optional(wholeNumber(1)),
  ...bodyInput,
  merge: z.optional(z.boolean()),
});
const nothingShared: z.infer<typeof SharedInput> = {};

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Takes down what is wrong with the argument or option of a name. */
type Note = (name: string, faults: readonly Fault[]) => void;

type Given = ReadonlyMap<string, unknown>;

/** The form of a command's input, with the document's rules as its own. */
export function createInputForm(
  command: Command,
  definition: Definition,
): InputForm<DescribedInput> {
  return {
    safeParse(value) {
      const given: Given = new Map(Object.entries(value ?? {}));
      const shared = SharedInput.safeParse(sharedPart(given, definition));
      if (!shared.success) return { success: false, error: shared.error };
      const issues: Issue[] = [];
      const note: Note = (name, faults) => {
        for (const fault of faults) issues.push({ path: [name], message: tell(fault) });
      };
      const { merge = false, data, set, setJson, ...list } = shared.data;
      const path = readArguments(command, definition, given, note);
      const { query, fields } = readOptions(definition, given, note);
      checkPaging(definition, list, note);
      if (issues.length > 0) return { success: false, error: { issues } };
      const body = { data, set, setJson };
      return { success: true, data: { path, query, fields, merge, list, body } };
    },
  };
}

function readArguments(
  command: Command,
  { arguments: holes, description: { schemas } }: Definition,
  given: Given,
  note: Note,
): DescribedInput['path'] {
  const entries = holes.map((hole, place) => {
    const name = camelCase(command.registeredArguments[place]?.name() ?? '');
    const text = String(given.get(name) ?? '');
    note(name, checkParameter(hole, text, schemas));
    return [hole.name, text] as const;
  });
  return Object.fromEntries(entries);
}

function readOptions(
  { options, description: { schemas } }: Definition,
  given: Given,
  note: Note,
): Pick<DescribedInput, 'query' | 'fields'> {
  const query: [string, string][] = [];
  const fields: [string, JsonValue][] = [];
  for (const option of options) {
    const name = camelCase(option.name);
    const said = given.get(name);
    if (said === undefined) {
      if (option.required && option.place === 'query')
        note(name, [{ path: [], message: 'is required' }]);
      continue;
    }
    note(name, checkPairs(option, said));
    const value = readValue(option, said, schemas);
    note(name, checkValue(option.schema, value, schemas));
    if (option.place === 'body') fields.push([option.property, value]);
    else query.push(...toQuery(option, value));
  }
  return { query, fields };
}

/** What every list has may be bounded by the document. */
function checkPaging(
  { operation: { parameters }, description: { schemas } }: Definition,
  list: ListInput,
  note: Note,
): void {
  for (const [name, text] of pagingTexts(list)) {
    const parameter = parameters.find((one) => one.name === name);
    if (parameter !== undefined)
      note(name in list ? name : 'param', checkParameter(parameter, text, schemas));
  }
}

/** What the document calls `max` or `data` is no option of every list or body. */
function sharedPart(given: Given, { operation }: Definition): object {
  const names = [
    ...(operation.paged ? Object.keys(listInput) : []),
    ...(operation.body === undefined ? [] : [...Object.keys(bodyInput), 'merge']),
  ];
  const entries = names.filter((name) => given.has(name)).map((name) => [name, given.get(name)]);
  return entries.length === 0 ? nothingShared : Object.fromEntries(entries);
}

function pagingTexts({ page, limit, param }: ListInput): [string, string][] {
  const numbers = Object.entries({ page, limit }).flatMap(([name, number]): [string, string][] =>
    number === undefined ? [] : [[name, String(number)]],
  );
  const others = Object.entries(param ?? {}).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return [...numbers, ...others];
}

function checkParameter({ schema }: Parameter, text: string, schemas: Schemas): Fault[] {
  return checkValue(schema, convertText(schema, text, schemas), schemas);
}

function checkPairs({ kind }: OptionDefinition, given: unknown): Fault[] {
  const texts: unknown[] = kind === 'map' && Array.isArray(given) ? given : [];
  return texts.every((text) => String(text).indexOf('=') > 0)
    ? []
    : [{ path: [], message: 'must have the form key=value' }];
}

function toQuery({ property, repeated }: OptionDefinition, value: JsonValue): [string, string][] {
  if (!Array.isArray(value)) return [[property, String(value)]];
  const texts = value.map(String);
  return repeated ? texts.map((text) => [property, text]) : [[property, texts.join(',')]];
}

/** `item 2: must be text`; that an id is wrapped in an object is nothing to people. */
function tell({ path, message }: Fault): string {
  const place = path
    .filter((step) => step !== 'Value')
    .map((step) => (typeof step === 'number' ? `item ${step + 1}` : step));
  return place.length === 0 ? message : `${place.join(' ')}: ${message}`;
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
}
