import type { Pages } from '../../api/list-form.ts';
import type { Operation } from '../../api/operation.ts';
import { type Command, command } from '../../command.ts';
import { kind, oneOf, text, wholeNumber } from '../../declaration/kind.ts';
import { kebabCase } from '../../declaration/line.ts';
import { type Argument, flag, type Option, optional, repeated } from '../../declaration/option.ts';
import {
  changeOptions,
  listOptions,
  outputOptions,
  parameterOption,
} from '../../declaration/shared.ts';
import { within } from '../../grouping.ts';
import { bodyOf, defineOptions, type OptionDefinition } from '../../openapi/define-options.ts';
import {
  type DescribedOperation,
  type Description,
  type Parameter,
  takesWorkspace,
} from '../../openapi/description.ts';
import { assumePages } from '../../openapi/responses.ts';
import { traitsOf } from '../../openapi/traits.ts';
import { kebab, wordsOf } from '../../openapi/words.ts';
import type { Column } from '../../output/view.ts';
import { globalOptions } from '../../settings/global-options.ts';
import { bodyFields, headerOption, mediaType, mergeOption } from '../request-options.ts';
import { declareArgument, declareOption } from './declare-option.ts';
import { exampleOf } from './described-example.ts';
import { type Definition, keyOf } from './operation-input.ts';
import { sendDescribed } from './send-described.ts';

/** `extended`: the built-in command that gets the options of the document. */
export function describedCommand(
  described: DescribedOperation,
  description: Description,
  { words, extended }: { words: string; extended?: Command },
): Command {
  const { schemas } = description;
  const pages = assumePages(described, schemas);
  const operation = pages === undefined ? described : { ...described, pages };
  // A workspace in the path is the one of the run, unless the built-in command has an argument for it.
  const placeholders = placeholdersOf(operation).filter(
    (one) => extended !== undefined || !one.workspace,
  );
  const reading = findReading(operation, description);
  const names = placeholders.map((one) => argumentNameOf(one, placeholders));
  const nullable = bodyOf(operation, schemas)
    .filter((one) => traitsOf(one.schema, schemas).nullable)
    .map((one) => one.name);
  const own = ownOptions(operation, { mergeable: reading !== undefined, nullable });
  const options = defineOptions(
    operation,
    schemas,
    new Set([...sharedNames, ...Object.keys(own).map(kebabCase), ...names]),
  );
  const queried = options.find((one) => one.property.toLowerCase() === 'query');
  const definition: Definition = {
    operation,
    description,
    options,
    arguments: placeholders,
    reading,
    nullable,
  };
  const declared = options.map((one): [string, Option] => [
    keyOf(one.name),
    within(optionsKnown, one, () => declareOption(one, schemas)),
  ]);
  const asked: [string, Option][] =
    queried === undefined ? [] : [['query', ambiguousQuery(queried, operation)]];
  const argumentKeys = extended === undefined ? names.map(keyOf) : Object.keys(extended.arguments);
  const isChange = operation.method !== 'GET';
  const { columns, fields } = operation;
  return command({
    words,
    purpose: extended?.purpose ?? purposeOf(operation),
    operation,
    ...(operation.description === undefined ? {} : { details: wrap(operation.description) }),
    ...(isChange ? { changes: 'service' } : {}),
    ...(operation.removes === true ? { irreversible: true } : {}),
    ...(takesWorkspace(operation) ? { workspace: true } : {}),
    extensions: ['*'],
    view: { columns: columns.map(columnOf), fields },
    arguments:
      extended?.arguments ??
      Object.fromEntries(
        placeholders.map((one, place): [string, Argument] => {
          const name = names[place] ?? '';
          return [keyOf(name), declareArgument(one, name, schemas)];
        }),
      ),
    options: Object.fromEntries([...declared, ...Object.entries(own), ...asked]),
    examples: extended?.examples ?? [exampleOf(`costctl ${words}`, names, definition)],
    run: (session, input) => sendDescribed(session, words, definition, input, argumentKeys),
  });
}

const optionsKnown = new WeakMap<OptionDefinition, Option>();

/** `data.attributes.name` is shown as `name`. */
function columnOf(path: string): Column<unknown> {
  const header = path.replace(/^(data\.)?(attributes\.)?/, '');
  return header === path ? { path } : { path, header };
}

