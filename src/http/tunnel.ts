import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { CostctlError } from '../errors.ts';
import { ProxyRefusal } from './exchange.ts';

/** Connections through a proxy, which learns where they lead and nothing of what is sent. */
export interface Tunnels {
  readonly open: (host: string, port: number) => Promise<Socket>;
  /** Gives up those that are still being opened. */
  readonly close: () => void;
}

export async function createTunnels(address: string): Promise<Tunnels> {
  const proxy = parseAddress(address);
  const { request } = await (proxy.protocol === 'https:'
    ? import('node:https')
    : import('node:http'));
  const { username, password } = proxy;
  const credentials = [username, password].map(decodeURIComponent).join(':');
  const authorization =
    credentials === ':'
      ? {}
      : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
  // Node would also send them to the service, as a header of its own.
  Object.assign(proxy, { username: '', password: '' });
  const opening = new Set<ClientRequest>();

  function open(host: string, port: number): Promise<Socket> {
    const target = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    const connecting = request(proxy, {
      method: 'CONNECT',
      path: target,
      headers: { host: target, connection: 'keep-alive', ...authorization },
      agent: false,
      rejectUnauthorized: true,
    });
    opening.add(connecting);
    return new Promise<Socket>((resolve, reject) => {
      connecting.on('error', (error) => reject(blameProxy(error, connecting.socket)));
      connecting.on('connect', ({ statusCode = 0 }, socket, head) => {
        if (statusCode >= 200 && statusCode < 300) {
          if (head.length > 0) socket.unshift(head);
          resolve(socket);
          return;
        }
        socket.destroy();
        reject(new ProxyRefusal(statusCode));
      });
      connecting.end();
    }).finally(() => opening.delete(connecting));
  }

  return {
    open,
    close: () => {
      for (const connecting of opening) connecting.destroy();
    },
  };
}

/** The address is in no message: it may contain a password. */
function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new CostctlError('not_configured', 'the proxy address is not a URL', {
    hint: 'set HTTPS_PROXY to an address such as http://proxy.example:8080, or unset it',
  });
}

/** A certificate that is refused here is not the service's. */
function blameProxy(error: Error, socket: Socket | null): Error {
  const isRefused = socket instanceof TLSSocket && Boolean(socket.authorizationError);
  return isRefused ? Object.assign(error, { code: 'ERR_PROXY_CERTIFICATE' }) : error;
}
