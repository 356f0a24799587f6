import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { AnswerForm as InputForm } from '../../api/http.ts';
import { checkValue, type Fault } from '../../described/check.ts';
import type { Parameter } from '../../described/description.ts';
import type { OptionDefinition } from '../../described/options.ts';
import type { Schemas } from '../../described/schema.ts';
import { convertText, readValue } from '../../described/values.ts';
import type { JsonValue } from '../../json/number.ts';
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

/** The form of a command's input, with the document's rules as its own. */
export function createInputForm(
  command: Command,
  definition: Definition,
): InputForm<DescribedInput> {
  const { schemas } = definition.description;
  return {
    safeParse(value) {
      const given = new Map(Object.entries(value ?? {}));
      const shared = SharedInput.safeParse(sharedPart(given, definition));
      if (!shared.success) return { success: false, error: shared.error };
      const issues: Issue[] = [];
      const note = (name: string, faults: readonly Fault[]) => {
        for (const fault of faults) issues.push({ path: [name], message: tell(fault) });
      };
      const path = definition.arguments.map((hole, place): [string, string] => {
        const name = camelCase(command.registeredArguments[place]?.name() ?? '');
        const text = String(given.get(name) ?? '');
        note(name, checkParameter(hole, text, schemas));
        return [hole.name, text];
      });
      const query: [string, string][] = [];
      const fields: [string, JsonValue][] = [];
      for (const option of definition.options) {
        const name = camelCase(option.name);
        const said = given.get(name);
        if (said === undefined) {
          if (option.required && option.place === 'query')
            note(name, [{ path: [], message: 'is required' }]);
          continue;
        }
        note(name, checkPairs(option, said));
        const one = readValue(option, said, schemas);
        note(name, checkValue(option.schema, one, schemas));
        if (option.place === 'body') fields.push([option.property, one]);
        else query.push(...toQuery(option, one));
      }
      const { merge = false, data, set, setJson, ...list } = shared.data;
      for (const [name, text] of pagingTexts(list)) {
        const parameter = definition.operation.parameters.find((one) => one.name === name);
        if (parameter !== undefined)
          note(name in list ? name : 'param', checkParameter(parameter, text, schemas));
      }
      if (issues.length > 0) return { success: false, error: { issues } };
      const input = {
        path: Object.fromEntries(path),
        query,
        fields,
        merge,
        list,
        body: { data, set, setJson },
      };
      return { success: true, data: input };
    },
  };
}

/** What the document calls `max` or `data` is no option of every list or body. */
function sharedPart(given: ReadonlyMap<string, unknown>, { operation }: Definition): object {
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
