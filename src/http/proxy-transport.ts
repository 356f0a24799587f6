import { unescape as decodeLeniently } from 'node:querystring';
import { buildConnector, Pool, ProxyAgent } from 'undici';
import type { Transport } from './exchange.ts';
import { isCertificateFault } from './faults.ts';
import { parseProxy } from './proxy.ts';
import { createUndiciTransport, WaitingRequests } from './undici-transport.ts';

export interface ConnectionOptions {
  readonly connections: number;
  /** How many milliseconds connecting may take. */
  readonly connectTimeout: number;
}

/** Connections through a proxy, which learns where they lead and nothing of what is sent. */
export function openProxyTransport(
  address: string,
  { connections, connectTimeout }: ConnectionOptions,
): Transport {
  const proxy = parseProxy(address);
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

/** undici sends no user name without a password. A `%` that `decodeURIComponent` would refuse is kept. */
function tokenOf({ username, password }: URL): { readonly token?: string } {
  const credentials = [username, password].map((text) => decodeLeniently(text)).join(':');
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
