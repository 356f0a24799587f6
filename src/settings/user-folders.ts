import { isAbsolute, join } from 'node:path';
import type { Context } from '../context.ts';
import { resolvePath } from '../storage/path.ts';
import type { Setting } from './choose-settings.ts';

/** What determines the folders of a user. */
type Home = Pick<Context, 'env' | 'platform' | 'homeFolder' | 'workingFolder'>;

/** The folder of the configuration: the only setting that does not require a readable configuration. */
export function findConfigFolder(context: Home): Setting<string | undefined> {
  const variable = 'COSTCTL_CONFIG_DIR';
  const stated = context.env[variable];
  return stated
    ? { value: resolvePath(context, stated), source: 'environment', origin: variable }
    : { value: defaultConfigFolder(context), source: 'default', origin: '' };
}

/** The usual folder for configuration on each system; undefined if the home folder is unknown. */
function defaultConfigFolder(context: Home): string | undefined {
  const parent = findParent(context);
  return parent === undefined ? undefined : join(parent, 'costctl');
}

/** The folder for what runs remember and share: changes that can be undone, the learned rate limit. */
export function findStateFolder(context: Context): string | undefined {
  const { env, platform } = context;
  const { value: configFolder, source } = findConfigFolder(context);
  const stated = env['XDG_STATE_HOME'];
  const hasOwnPlace = source === 'default' && platform !== 'win32';
  if (hasOwnPlace && stated && isAbsolute(stated)) return join(stated, 'costctl');
  const home = context.homeFolder();
  if (hasOwnPlace && platform !== 'darwin' && home) return join(home, '.local', 'state', 'costctl');
  return configFolder === undefined ? undefined : join(configFolder, 'state');
}

function findParent({ env, platform, homeFolder }: Home): string | undefined {
  const stated = platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  // The XDG specification requires relative paths to be ignored.
  if (stated && isAbsolute(stated)) return stated;
  const home = homeFolder();
  if (home === undefined || home === '') return undefined;
  if (platform === 'win32') return join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Preferences');
  return join(home, '.config');
}

/** Where `--sandbox` stores changes. */
export function sandboxStateFile(configFolder: string): string {
  return join(configFolder, 'sandbox.jsonl');
}
