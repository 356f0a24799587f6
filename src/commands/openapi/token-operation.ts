import { isSecretName } from '../../api/secret-names.ts';
import { CostctlError } from '../../errors.ts';
import { isObject } from '../../json/bulk/merge.ts';
import type { JsonObject, JsonValue } from '../../json/number.ts';
import type { DescribedOperation } from '../../openapi/description.ts';
import type { Session } from '../../session.ts';
import { descriptionsFor } from './stored-document.ts';

/** What the service calls "current token info", if an imported document has it and it needs no input. */
export function findTokenOperation({
  settings,
}: Pick<Session, 'settings'>): DescribedOperation | undefined {
  try {
    return descriptionsFor(settings)
      .flatMap(({ operations }) => operations)
      .find(
        ({ named, method, parameters }) =>
          named === 'Utility: current token info' &&
          method === 'GET' &&
          parameters.every(({ required }) => !required),
      );
  } catch (error) {
    // The commands of a document that cannot be read say so; these two work without one.
    if (error instanceof CostctlError) return undefined;
    throw error;
  }
}

/** Its fields are not published: they are shown as sent, without anything that is called a secret. */
export function withoutSecrets(info: JsonValue): JsonObject {
  const fields = isObject(info) ? Object.entries(info) : [];
  return Object.fromEntries(fields.filter(([name]) => !isSecretName(name)));
}
