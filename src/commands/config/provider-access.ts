import type { Http } from '../../api/http.ts';
import {
  connectProvider,
  deleteProvider,
  getProvider,
  listProviders,
  updateProvider,
} from '../../api/provider-calls.ts';
import type { Access } from '../../config/managed-kinds.ts';
import { isObject, type JsonObject } from '../../json/number.ts';
import { createDefinitionCheck } from './imported-access.ts';
import {
  asRecord,
  optionalText,
  pick,
  pickPresent,
  records,
  textField,
  textMap,
} from './record-fields.ts';

export function providerAccess(http: Http): Access {
  return {
    list: () => records(listProviders(http, undefined, {})),
    read: async (_workspace, id) => asRecord(await getProvider(http, id)),
    create: async (_workspace, fields) => {
      const { key, credentials, parent, settings } = fields;
      const body = {
        key: String(key),
        credentials: textMap(credentials),
        ...providerTexts(fields),
        ...textField('name', fields['name']),
        ...(typeof parent === 'string' ? { parentProviderId: { Value: parent } } : {}),
        ...(isObject(settings ?? null) ? { settings: textMap(settings) } : {}),
      };
      return asRecord(await connectProvider(http, body));
    },
    // What the service returned is sent too, in case a PUT replaces all of it.
    update: ({ id, record }, fields) => {
      const { credentials, settings } = fields;
      return updateProvider(http, id, {
        ...providerTexts({ ...record, ...fields }),
        ...(credentials === undefined ? {} : { credentials: textMap(credentials) }),
        ...(settings === undefined ? {} : { settings: textMap(settings) }),
      });
    },
    remove: (_workspace, id) => deleteProvider(http, id),
    toFields: (record) => {
      const { parentProviderId, settings } = record;
      return {
        ...pick(record, ['name', 'key', 'description', 'externalId']),
        ...(parentProviderId === undefined ? {} : { parent: parentProviderId }),
        ...pickPresent(record, 'syncFrequencyMinutes'),
        ...(isObject(settings ?? null) ? pick(record, ['settings']) : {}),
      };
    },
    checkNew: createDefinitionCheck(http),
  };
}

function providerTexts(fields: JsonObject) {
  const { description, externalId, syncFrequencyMinutes: minutes } = fields;
  return {
    ...optionalText('description', description),
    ...optionalText('externalId', externalId),
    ...(typeof minutes === 'number' ? { syncFrequencyMinutes: minutes } : {}),
  };
}
