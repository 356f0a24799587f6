import type { Setting } from './settings/choose-settings.ts';
import type { Settings } from './settings.ts';
import { quote } from './text.ts';

/** The options of a line that choose the service, the profile and, if it takes one, the workspace. */
export function connectionFlags(
  { sandbox, profile, baseUrl, workspace }: Settings,
  takesWorkspace: boolean,
): string[] {
  const given = (flag: string, { value, source }: Setting<string | undefined>) =>
    source === 'flag' && value !== undefined ? [`${flag} ${quote(value)}`] : [];
  return [
    ...(sandbox
      ? ['--sandbox']
      : [...given('--profile', profile), ...given('--base-url', baseUrl)]),
    ...(takesWorkspace ? given('--workspace', workspace) : []),
  ];
}
