import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** Whether an address that the sandbox listens on can be reached only from this computer. */
export function isLocalAddress(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(\.\d+){3}$/.test(address);
}

/**
 * Whether the `Host` of a request is the sandbox. Otherwise a web page that points a name of its own to
 * this computer (DNS rebinding) could read and change the sandbox from a browser.
 */
export function isOwnHost(header: string | null, listening: string): boolean {
  const host = hostOf(header ?? '');
  if (host === undefined) return false;
  // A numeric address cannot be pointed elsewhere.
  if (isIP(host) !== 0) return true;
  return ['localhost', listening, hostname()].some((name) => name.toLowerCase() === host);
}

function hostOf(header: string): string | undefined {
  const match = /^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+))(?::\d{1,5})?$/i.exec(header);
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}