/** What every command of a document has, besides what the document gives. */
function ownOptions(
  operation: DescribedOperation,
  { mergeable, nullable }: { mergeable: boolean; nullable: readonly string[] },
): Readonly<Record<string, Option>> {
  const { body } = operation;
  const types = body === undefined ? [] : [body.type, ...body.otherTypes];
  const isOther = body?.kind === 'bytes' || types.length > 1;
  return {
    ...(body === undefined || body.kind === 'bytes' ? {} : bodyFields),
    ...(nullable.length === 0 ? {} : { clear: clearOption(nullable) }),
    ...(mergeable ? mergeOption : {}),
    ...(isOther ? { input: inputOption, contentType: contentTypeOption(types) } : {}),
    ...(operation.pages === undefined ? parameterOption : pageOptions(operation, operation.pages)),
    requestHeader: headerOption,
  };
}

/** With --query as an expression, a search by the service's `query` would run without its term. */
function ambiguousQuery({ name, place }: OptionDefinition, { method, path }: Operation): Option {
  const term = place === 'body' ? '--set query=TERM' : '--param query=TERM';
  const problem = `is a parameter of the service here: --${name} TERM sends it, and costctl api ${method} ${path} ${term} --query EXPRESSION applies JMESPath to the result`;
  return {
    ...optional(
      kind('text', () => ({ problem })),
      problem,
    ),
    hidden: true,
  };
}

const envelope = flag('keep what surrounds the list, in json or yaml');

/** A list without a parameter for its size has no --limit. */
function pageOptions(
  { undescribed }: DescribedOperation,
  { limit: size, items }: Pages,
): Readonly<Record<string, Option>> {
  const { max, page, param } = listOptions;
  return {
    max,
    page,
    ...(size && { limit: optional(wholeNumber(size.minimum, size.maximum), 'items per page') }),
    param,
    ...(items.length === 0 && undescribed !== true ? {} : { envelope }),
  };
}

const inputOption = optional(
  text('file', { file: 'read' }),
  'send the bytes of a file as the body; - for stdin',
  { excludes: ['data', 'set', 'setJson'] },
);

function clearOption(nullable: readonly string[]): Option {
  return repeated(
    oneOf(nullable, 'field'),
    `send null for a field: ${nullable.join(', ')} (repeatable)`,
  );
}

function contentTypeOption(types: readonly string[]): Option {
  const [first = ''] = types;
  const others = types.length > 1 ? `: ${types.join(', ')}` : '';
  return optional(mediaType(types), `media type of the body${others}`, {
    ...(first.includes('*') ? {} : { usual: first }),
  });
}

const sharedNames = [
  ...Object.keys(globalOptions),
  ...Object.keys(outputOptions),
  ...Object.keys(changeOptions({ changes: 'service', irreversible: true })),
  ...Object.keys(bodyFields),
  ...['help', 'version', 'merge', 'clear'],
].map(kebabCase);

function placeholdersOf({ path, parameters }: DescribedOperation): Parameter[] {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  return [...new Set(names)].flatMap((name) =>
    parameters.filter((one) => one.place === 'path' && one.name === name).slice(0, 1),
  );
}

/** The argument for `{budgetId}` is `<budget>`, as arguments for ids are named everywhere here. */
function argumentNameOf({ name }: Parameter, all: readonly Parameter[]): string {
  const plain = (one: string) => kebab(wordsOf(one)).replace(/-(?=\d)/g, '');
  const words = wordsOf(name);
  const bare = words.length > 1 && words.at(-1) === 'id' ? words.slice(0, -1) : words;
  const same = all.filter((one) => plain(one.name) === plain(name)).length;
  const short = plain(bare.join(' '));
  const isClear = short !== '' && same === 1;
  return isClear ? short : `argument${all.findIndex((one) => one.name === name) + 1}`;
}

/** If a PUT replaces a record that a GET of the same path reads, changes can be merged into it. */
function findReading(operation: DescribedOperation, { operations }: Description) {
  if (operation.method !== 'PUT' || operation.body?.kind !== 'json') return undefined;
  const byPath = within(readings, operations, () => {
    const found = operations.filter((one) => one.method === 'GET' && one.pages === undefined);
    return new Map(found.toReversed().map((one) => [one.path, one]));
  });
  return byPath.get(operation.path);
}

const readings = new WeakMap<object, ReadonlyMap<string, DescribedOperation>>();

function purposeOf({ summary, method, path, deprecated }: DescribedOperation): string {
  const text = summary === '' ? `${method} ${path}` : summary;
  return deprecated === true ? `${text} (deprecated)` : text;
}

/** Lines of at most 100 characters. */
function wrap(text: string): string {
  return text.replace(/(.{1,100})(?:\s+|$)/g, '$1\n').trimEnd();
}
