import * as z from 'zod/mini';
import { version } from '../../package.json';
import { type Command, command } from '../command.ts';
import { type JsonSchema, type Kind, text } from '../declaration/kind.ts';
import { kebabCase, optionName } from '../declaration/line.ts';
import { type Option, type Options, restArguments } from '../declaration/option.ts';
import { optionsOf } from '../declaration/shared.ts';
import { usageError } from '../errors.ts';
import type { Session } from '../session.ts';
import { globalOptions } from '../settings/global-options.ts';

/**
 * The version of this format. It increases by one if a property is removed or changes its meaning;
 * new properties and new commands do not change it.
 */
const formatVersion = 1;

export function createSchema(loadAll: () => Promise<readonly Command[]>): readonly Command[] {
  return [
    command({
      words: 'schema',
      purpose: 'Print the commands, their options and the schemas of their results as JSON',
      local: true,
      usualFormat: 'json',
      arguments: { words: restArguments(text('word'), 'a group, or a group and its action') },
      result: () => ({
        type: 'object',
        required: ['$id', 'version', 'program', 'globalOptions', 'commands'],
      }),
      examples: ['costctl schema', 'costctl schema filters create'],
      run: async (session, { words }) => {
        const path = words.join(' ');
        const all = await addImported(session, await loadAll());
        const named = all.filter((one) => path === '' || `${one.words} `.startsWith(`${path} `));
        if (named.length === 0) throw usageError(`there is no command ${path}`, 'costctl schema');
        await session.output.one({
          $id: `urn:costctl:schema:${formatVersion}`,
          version: formatVersion,
          program: { name: 'costctl', version },
          globalOptions: describeOptions(globalOptions),
          error: errorSchema,
          dryRun: plannedSchema,
          commands: named.map(describeCommand),
        });
      },
    }),
  ];
}

async function addImported({ context, flags }: Session, builtIn: readonly Command[]) {
  const [{ collectCommands }, { loadDescriptions }] = await Promise.all([
    import('../commands/openapi.ts'),
    import('../commands/openapi/stored-document.ts'),
  ]);
  // The command that needs the configuration reports what is wrong with it.
  const descriptions = await loadDescriptions(context, flags).catch(() => []);
  const { groups, extend } = collectCommands(descriptions);
  const described = [...groups.values()].flatMap(({ commands }) =>
    [...commands.values()].map((declare) => declare()),
  );
  // Those with any options only explain why they do nothing.
  const usable = described.filter(({ anyOptions }) => anyOptions !== true);
  return [...builtIn.map(extend), ...usable];
}

function describeCommand(declared: Command): object {
  const { words, purpose, operation, irreversible, workspace, check, changes } = declared;
  return {
    words,
    purpose,
    arguments: Object.entries(declared.arguments).map(([key, one]) => ({
      name: one.name ?? kebabCase(key),
      description: one.description,
      required: one.required,
      repeatable: one.variadic,
      ...describeValue(one.kind),
    })),
    options: describeOptions(optionsOf(declared)),
    examples: declared.examples,
    operation:
      operation === undefined
        ? null
        : { id: operation.id, method: operation.method, path: operation.path },
    changes: changes ?? 'nothing',
    irreversible: irreversible === true,
    workspace: workspace === true,
    check: canFail(check),
    exitCodes: exitCodesOf(declared),
    result: resultOf(declared),
  };
}

/** Whether an action is a check, if only with some option. */
function canFail(check: Command['check'] = false): boolean {
  return check !== false;
}

function describeOptions(options: Options): object[] {
  const shown = Object.entries(options).filter(([, { hidden }]) => hidden !== true);
  return shown.map(([key, option]) => describeOption(key, option, Object.fromEntries(shown)));
}

function describeOption(key: string, option: Option, options: Options): object {
  const { short, description, required, repeatable, kind, negative, usual } = option;
  const excludes = option.excludes?.filter((one) => one in options);
  return {
    name: optionName(key, options),
    ...(short === undefined ? {} : { short }),
    ...(negative === undefined ? {} : { negative: `--no-${kebabCase(key)}` }),
    description,
    required: required === true,
    repeatable: repeatable === true,
    ...(usual === undefined ? {} : { default: usual }),
    ...(excludes === undefined
      ? {}
      : { excludes: excludes.map((one) => optionName(one, options)) }),
    ...(kind === undefined ? { switch: true } : describeValue(kind)),
  };
}

function describeValue({ placeholder, schema, noun, file }: Kind<unknown>): object {
  return {
    value: placeholder,
    schema,
    ...(noun === undefined ? {} : { names: noun }),
    ...(file === undefined ? {} : { file }),
  };
}

/** What -o json prints: the response of the operation, or the declared result. Null: nothing, or any text. */
export function resultOf({ result, operation }: Command): JsonSchema | null {
  if (result !== undefined) return result();
  const response = operation?.response;
  if (response === undefined || operation?.method === 'DELETE') return null;
  const { $schema: _version, ...whole } = z.toJSONSchema(response, { unrepresentable: 'any' });
  if (operation?.paged !== true) return whole;
  const { data } = whole.properties ?? {};
  return typeof data === 'object' ? { ...data } : { type: 'array' };
}

/** The last line of stderr if a command fails with -o json. */
const errorSchema: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        hint: { type: 'string' },
        status: { type: 'integer' },
        method: { type: 'string' },
        path: { type: 'string' },
        problem: {},
      },
    },
  },
};

/** What --dry-run prints for a change to the service. */
const plannedSchema: JsonSchema = {
  type: 'object',
  required: ['method', 'path'],
  properties: { method: { type: 'string' }, path: { type: 'string' }, query: {}, body: {} },
};

/** The exit codes of an action (docs/reference.md, "Exit codes"). */
function exitCodesOf(declared: Command): readonly number[] {
  const { local, check, changes, options, arguments: parameters } = declared;
  const parts = [...Object.values(options), ...Object.values(parameters)];
  const reads = parts.some(({ kind }) => kind?.file === 'read');
  return [
    ...[0, 1, 2, 3],
    // To store a profile, a workspace may be looked up.
    ...(local !== true || changes === 'machine' ? [4, 5, 6, 7, 8, 9] : []),
    ...(reads ? [10] : []),
    ...(canFail(check) ? [11] : []),
    ...[129, 130, 143],
  ];
}
