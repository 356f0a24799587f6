import type { Command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { optionsOf } from '../../declaration/shared.ts';
import { noTarget } from '../../settings/setting-kinds.ts';
import { withoutName } from '../../settings/workspace-name.ts';
import { type GlobalFlags, resolveSettings } from '../../settings.ts';
import { applySettings } from '../apply-settings.ts';
import { usesWorkspace } from '../refuse-workspace.ts';

type Values = Readonly<Record<string, unknown>>;

/** The global options of the server's line that a command takes with this input. */
export async function optionsOfServer(
  context: Context,
  global: GlobalFlags,
  declared: Command,
  input: Values,
): Promise<readonly string[]> {
  const { profile, baseUrl, maxWait, timeout, retries, concurrency, sandbox, debug } = global;
  const workspace = (await takesWorkspace(context, global, declared, input))
    ? global.workspace
    : undefined;
  const address = { profile, 'base-url': baseUrl, workspace };
  const valued = { ...address, 'max-wait': maxWait, timeout, retries, concurrency };
  return [
    ...Object.entries(valued).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}=${value}`],
    ),
    ...(sandbox === true ? ['--sandbox'] : []),
    ...(debug === true ? ['--debug'] : []),
  ];
}

/** A question about costs takes a workspace only if its metric or its exchange rates depend on one. */
async function takesWorkspace(
  context: Context,
  global: GlobalFlags,
  declared: Command,
  input: Values,
): Promise<boolean> {
  if (global.workspace === undefined || declared.workspace === true) return true;
  if (!declared.words.startsWith('costs ')) return false;
  const options = optionsOf(declared);
  // The profile may have changed since the server started. The command reports what is wrong with it.
  const { global: flags } = withoutName({ global });
  const settings = await resolveSettings(flags, context).catch(() => undefined);
  if (settings === undefined) return false;
  const applied = applySettings(options, { arguments: [], options: {} }, settings);
  const whole: Values = { ...applied, ...input };
  const isLeft = String(whole['convertTo']).toLowerCase() === noTarget;
  return usesWorkspace(options, isLeft ? { ...whole, convertTo: undefined } : whole, settings);
}
