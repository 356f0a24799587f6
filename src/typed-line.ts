import type { Setting } from './settings/choose-settings.ts';
import type { Settings } from './settings.ts';
import { quote } from './text.ts';

/** Given `other`, it writes the line of that action: with the options that both have, without arguments. */
export type WriteLine = (
  changes?: Readonly<Record<string, readonly string[] | boolean | undefined>>,
  other?: {
    readonly words: string;
    readonly workspace?: boolean | undefined;
    readonly options: Readonly<Record<string, unknown>>;
  },
) => string;

/** Lines that ask the same service with the same profile when they are typed. */
export function typedLine(line: WriteLine, settings: Settings): WriteLine {
  const given = ({ value, source }: Setting<string | undefined>) =>
    source === 'flag' ? value : undefined;
  const { sandbox, profile, baseUrl, workspace } = settings;
  return (changes, other) => {
    const takesWorkspace = other?.workspace ?? other === undefined;
    const flags = connectionFlags({
      sandbox,
      profile: given(profile),
      baseUrl: given(baseUrl),
      workspace: takesWorkspace ? given(workspace) : undefined,
    });
    // The line of another action is typed without -o, which --envelope needs, and keeps the receipt of this one.
    const left = other === undefined ? {} : { envelope: undefined, receipt: undefined };
    return [line({ ...left, ...changes }, other), ...flags.map(({ text }) => text)].join(' ');
  };
}

/**
 * Others repeat the line later, with settings of their own: it names the workspace and the invented data,
 * wherever these were chosen. The address is recorded beside it.
 */
export function recordedLine(
  line: WriteLine,
  chosen: () => Parameters<typeof connectionFlags>[0],
): WriteLine {
  return (...asked) =>
    [line(...asked), ...connectionFlags(chosen()).map(({ text }) => text)].join(' ');
}

/** The options of a line that choose the service, the profile and the workspace, as they are typed. */
export function connectionFlags({
  sandbox,
  profile,
  baseUrl,
  workspace,
}: Readonly<Partial<Record<'profile' | 'baseUrl' | 'workspace', string | undefined>>> & {
  readonly sandbox?: boolean | undefined;
}): { readonly name: string; readonly text: string }[] {
  const given = (name: string, value: string | undefined) =>
    value === undefined ? [] : [{ name, text: `${name} ${quote(value)}` }];
  return [
    ...(sandbox === true
      ? [{ name: '--sandbox', text: '--sandbox' }]
      : [...given('--profile', profile), ...given('--base-url', baseUrl)]),
    ...given('--workspace', workspace),
  ];
}
