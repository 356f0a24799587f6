import { isLoopback } from '../http/loopback.ts';

/** Every path of the service starts with it, so an address that ends with it would repeat it. */
export const versionSuffix = /\/v1\/*$/;

/** What is wrong with a base address; undefined if it is valid. Never repeats a password. */
export function checkBaseUrl(text: string, allowHttp: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'must be an address such as https://cost.example.com';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return 'must begin with https:// (or http:// for a loopback host)';
  }
  if (url.username !== '' || url.password !== '') {
    return 'must not contain a user name or password: the token goes into a profile or COSTCTL_TOKEN';
  }
  if (text.includes('?') || text.includes('#')) return 'must have no query and no fragment';
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    return (
      'must begin with https://: plain http:// would show the token to the network ' +
      '(COSTCTL_ALLOW_HTTP=1 accepts that)'
    );
  }
  return undefined;
}
