import { stringifyJson } from '../json/stringify.ts';
import { safeJson } from '../text.ts';

/** A list is written item by item, because a long one would not fit into one string. */
export function* writeJson(value: unknown, { terminal }: { readonly terminal: boolean }) {
  const indent = terminal ? 2 : 0;
  const textOf = (item: unknown) => {
    const text = stringifyJson(item, indent);
    return terminal ? safeJson(text) : text;
  };
  if (!Array.isArray(value) || value.length === 0) {
    yield `${textOf(value)}\n`;
    return;
  }
  const lineStart = terminal ? '\n  ' : '';
  for (const [at, item] of value.entries()) {
    const text = terminal ? textOf(item).replaceAll('\n', '\n  ') : textOf(item);
    yield `${at === 0 ? '[' : ','}${lineStart}${text}`;
  }
  yield terminal ? '\n]\n' : ']\n';
}
