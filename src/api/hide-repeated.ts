import type { Redactor } from '../http/redact.ts';
import { isNumber, isObject, type JsonValue } from '../json/number.ts';
import { isSecretName } from './secret-names.ts';

/**
 * A record without the secrets that this run sent and a response repeated. The same record if it has none.
 * An id stays as it is, since it names a record and the next command needs it.
 */
export function hideRepeated<Value>(record: Value, secrets: Redactor): Value {
  // Only texts and numbers are replaced, and only by texts that people read.
  return secrets.isRepeated() ? (hideIn(record, secrets, secrets.maskData) as Value) : record;
}

function hideIn(value: unknown, secrets: Redactor, mask: Redactor['mask']): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) {
    const items = value.map((one) => hideIn(one, secrets, mask));
    return items.some((one, at) => one !== value[at]) ? items : value;
  }
  if (isNumber(value)) {
    return mask === secrets.mask && mask(`${value}`) !== `${value}` ? '****' : value;
  }
  return isObject(value) ? hideInObject(value, secrets, mask) : value;
}

function hideInObject(
  value: Readonly<Record<string, JsonValue>>,
  secrets: Redactor,
  mask: Redactor['mask'],
): unknown {
  let isChanged = false;
  const entries = Object.entries(value).map(([name, held]) => {
    const inner = isSecretName(name, value) ? secrets.mask : mask;
    const isId = inner === secrets.maskData && /(^id|Id|ID|_id)$/.test(name);
    const hidden = isId && typeof held === 'string' ? held : hideIn(held, secrets, inner);
    isChanged ||= hidden !== held;
    return [name, hidden];
  });
  return isChanged ? Object.fromEntries(entries) : value;
}
