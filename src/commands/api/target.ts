import { usageError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';

/** Where a request goes, below the base address. */
interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** From a path, or from a full URL that leads to the base address, such as a `links.next`. */
export function readTarget({ baseUrl, sandbox }: Settings, given: string): Target {
  if (!/^https?:\/\//i.test(given)) return split(given.startsWith('/') ? given : `/${given}`);
  const url = new URL(given);
  const inner = `${url.pathname}${url.search}`;
  if (sandbox || baseUrl.value === undefined) return split(inner);
  const base = new URL(baseUrl.value);
  if (url.origin !== base.origin) {
    throw usageError(
      `<path>: ${url.origin} is not the base address ${base.origin}`,
      'the token is sent only to the base address; give a path, or another --base-url',
    );
  }
  const prefix = base.pathname.replace(/\/+$/, '');
  const isBelow = url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
  return split(isBelow ? inner.slice(prefix.length) || '/' : inner);
}

function split(text: string): Target {
  const [, path = '', search = ''] = /^([^?#]*)\??([^#]*)/s.exec(text) ?? [];
  return { path, query: new URLSearchParams(search) };
}
