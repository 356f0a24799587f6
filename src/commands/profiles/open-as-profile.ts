import { hasIdPrefix } from '../../api/schemas/id-form.ts';
import type { Profile } from '../../profiles/configuration.ts';
import type { TokenSource } from '../../profiles/token.ts';
import { openSession, type Session } from '../../session.ts';
import { allowsHttp, checkSetting, type Setting } from '../../settings/choose-settings.ts';
import { baseUrlKind, settingKinds } from '../../settings/setting-kinds.ts';
import { workspaceName } from '../../settings/workspace-name.ts';
import { resolveLocalSettings } from '../../settings.ts';
import { findId } from '../named-record.ts';

/** A session with the address and the token of a profile that may not be stored yet. */
export async function openAsProfile({ context, flags }: Session, name: string, profile: Profile) {
  const { workspace: _stored, ...global } = flags;
  const settings = await resolveLocalSettings(global, context);
  const place = { source: 'flag', origin: `profile ${name}` } as const;
  const { baseUrl } = profile;
  const kind = baseUrlKind(allowsHttp(context.env));
  const address =
    baseUrl === undefined
      ? undefined
      : checkSetting(`${place.origin}: baseUrl`, String(baseUrl), kind);
  const invocation = { global, output: {}, dryRun: false, yes: false, ownFormats: false };
  return openSession(context, invocation, {
    ...settings,
    sandbox: false,
    // The session that asks has said them.
    notes: [],
    profile: { ...place, value: name },
    baseUrl: { ...place, value: address },
    token: { ...place, value: sourceOf(profile) } satisfies Setting<TokenSource | undefined>,
  });
}

export function checkWorkspace(origin: string, text: string): string {
  return workspaceName({ workspace: text }) ?? checkSetting(origin, text, settingKinds.workspace);
}

/** A workspace may be given by its name, which is looked up at the profile's address. */
export async function findWorkspace(
  session: Session,
  name: string,
  profile: Profile,
): Promise<Pick<Profile, 'workspace'>> {
  const { workspace } = profile;
  if (workspace === undefined) return {};
  const text = String(workspace);
  if (hasIdPrefix(text)) return { workspace };
  const asked = await openAsProfile(session, name, profile);
  try {
    const hint = `names are looked up at the address of the profile ${name}`;
    return { workspace: await findId(asked, { noun: 'workspaces', text, mayBeId: false }, hint) };
  } finally {
    await asked.close();
  }
}

function sourceOf({ token, tokenCommand }: Profile): TokenSource | undefined {
  if (token !== undefined) return { kind: 'text', text: String(token) };
  return tokenCommand === undefined
    ? undefined
    : { kind: 'command', command: String(tokenCommand) };
}
