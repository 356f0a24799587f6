import { kind } from '../declaration/kind.ts';
import { repeated } from '../declaration/option.ts';

/** A header of the request: its name in lower case, and its value. */
export type Header = readonly [name: string, value: string];

/** What this program sets itself, or what would make the request another one. */
const own = new Set(['authorization', 'host', 'content-length', 'transfer-encoding', 'connection']);

const header = kind<Header>(
  'header',
  (text) => {
    const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      return { problem: 'must have the form "Name: value"' };
    }
    if (!/^[\x20-\x7e\x80-\xff\t]*$/.test(value)) {
      return { problem: `the value of ${name} has characters that a header cannot have` };
    }
    const lower = name.toLowerCase();
    return own.has(lower)
      ? { problem: `${name} is set by this program` }
      : { value: [lower, value.trim()] };
  },
  { example: "'If-Match: *'" },
);

/** `-H 'Name: value'` */
export const headerOption = repeated(header, "add a header, as 'Name: value' (repeatable)", {
  short: '-H',
});

/** The headers by name; of one that is given twice, both values. */
export function headersOf(headers: readonly Header[] = []): Record<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of headers) {
    const earlier = all.get(name);
    all.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(all);
}
