import { createHash, scryptSync } from 'node:crypto';
import { isObject } from '../json/bulk/merge.ts';
import type { JsonValue } from '../json/number.ts';
import type { Kind } from './kind.ts';

/** Whether the value of a field of this name is a secret, whatever its kind says. */
export type IsSecretName = (name: string) => boolean;

interface Secrets {
  readonly kind: Kind;
  readonly isSecretName: IsSecretName;
}

/** Replaces every text that is a secret; `path` leads to it within the item. */
export function mapSecrets(
  { kind, isSecretName }: Secrets,
  field: string,
  value: JsonValue,
  replace: (source: string, path: string) => JsonValue,
): JsonValue {
  const isSecret = kind.fields[field]?.secret ?? false;
  return map(value, field, isSecret || isHidden(kind, field, isSecretName));

  function map(inner: JsonValue, path: string, secret: boolean): JsonValue {
    if (typeof inner === 'string') return secret ? replace(inner, path) : inner;
    if (Array.isArray(inner)) {
      return inner.map((item, at) => map(item, `${path}[${at}]`, secret));
    }
    if (!isObject(inner)) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([name, held]) => [
        name,
        map(held, `${path}.${name}`, secret || (kind.open === true && isSecretName(name))),
      ]),
    );
  }
}

/** Whether a field cannot be compared: the service does not return it, or a part of it is a secret. */
export function isUnseen(
  secrets: Secrets,
  name: string,
  value: JsonValue,
  held: Readonly<Record<string, JsonValue>>,
): boolean {
  const { fields } = secrets.kind;
  if (
    Object.hasOwn(fields, name) &&
    fields[name]?.writeOnly === true &&
    !Object.hasOwn(held, name)
  ) {
    return true;
  }
  return hasSecret(secrets, name, value) || hasSecret(secrets, name, held[name] ?? null);
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

/** A field that its kind declares is what its kind says. */
function isHidden(kind: Kind, field: string, isSecretName: IsSecretName): boolean {
  return !Object.hasOwn(kind.fields, field) && isSecretName(field);
}

/**
 * Reveals that a secret changed, and nothing else: slow to compute, so that a short secret is not
 * found by trying. The salt makes two uses of a secret differ, and is the same for each plan.
 */
export function hashSecret(secret: string, use: string): string {
  const salt = createHash('sha256').update(use).digest();
  return `scrypt:${scryptSync(secret, salt, 24).toString('base64url')}`;
}
