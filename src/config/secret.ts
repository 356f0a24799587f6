import { createHash, scryptSync } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue } from '../json/number.ts';
import { pathText } from '../text.ts';
import { fieldOf, type Kind } from './managed-kinds.ts';
import { isSame } from './same-value.ts';

/** Whether the value of a field of this name is a secret in any kind, or in this record. */
export type IsSecretName = (name: string, record?: object) => boolean;

interface Secrets {
  readonly kind: Kind;
  readonly isSecretName: IsSecretName;
  /** The fields of the item: one of them may say what another one holds. */
  readonly record: JsonObject;
}

/** Replaces every text that is a secret; `path` leads to it within the item. */
export function mapSecrets(
  secrets: Secrets,
  field: string,
  value: JsonValue,
  replace: (source: string, path: string) => JsonValue,
): JsonValue {
  const { kind, isSecretName } = secrets;
  const { secret: isSecret = false, hides = () => false } = fieldOf(kind, field) ?? {};
  return map(value, [], isSecret || isHidden(secrets, field));

  function map(inner: JsonValue, steps: readonly (string | number)[], above: boolean): JsonValue {
    const secret = above || hides(steps);
    if (typeof inner === 'string')
      return secret ? replace(inner, pathText([field, ...steps])) : inner;
    if (Array.isArray(inner)) return inner.map((item, at) => map(item, [...steps, at], secret));
    if (!isObject(inner)) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([name, held]) => [
        name,
        map(held, [...steps, name], secret || isSecretName(name, inner)),
      ]),
    );
  }
}

/** Whether a field cannot be compared: the service does not return it, or only its secrets could differ. */
export function isUnseen(
  secrets: Secrets,
  name: string,
  value: JsonValue,
  held: Readonly<Record<string, JsonValue>>,
): boolean {
  const field = fieldOf(secrets.kind, name);
  if (field?.writeOnly === true && !Object.hasOwn(held, name)) return true;
  const there = held[name] ?? null;
  if (!hasSecret(secrets, name, value) && !hasSecret(secrets, name, there)) return false;
  const visible = (one: JsonValue) => withoutNulls(mapSecrets(secrets, name, one, () => null));
  return isSame(field, visible(value), visible(there));
}

function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls).filter((one) => one !== null);
  if (!isObject(value)) return value;
  const present = Object.entries(value)
    .map(([name, one]) => [name, withoutNulls(one)] as const)
    .filter(([, one]) => one !== null);
  return present.length === 0 ? null : Object.fromEntries(present);
}

/** Whether any text of a value is a secret. */
export function hasSecret(secrets: Secrets, name: string, value: JsonValue): boolean {
  let found = false;
  mapSecrets(secrets, name, value, () => {
    found = true;
    return null;
  });
  return found;
}

/** The name of a declared field makes it no secret, but a field beside it can: `name: apiKey` beside `value`. */
function isHidden({ kind, isSecretName, record }: Secrets, field: string): boolean {
  const isSecret = isSecretName(field, record);
  return isSecret && !(Object.hasOwn(kind.fields, field) && isSecretName(field));
}

/**
 * Shows that a secret changed, and nothing else: slow, so that a short one is not found by trying. The salt
 * makes two uses of a secret differ, and is the same for each plan.
 */
export function hashSecret(secret: string, use: string): string {
  const salt = createHash('sha256').update(use).digest();
  return `scrypt:${scryptSync(secret, salt, 24).toString('base64url')}`;
}
