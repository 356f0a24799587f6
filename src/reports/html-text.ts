import { type Phrase, type Said, say } from '../phrase.ts';
import { escapeForTerminal } from '../text.ts';
import type { Formats } from './locale.ts';
import { hasRightToLeft } from './right-to-left.ts';

/** A phrase in which no line ends between the sign and the currency of an amount that fits in a line. */
export function proseHtml(phrase: Phrase, formats: Formats): string {
  const parts = phrase.map((one) => {
    const text = phraseHtml([one], formats);
    const isShort = text.length < 30;
    return typeof one !== 'string' && isShort && /^(<bdi>)?-\p{L}/u.test(text)
      ? `<span class="whole">${text}</span>`
      : text;
  });
  return parts.join('');
}

export function phraseHtml(phrase: Said, formats: Formats): string {
  const parts = say`${phrase}`.map((part) => {
    const text = formats.phrase([part]);
    if (typeof part === 'string' || !hasRightToLeft(text)) return escapeHtml(text);
    // A sentence that is quoted word by word has its commas in the words.
    const end = text.search(/[,.:;]*$/);
    return `<bdi>${escapeHtml(text.slice(0, end))}</bdi>${text.slice(end)}`;
  });
  return parts.join('');
}

/** A phrase for a place that has no elements, such as an attribute. */
export function textHtml(phrase: Said, formats: Formats): string {
  return escapeHtml(formats.phrase(phrase));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for any place of a page. Characters that would turn or hide the text around them become visible. */
export function escapeHtml(text: string): string {
  return escapeForTerminal(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
