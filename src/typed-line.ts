import type { Setting } from './settings/choose-settings.ts';
import type { Settings } from './settings.ts';
import { quote } from './text.ts';

/** Given `other`, it writes the line of that action: with the options that both have, without arguments. */
export type WriteLine = (
  changes?: Readonly<Record<string, readonly string[] | boolean | undefined>>,
  other?: Action,
) => string;

interface Action {
  readonly words: string;
  readonly workspace?: boolean | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Lines that ask the same service with the same profile when they are typed. */
export function typedLine(line: WriteLine, settings: Settings): WriteLine {
  return (changes, other) =>
    [
      line(changes, other),
      ...connectionFlags(settings, other?.workspace ?? other === undefined),
    ].join(' ');
}

/** The options of a line that choose the service, the profile and, if it takes one, the workspace. */
function connectionFlags(
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
