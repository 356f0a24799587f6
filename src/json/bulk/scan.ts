import { losesDigits } from '../number.ts';
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  lowerE,
  minus,
  nine,
  openBrace,
  openBracket,
  plus,
  point,
  quote,
  space,
  upperE,
  zero,
} from './bytes.ts';

/** Deeper documents are rejected, so that no walk over a value can overflow the stack. */
export const deepest = 500;

/** Fifteen digits in plain notation always survive conversion to a double. */
const safeDigits = 15;

/** Whether JSON.parse keeps all digits and the order of keys, within the depth. Text that is not JSON may pass. */
export function isOrdinary(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const start = at + 1;
      at = closingQuote(text, start);
      if (at < 0) return true;
      if (isInteger(text, start, at) && isKey(text, at)) return false;
    } else if (code === openBracket || code === openBrace) {
      depth += 1;
      if (depth > deepest) return false;
    } else if (code === closeBracket || code === closeBrace) {
      depth -= 1;
    } else if (code === minus || (code >= zero && code <= nine)) {
      const end = numberEnd(text, at);
      if (isDoubtful(text, at, end) && losesDigits(text.slice(at, end))) return false;
      at = end - 1;
    }
  }
  return true;
}

/** Whether the text is written like the index of an array: JavaScript moves such keys to the front. */
function isInteger(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start);
  if (first < zero || first > nine || end - start > 10) return false;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < zero || code > nine) return false;
  }
  return true;
}

function isKey(text: string, quoteAt: number): boolean {
  let at = quoteAt + 1;
  while (text.charCodeAt(at) <= space) at += 1;
  return text.charCodeAt(at) === colon;
}

/** The end of the string that started before `from`, or -1. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at > 0 && text.charCodeAt(at - 1) === backslash && isEscaped(text, at, from)) {
    at = text.indexOf('"', at + 1);
  }
  return at;
}

function isEscaped(text: string, at: number, from: number): boolean {
  let first = at;
  while (first > from && text.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

function numberEnd(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && isNumberPart(text.charCodeAt(end))) end += 1;
  return end;
}

function isNumberPart(code: number): boolean {
  return (
    (code >= zero && code <= nine) ||
    code === point ||
    code === lowerE ||
    code === upperE ||
    code === minus ||
    code === plus
  );
}

/** Cheap signs that a double may not keep a number: many digits, an exponent, a trailing 0, a tiny value, -0. */
function isDoubtful(text: string, from: number, end: number): boolean {
  if (end - from > safeDigits) return true;
  const first = text.charCodeAt(from);
  if (first === minus && text.charCodeAt(from + 1) === zero) return true;
  let sawPoint = false;
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === lowerE || code === upperE) return true;
    if (code === point) sawPoint = true;
  }
  if (!sawPoint) return false;
  return text.charCodeAt(end - 1) === zero || (first === zero && text.startsWith('0.000000', from));
}
