import type { CostctlError } from '../errors.ts';
import { mayHaveArrived, perhapsApplied, perhapsDeleted } from '../http/retry.ts';
import { isObject, type JsonValue } from '../json/number.ts';
import { tryJson } from '../json/parse.ts';
import { cutText, wordsIn } from '../text.ts';

/** Whether a request that failed may have been carried out all the same. */
export function mayBeApplied({ code, details }: CostctlError): boolean {
  return code === 'interrupted' || details.hint === perhapsApplied;
}

/** The same of an import of values, which may be sent again without a hint about it. */
export function mayBeStored({ code, details }: CostctlError): boolean {
  if (code === 'interrupted' || details.arrivedBefore === true) return true;
  if (code !== 'server_error' && code !== 'unexpected_response') return false;
  return details.status === undefined || mayHaveArrived({ status: details.status });
}

/** In one line: what happened, what the service said about it, and whether it may have been applied. */
export function describeFailure({ message, details: { body, hint } }: CostctlError): string {
  const text = [message, ...whatServiceSaid(body, tryJson(body ?? ''))].join(': ');
  return hint === perhapsApplied || hint === perhapsDeleted ? `${text}; ${hint}` : text;
}

/** The title, the detail and the named fields, or else the first line of the body. */
export function whatServiceSaid(body: string | undefined, problem: JsonValue | undefined) {
  if (body === undefined || body.trim() === '') return [];
  const said = isObject(problem)
    ? [problem['title'], problem['detail']].filter(
        (text): text is string => typeof text === 'string' && text !== '',
      )
    : [];
  const fields = namedFields(problem);
  return said.length > 0 || fields.length > 0
    ? [...new Set([...said, ...fields])]
    : [firstLine(body)];
}

/** The part of a body that is shown to users. */
export function firstLine(text: string): string {
  return cutText(text.trim().split(/\r?\n/, 1)[0] ?? '', 300);
}

const most = 10;

/**
 * The fields that an error's body names, each with its problem. The service does not publish the
 * format of this body, so the usual forms are read: RFC 9457's `errors` with a `pointer`, an object
 * of lists by field, and lists of objects that name a field.
 */
export function namedFields(problem: JsonValue | undefined): string[] {
  if (!isObject(problem)) return [];
  const listed = listNames
    .map((name) => problem[name])
    .flatMap((held) =>
      Array.isArray(held) ? held.map((item) => readItem(item)) : readObject(held),
    );
  const found = [...listed, readItem(problem, false)].filter((text) => text !== undefined);
  const lines = [...new Set(found)];
  const left = lines.length - most;
  return left > 0 ? [...lines.slice(0, most), `and ${left} more`] : lines;
}

const listNames = wordsIn(`
  errors, invalid-params, invalidParams, violations, fieldErrors, validationErrors, issues,
  details
`);

const placeNames = wordsIn(`
  field, pointer, parameter, param, property, propertyName, propertyPath, path, instancePath, loc,
  name
`);

const reasonNames = wordsIn('message, detail, reason, msg, description, title');

/** `{"name": ["is too long"]}` */
function readObject(held: JsonValue | undefined): (string | undefined)[] {
  if (!isObject(held)) return [];
  return Object.entries(held).map(([field, reasons]) => {
    const texts = (Array.isArray(reasons) ? reasons : [reasons]).filter(isText);
    return texts.length === 0 ? undefined : `${field}: ${texts.join(', ')}`;
  });
}

/** `{"field": "name", "message": "is too long"}`; title and detail of the whole are shown anyway. */
function readItem(item: JsonValue, withReason = true): string | undefined {
  if (isText(item)) return item;
  if (!isObject(item)) return undefined;
  const source = isObject(item['source']) ? item['source'] : item;
  const names = withReason ? placeNames : (['field', 'pointer', 'parameter', 'param'] as const);
  const place = names.map((name) => placeText(source[name])).find((text) => text !== undefined);
  const reason = withReason ? reasonNames.map((name) => item[name]).find(isText) : undefined;
  return place === undefined || reason === undefined ? (place ?? reason) : `${place}: ${reason}`;
}

function placeText(held: JsonValue | undefined): string | undefined {
  if (Array.isArray(held)) {
    const parts = held.filter((part) => isText(part) || typeof part === 'number');
    return parts.length === 0 ? undefined : parts.join('.');
  }
  return isText(held) ? held : undefined;
}

function isText(held: JsonValue | undefined): held is string {
  return typeof held === 'string' && held !== '';
}
