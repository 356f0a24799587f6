import { hasIdPrefix } from '../api/schemas/id-form.ts';
import { lostResult } from '../closed-stdout.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { hasNames, looksLikeId, Name } from '../declaration/kind.ts';
import { flagOf, type Given, kebabCase, optionName, writeLine } from '../declaration/line.ts';
import type { Argument, Option } from '../declaration/option.ts';
import { outputOptions } from '../declaration/shared.ts';
import { usageError } from '../errors.ts';
import { outliveReader } from '../output/write-stream.ts';
import type { Invocation } from '../session.ts';
import type { GlobalFlags } from '../settings.ts';
import { pluralize } from '../text.ts';
import { applySettings } from './apply-settings.ts';
import type { Called } from './line.ts';
import { refuseWorkspaceFlag, requireWorkspaceUse, usesWorkspace } from './refuse-workspace.ts';
import { runInSession } from './run-in-session.ts';
import { findUsedFiles, readsMuch } from './used-files.ts';

interface Call extends Called {
  readonly given: Given;
  readonly global: GlobalFlags;
}

type Values = Readonly<Record<string, unknown>>;

/** Checks what was given, once, then runs the action in a session that is closed afterwards. */
export async function invoke(context: Context, call: Call): Promise<void> {
  const { declared, options, given, global } = call;
  refuseExcluded(options, given);
  const input = checkInput(call);
  await checkFiles(context, call);
  refuseLostResult(context, declared, input);
  const isVerdict = isCheck(declared, input);
  const isChange = declared.changes !== undefined && input['method'] !== 'GET';
  if (isVerdict || isChange) outliveReader(context.stdout);
  const { words } = declared;
  const isCost = words.startsWith('costs ') && declared.local !== true;
  const { workspace } = global;
  const takesNone = declared.workspace !== true && declared.local !== true && !isCost;
  if (takesNone && workspace !== undefined) throw refuseWorkspaceFlag(words, options);
  const invocation: Invocation = {
    global,
    output: pick(
      input,
      Object.keys(outputOptions).filter((key) => !Object.hasOwn(declared.options, key)),
    ),
    dryRun: input['dryRun'] === true,
    yes: input['yes'] === true,
    ownFormats: declared.output === 'own',
    words,
    part: describePart(input),
    usualFormat: declared.usualFormat,
    isCheck: isVerdict,
    checksWith: isVerdict ? undefined : optionOfCheck(declared, input),
    extensions: declared.extensions,
    view: declared.view,
    usesWorkspace: (settings) =>
      isCost
        ? usesWorkspace(options, { ...input, ...applySettings(options, given, settings) }, settings)
        : declared.workspace === true,
    line: (settings) => (changes, other) => {
      const whole = { ...applySettings(options, given, settings), ...changes };
      return other === undefined
        ? writeLine(declared, options, given, whole)
        : writeLine(other, other.options, { ...given, arguments: [] }, whole);
    },
  };
  const own = pick(input, [...Object.keys(declared.arguments), ...Object.keys(declared.options)]);
  if ('alone' in declared.run) return declared.run.alone(context, invocation, own);
  await runInSession(context, call, declared.run, invocation, async (session) => {
    const applied = checkOptions(call, applySettings(options, given, session.settings));
    const whole = { ...own, ...applied };
    if (isCost && workspace !== undefined) {
      await requireWorkspaceUse(session, { words, options }, whole, workspace);
    }
    return whole;
  });
}

async function checkFiles(context: Context, { declared, options, given }: Call): Promise<void> {
  const files = findUsedFiles(context, { arguments: declared.arguments, options }, given);
  const { COSTCTL_WRITE_BELOW: folder } = context.env;
  if (folder) {
    const { requireBelow } = await import('../storage/write-below.ts');
    await requireBelow(context, { folder, setBy: 'COSTCTL_WRITE_BELOW' }, files);
  }
  if (readsMuch(context, files)) await context.prepareForWork?.();
  if (files.length < 2) return;
  const { requireDistinctFiles } = await import('../storage/distinct-files.ts');
  await requireDistinctFiles(files);
}

/** Refuses a change whose result cannot be written: the id of the new record would be lost. */
function refuseLostResult(
  { isStdoutClosed }: Context,
  { changes, operation }: Command,
  { outFile, method = operation?.method }: Values,
): void {
  if (changes !== 'service' || method === 'DELETE') return;
  if (typeof outFile === 'string' && outFile !== '-') return;
  if (isStdoutClosed?.() === true) throw lostResult();
}

function describePart({ page, max }: Values): string | undefined {
  const parts = [
    ...(typeof page === 'number' ? [`only page ${page}`] : []),
    ...(typeof max === 'number' ? [`at most ${pluralize(max, 'item')}`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** Whether the result is that of a check. A dry run checks nothing. */
function isCheck({ check = false }: Command, input: Values): boolean {
  if (input['dryRun'] === true) return false;
  if (typeof check === 'boolean') return check;
  return [check].flat().some((name) => input[name] !== undefined);
}

function optionOfCheck({ check = false }: Command, input: Values): string | undefined {
  const [name] = typeof check === 'boolean' || input['dryRun'] === true ? [] : [check].flat();
  return name === undefined ? undefined : flagOf(name);
}

function refuseExcluded(options: Call['options'], { options: given }: Given): void {
  for (const [key, { excludes = [], whyAlone }] of Object.entries(options)) {
    const other = key in given ? excludes.find((name) => name in given) : undefined;
    if (other === undefined) continue;
    const [own, excluded] = [optionName(key, options), optionName(other, options)];
    throw usageError(
      `${own} and ${excluded} cannot be used together`,
      whyAlone === undefined ? 'leave one of them out' : `${whyAlone}: leave out ${excluded}`,
    );
  }
}

function checkInput(call: Call): Values {
  const { declared, given } = call;
  const values: Record<string, unknown> = {};
  Object.entries(declared.arguments).forEach(([key, argument], place) => {
    const texts = given.arguments.slice(place, argument.variadic ? undefined : place + 1);
    if (texts.length === 0 && !argument.variadic) return;
    const name = `<${argument.name ?? kebabCase(key)}>`;
    values[key] = argument.collect(texts.map((text) => parse(call, name, argument, text)));
  });
  return { ...values, ...checkOptions(call, given.options) };
}

function checkOptions(call: Call, given: Given['options']): Values {
  const values: Record<string, unknown> = {};
  for (const [key, option] of Object.entries(call.options)) {
    const typed = given[key];
    if (typed === undefined) continue;
    const checked =
      typeof typed === 'boolean'
        ? [typed]
        : typed.map((text) => parse(call, flagOf(key), option, text));
    values[key] = option.collect(checked);
  }
  return values;
}

function parse(call: Call, name: string, { kind }: Pick<Argument | Option, 'kind'>, text: string) {
  if (kind === undefined) return text;
  const checked = kind.parse(text);
  if (hasNames(kind.noun) && text !== '') {
    const isId = 'value' in checked;
    const isMalformed = !isId && hasIdPrefix(text);
    if (!isMalformed && !(isId && looksLikeId(text))) return new Name(kind.noun, text, isId);
  }
  if ('value' in checked) return checked.value;
  const help = `costctl ${call.declared.words} --help`;
  const { example } = kind;
  const hint =
    example === undefined
      ? help
      : `write ${name.startsWith('-') ? `${name} ` : ''}${example}; see ${help}`;
  throw usageError(`${name}: ${checked.problem}`, hint);
}

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(
    names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  );
}
