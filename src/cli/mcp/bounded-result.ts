import { ExactNumber, isObject, type JsonValue } from '../../json/number.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { cutText } from '../../text.ts';

const mostItems = 200;
const mostCharacters = 60_000;
export const mostNotes = 50;

export interface Bounded {
  /** The result as JSON whose inexact numbers are text; null if the command failed without one. */
  readonly result: unknown;
  readonly about?: unknown;
  /** List items that were left out because the result is too large. */
  readonly omitted: number;
}

export interface Bounds {
  readonly hasEnvelope?: boolean;
  /** As many items as the input asks for. */
  readonly most?: number;
}

/** As many items as fit, the totals first, and how many were left out. */
export function bounded(
  value: JsonValue,
  { hasEnvelope = false, most = mostItems }: Bounds = {},
): Bounded {
  if (hasEnvelope && isObject(value) && 'about' in value) {
    const { result, omitted } = bounded(value['data'] ?? null, { most });
    let others = 0;
    const about = exact(value['about'] ?? null, (list) => {
      others += Math.max(0, list.length - mostNotes);
      return list.slice(0, mostNotes);
    });
    return { result, about, omitted: omitted + others };
  }
  if (!Array.isArray(value)) {
    const text = stringifyJson(value);
    return text.length <= mostCharacters
      ? { result: exact(value), omitted: 0 }
      : { result: cutText(text, mostCharacters), omitted: 1 };
  }
  const shown = new Set<JsonValue>();
  let length = 0;
  for (const item of [...value.filter(isTotal), ...value].slice(0, Math.min(most, mostItems))) {
    if (!shown.has(item)) length += stringifyJson(item).length;
    if (length > mostCharacters) break;
    shown.add(item);
  }
  const result = value.filter((item) => shown.has(item)).map((item) => exact(item));
  return { result, omitted: value.length - result.length };
}

function isTotal(item: JsonValue): boolean {
  return isObject(item) && item['all'] === true;
}

type Shorten = (list: readonly JsonValue[]) => readonly JsonValue[];

/** Numbers that most readers would round become text. */
export function exact(value: JsonValue, shorten: Shorten = (list) => list): unknown {
  if (Array.isArray(value)) return shorten(value).map((one) => exact(one, shorten));
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : String(value);
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, exact(one, shorten)]),
    );
  }
  return value instanceof ExactNumber ? value.text : value;
}
