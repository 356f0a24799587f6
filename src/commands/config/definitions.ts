import type { Http } from '../../api/http.ts';
import { listAvailableProviders } from '../../api/providers.ts';
import type { Access } from '../../config/managed-kind.ts';
import { isObject } from '../../json/bulk/merge.ts';

/** Checks a new provider against the definition of its key. The definitions are read once. */
export function createDefinitionCheck(http: Http): NonNullable<Access['checkNew']> {
  let reading: ReturnType<typeof listAvailableProviders> | undefined;
  return async ({ key, parent, credentials }) => {
    reading ??= listAvailableProviders(http);
    const definitions = await reading;
    const definition = definitions.find((one) => one.key === key);
    if (definition === undefined) {
      const known = definitions.map((one) => one.key).join(', ');
      return `the service knows no provider key ${String(key)}; known keys: ${known}`;
    }
    if (definition.requiresParentProvider === true && typeof parent !== 'string') {
      return `a provider of the key ${definition.key} needs a parent`;
    }
    const given = credentials !== undefined && isObject(credentials) ? credentials : {};
    const missing = (definition.requiredCredentialFields ?? []).filter(
      (name) => !Object.hasOwn(given, name),
    );
    if (missing.length === 0) return undefined;
    const example = missing.map((name) => `${name}: env:VARIABLE`).join(', ');
    return `a new provider of the key ${definition.key} needs credentials: {${example}}`;
  };
}
