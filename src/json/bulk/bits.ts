/** What a value is, and what a writer needs to know about it, as bits of one number. */
export const isNull = 1;
export const isWord = 2;
export const isNumber = 4;
export const isText = 8;
export const isNested = 16;
/** Text with a comma in it. */
export const hasComma = 32;
/** Text with a backslash in it. */
export const hasEscape = 64;
/** Differs from what JSON.stringify would write: spaces, other escapes, reordered keys. */
export const isLoose = 128;
