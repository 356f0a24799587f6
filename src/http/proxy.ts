import { isIPv6 } from 'node:net';
import { CostctlError } from '../errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The address of the proxy for the service; undefined for a direct connection. */
export function findProxy(baseUrl: URL, env: Environment): string | undefined {
  const httpProxy = env['http_proxy'] ?? env['HTTP_PROXY'] ?? '';
  const httpsProxy = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '';
  const proxy = (baseUrl.protocol === 'https:' && httpsProxy) || httpProxy;
  if (proxy === '' || isLoopback(baseUrl.hostname)) return undefined;
  const exceptions = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[,\s]+/);
  if (exceptions.some((exception) => isMeant(exception, baseUrl))) return undefined;
  // As curl reads it.
  return /^(https?:\/|([a-z][a-z\d+.-]*:)?\/\/)/i.test(proxy) ? proxy : `http://${proxy}`;
}

/** Without path and query. Throws if it is no proxy's address; no message has it: it may contain a password. */
export function parseProxy(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    return Object.assign(url, { pathname: '', search: '', hash: '' });
  }
  throw new CostctlError(
    'not_configured',
    'the proxy address is not a valid http:// or https:// address',
    {
      hint: 'set HTTPS_PROXY to an address such as http://proxy.example:8080, or unset it',
    },
  );
}

/** The host and port of a proxy, without the user name and password that its address may contain. */
export function nameProxy(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  return hostAndPort(new URL(address));
}

export function hostAndPort({ host, port, protocol }: URL): string {
  return port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host;
}

/** `*`; `example.com`, `.example.com` or `*.example.com` with its subdomains; each with an optional port. */
function isMeant(exception: string, { protocol, host, port }: URL): boolean {
  if (exception === '') return false;
  if (exception === '*') return true;
  // An IPv6 address without brackets has no port.
  const whole = isIPv6(exception) ? `[${exception}]` : exception;
  const [, stated = '', statedPort] = /^(.+?)(?::(\d+))?$/.exec(whole) ?? [];
  const usual = protocol === 'https:' ? '443' : '80';
  if (statedPort !== undefined && statedPort !== (port === '' ? usual : port)) return false;
  // The host of a URL includes the brackets of an IPv6 address.
  const name = host.replace(/:\d+$/, '');
  const meant = stated.replace(/^\*?\./, '').toLowerCase();
  return name === meant || name.endsWith(`.${meant}`);
}

/** Whether the host is this computer, as spelled by the URL class. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}
