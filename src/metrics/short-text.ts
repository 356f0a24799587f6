/** Text from a file for messages: quoted, control characters visible, at most 40 characters. */
export function shortText(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
