/** A text of a file as complaints show it: in quotes, its control characters visible, not too long. */
export function shortText(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
