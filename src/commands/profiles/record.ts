import { record, text, textOrNull, yesOrNo } from '../../declaration/command.ts';
import type { View } from '../../output/view.ts';
import { type Profile, profileKeys } from '../../profiles/configuration.ts';
import { maskToken } from '../../profiles/token.ts';

/** A profile as it may be shown. */
export interface ProfileRecord {
  readonly name: string;
  readonly current: boolean;
  readonly baseUrl: string | null;
  readonly workspace: string | null;
  readonly token: string | null;
}

export const profileView: View<ProfileRecord> = {
  columns: [
    { path: 'name' },
    { path: 'current', cell: (value) => (value === true ? 'yes' : '') },
    { path: 'baseUrl', header: 'address' },
    { path: 'workspace' },
    { path: 'token' },
  ],
  fields: ['name', 'current', 'baseUrl', 'workspace', 'token'],
};

export function describeProfile(
  name: string,
  profile: Profile,
  current: string | undefined,
): ProfileRecord {
  return {
    name,
    current: name === current,
    baseUrl: textOf(profile.baseUrl),
    workspace: textOf(profile.workspace),
    token: describeToken(profile),
  };
}

/** Everything that a profile keeps, the token masked. */
export function describeWhole(
  name: string,
  profile: Profile,
  current: string | undefined,
): ProfileRecord {
  const others = profileKeys.filter((key) => key !== 'token' && key !== 'tokenCommand');
  const kept = others.filter((key) => profile[key] !== undefined);
  return {
    ...describeProfile(name, profile, current),
    ...Object.fromEntries(kept.map((key) => [key, profile[key]])),
  };
}

function describeToken({ token, tokenCommand }: Profile): string | null {
  if (token !== undefined) return maskToken(String(token));
  return tokenCommand === undefined ? null : 'command';
}

function textOf(value: string | number | undefined): string | null {
  return value === undefined ? null : String(value);
}

/** The JSON Schema of a profile as it is shown. */
export const profileSchema = () =>
  record({
    name: text,
    current: yesOrNo,
    baseUrl: textOrNull,
    workspace: textOrNull,
    token: textOrNull,
  });
