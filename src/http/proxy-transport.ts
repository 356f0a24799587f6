import { buildConnector, Pool, ProxyAgent } from 'undici';
import { CostctlError } from '../errors.ts';
import type { Transport } from './exchange.ts';
import { isCertificateFault } from './faults.ts';
import type { TransportOptions } from './transport.ts';
import { createUndiciTransport, WaitingRequests } from './undici-transport.ts';

/** Connections through a proxy, which learns where they lead and nothing of what is sent. */
export function openProxyTransport(
  address: string,
  { connections, connectTimeout }: TransportOptions,
): Transport {
  const proxy = parseAddress(address);
  const tls = { rejectUnauthorized: true, timeout: connectTimeout };
  // The client has its own timer, which stops while this program is busy.
  const options = { connections, allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
  const connect = blameProxy(buildConnector(tls));
  const waiting = new WaitingRequests();
  const agent = new ProxyAgent({
    ...options,
    uri: proxy.href,
    ...tokenOf(proxy),
    requestTls: tls,
    clientFactory: (origin) => new Pool(origin, { ...options, connect }),
    factory: (origin, own) =>
      new Pool(origin, own).on('disconnect', (_origin, _targets, error) => waiting.note(error)),
  });
  return createUndiciTransport(agent, waiting);
}

/** The address is in no message: it may contain a password. */
function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new CostctlError('not_configured', 'the proxy address is not a URL', {
    hint: 'set HTTPS_PROXY to an address such as http://proxy.example:8080, or unset it',
  });
}

/** undici itself sends no user name without a password. */
function tokenOf({ username, password }: URL): { readonly token?: string } {
  const credentials = [username, password].map(decodeURIComponent).join(':');
  if (credentials === ':') return {};
  return { token: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** A certificate that is refused here is not the service's. */
function blameProxy(connect: buildConnector.connector): buildConnector.connector {
  // undici would send the proxy's IP address as a server name, and Node warns of that.
  return (options, done) =>
    connect({ ...options, servername: '' }, (...[error, socket]) => {
      if (error === null) done(null, socket);
      else if (!isCertificateFault(error)) done(error, null);
      else done(Object.assign(error, { code: 'ERR_PROXY_CERTIFICATE' }), null);
    });
}
