/** What a value is, and what a writer must know of it, as bits of one number. */
export const isNull = 1;
export const isWord = 2;
export const isNumber = 4;
export const isText = 8;
export const isNested = 16;
/** A text with a comma in it. */
export const hasComma = 32;
/** A text with a backslash in it. */
export const hasEscape = 64;
/** Not the bytes that JSON.stringify would write: spaces, other escapes, keys that move. */
export const isLoose = 128;
