import type { Environment } from '../context.ts';
import type { Profile, ProfileKey } from '../profiles/read.ts';
import type { Form } from './forms.ts';
import { type ChosenName, checkSetting, readVariable } from './profile.ts';

/** All sources of a setting. */
export interface Sources {
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly env: Environment;
  readonly name: ChosenName;
  /** The profile that supplies the values: with --sandbox, not the one that is shown. */
  readonly profile: { readonly origin: string; readonly values: Profile };
  readonly sandbox: boolean;
}

interface Place {
  readonly flag?: { readonly name: string; readonly option: string };
  readonly variable?: string;
  readonly key?: ProfileKey;
  /** Belongs to one account: a named profile or the sandbox uses only its own value. */
  readonly personal?: boolean;
}

interface Row<Value> extends Place {
  readonly form: Form<Value>;
}

export interface Picked<Value> {
  readonly value: Value;
  readonly source: 'flag' | 'environment' | 'profile' | 'default';
  readonly origin: string;
}

export function pick<Value, Fallback extends Value | undefined>(
  sources: Sources,
  row: Row<Value>,
  fallback: Fallback,
): Picked<Value | Fallback> {
  return (
    pickFlag(sources, row) ??
    pickVariable(sources, row) ??
    pickKept(sources, row) ?? { value: fallback, source: 'default', origin: '' }
  );
}

export function leavesEnvironmentAside({ name, sandbox }: Sources): boolean {
  return sandbox || name.source === 'flag';
}

function pickFlag<Value>({ flags }: Sources, row: Row<Value>): Picked<Value> | undefined {
  if (row.flag === undefined) return undefined;
  const { name, option } = row.flag;
  const text = flags[name];
  if (typeof text !== 'string') return undefined;
  return { value: checkSetting(option, text, row.form), source: 'flag', origin: option };
}

function pickVariable<Value>(sources: Sources, row: Row<Value>): Picked<Value> | undefined {
  const { variable, personal, form } = row;
  if (variable === undefined || (personal && leavesEnvironmentAside(sources))) return undefined;
  const text = readVariable(sources.env, variable);
  if (text === undefined) return undefined;
  return { value: checkSetting(variable, text, form), source: 'environment', origin: variable };
}

function pickKept<Value>(
  { profile, sandbox }: Sources,
  { key, personal, form }: Row<Value>,
): Picked<Value> | undefined {
  const saved = key === undefined || (personal && sandbox) ? undefined : profile.values[key];
  if (saved === undefined) return undefined;
  const value = checkSetting(`${profile.origin}: ${key}`, String(saved), form);
  return { value, source: 'profile', origin: profile.origin };
}
