import { unescape as decodeLeniently } from 'node:querystring';
import type { Duplex } from 'node:stream';
import { buildConnector, Client } from 'undici';
import { Fault, RefusedByProxy } from './exchange.ts';
import { isCertificateFault } from './faults.ts';
import { parseProxy } from './proxy.ts';

/** Opens tunnels through a proxy, which learns where they lead and nothing of what is sent. */
export function createTunnels(address: string, connectTimeout: number) {
  const proxy = parseProxy(address);
  const connect = blameProxy(buildConnector({ rejectUnauthorized: true, timeout: connectTimeout }));
  const opening = new Set<Client>();
  return {
    /** A connection to a host and port. Nothing was sent to them if it fails. */
    async open(target: string): Promise<Duplex> {
      // The request has its own timer, which stops while this program is busy.
      const client = new Client(proxy.origin, { connect, headersTimeout: 0 });
      opening.add(client);
      // It would connect again and again to a proxy that speaks first.
      client.on('disconnect', (_origin, _targets, error) => void client.destroy(error));
      try {
        const kept = { host: target, 'proxy-connection': 'keep-alive' };
        const headers = { ...kept, ...credentialsFor(proxy) };
        const { statusCode, socket } = await client.connect({ path: target, headers });
        if (statusCode === 200) return socket;
        socket.on('error', () => undefined).destroy();
        throw new RefusedByProxy(statusCode);
      } catch (error) {
        throw new Fault('unsent', error);
      } finally {
        opening.delete(client);
      }
    },
    close: async () => void (await Promise.all([...opening].map((client) => client.destroy()))),
  };
}

/** A `%` that `decodeURIComponent` would refuse is kept. */
function credentialsFor({ username, password }: URL): Readonly<Record<string, string>> {
  const credentials = [username, password].map((text) => decodeLeniently(text)).join(':');
  if (credentials === ':') return {};
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
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
