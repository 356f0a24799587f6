import type { DayRange } from '../days.ts';
import { within } from '../grouping.ts';
import { hasEscape, isNull, isNumber, isText } from '../json/bulk/bits.ts';
import { space } from '../json/bulk/bytes.ts';
import { parseDecimal } from '../json/decimal.ts';
import { ExactNumber, isObject, type JsonObject, type JsonValue } from '../json/number.ts';
import { rememberResults } from '../text.ts';
import type { ColumnEvidence, Count } from './column-evidence.ts';
import { dayIn, isKnownCurrency, normalizeCurrency, wholeDayIn } from './currency-and-day.ts';
import type { Evidence } from './detect-columns.ts';

/** A value that some rows have. */
interface MeasuredCell {
  readonly body: Buffer;
  readonly start: number;
  readonly end: number;
  readonly bits: number;
  readonly times: number;
}

interface MeterOptions {
  readonly ranges: readonly DayRange[];
  /** Whether a column inside an object is looked at. */
  readonly matters: (column: string) => boolean;
}

/** The length of a currency with its quotes. */
const codeLength = 5;
/** No currency is longer, even with spaces around it. */
const longestCode = 12;
/** No text longer than this is a day, a currency or a usual number. */
const longestTelling = 80;
const longestKnown = 1024;
const mostKnown = 4096;

/** Adds what cells are to the evidence of their columns. */
export function createWeigher(store: ColumnEvidence, { ranges, matters }: MeterOptions) {
  // Texts repeat: one that was judged is known.
  const kindsOf = rememberResults((text) => judgeText(text, ranges), mostKnown);
  /** Objects of a column that were opened, and how many were new. */
  let objects = new Map<string, { readonly known: Map<string, JsonValue>; misses: number }>();
  let isOnlyCurrency = false;

  function measureCell(column: string, { body, start, end, bits, times }: MeasuredCell): void {
    const evidence = store.of(column);
    if ((bits & isNull) !== 0) return;
    if ((bits & isText) === 0) {
      evidence.values += times;
      if ((bits & isNumber) !== 0) evidence.numbers += times;
    } else if ((bits & hasEscape) !== 0) {
      measureText(evidence, JSON.parse(body.toString('utf8', start, end)), times);
    } else if (end - start > longestTelling || isOtherText(body, start, end)) {
      evidence.values += times;
      evidence.texts += times;
    } else measureText(evidence, body.toString('utf8', start + 1, end - 1), times);
    store.hasNews = true;
  }

  /** Whether the bytes alone show that a text is no currency: it has another length, and no spaces around it. */
  function isOtherText(body: Buffer, start: number, end: number): boolean {
    if (!isOnlyCurrency || end - start === codeLength) return false;
    return (body[start + 1] ?? 0) > space && (body[end - 2] ?? 0) > space && end - start > 2;
  }

  function measureText(evidence: Evidence, text: string, times: number): void {
    if (isOnlyCurrency && text.length > longestCode) {
      evidence.values += times;
      evidence.texts += times;
      return;
    }
    const kinds = kindsOf(text);
    for (const kind of kinds) evidence[kind] += times;
    if (kinds.length > 0) store.hasNews = true;
  }

  function measureObject(value: JsonObject, prefix: string, times: number): void {
    for (const key in value) {
      const inner = value[key];
      if (inner === undefined || inner === null) continue;
      if (isObject(inner)) measureObject(inner, `${prefix}${key}.`, times);
      else if (matters(prefix + key)) measureValue(store.of(prefix + key), inner, times);
    }
  }

  function measureValue(evidence: Evidence, value: JsonValue, times: number): void {
    if (typeof value === 'string') measureText(evidence, value, times);
    else {
      evidence.values += times;
      if (typeof value === 'number' || value instanceof ExactNumber) evidence.numbers += times;
      store.hasNews = true;
    }
  }

  return {
    measureCell,
    /** Cells that are all numbers. Which numbers they are does not matter. */
    measureNumbers: (column: string, times: number) => {
      const evidence = store.of(column);
      evidence.values += times;
      evidence.numbers += times;
      store.hasNews = true;
    },
    /** Measures the columns inside an object. Objects repeat: one that was opened before is known by its bytes. */
    openObject: (column: string, { body, start, end, times }: Omit<MeasuredCell, 'bits'>) => {
      const text = body.toString('utf8', start, end);
      const own = within(objects, column, () => ({ known: new Map(), misses: 0 }));
      const isShort = text.length <= longestKnown && own.misses < mostKnown;
      let value = isShort ? own.known.get(text) : undefined;
      if (value === undefined) {
        // A double is exact enough: what a number counts as does not depend on its digits.
        value = JSON.parse(text);
        own.misses += 1;
        if (isShort && value !== undefined) own.known.set(text, value);
      }
      if (isObject(value)) measureObject(value, `${column}.`, times);
    },
    /** Begins again, for other columns: perhaps only the currency is still looked for. */
    restart: (onlyCurrency: boolean) => {
      isOnlyCurrency = onlyCurrency;
      objects = new Map();
    },
  };
}

function judgeText(text: string, ranges: readonly DayRange[]): readonly Count[] {
  const currency = normalizeCurrency(text);
  if (currency === null) return [];
  const day = wholeDayIn(text);
  const isInRange = day !== undefined && ranges.some(({ from, to }) => from <= day && day <= to);
  const isNumeric = parseDecimal(text) !== undefined;
  return [
    'values',
    ...(isInRange ? (['days'] as const) : []),
    ...(dayIn(text) === undefined ? [] : (['moments'] as const)),
    isNumeric ? 'numbers' : 'texts',
    ...(/^[A-Z]{3}$/.test(text) ? (['codes'] as const) : []),
    ...(isKnownCurrency(currency) ? (['currencies'] as const) : []),
  ];
}
