import { losesDigits } from '../number.ts';
import {
  backslash,
  closeBrace,
  closeBracket,
  lowerE,
  minus,
  nine,
  openBrace,
  openBracket,
  plus,
  point,
  quote,
  upperE,
  zero,
} from './bytes.ts';

/** Deeper documents are rejected, so that no walk over a value can overflow the stack. */
export const deepest = 500;

/** Fifteen digits in plain notation always survive conversion to a double. */
const safeDigits = 15;

/**
 * Whether JSON.parse would preserve every digit of this document, with its depth within bounds. Checks
 * only numbers and nesting: a document that is not JSON may pass.
 */
export function isOrdinary(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = closingQuote(text, at + 1);
      if (at < 0) return true;
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

/** Cheap signs that a number may not survive: many digits, an exponent, a trailing 0, a tiny value, -0. */
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
