import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** Whether an address that the sandbox listens on is reached by this computer alone. */
export function isLocalAddress(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(\.\d+){3}$/.test(address);
}

/**
 * Whether a request names the sandbox in its `Host`. A web page that makes a name of its own lead to
 * this computer (DNS rebinding) would otherwise read and change the sandbox from a browser.
 */
export function isOwnHost(header: string | null, listening: string): boolean {
  const host = hostOf(header ?? '');
  if (host === undefined) return false;
  // An address in digits cannot be made to lead elsewhere.
  if (isIP(host) !== 0) return true;
  return ['localhost', listening, hostname()].some((name) => name.toLowerCase() === host);
}

function hostOf(header: string): string | undefined {
  const match = /^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+))(?::\d{1,5})?$/i.exec(header);
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}
