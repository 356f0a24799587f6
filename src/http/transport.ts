import { CostctlError } from '../errors.ts';
import type { Transport } from './exchange.ts';
import { openNodeTransport } from './node-transport.ts';

export interface TransportOptions {
  readonly baseUrl: URL;
  /** The address of the proxy to use. */
  readonly proxy: string | undefined;
  /** The maximum number of open connections. */
  readonly connections: number;
  /** How many milliseconds connecting may take. */
  readonly connectTimeout: number;
}

/** Keep-alive connections to the service, direct or through the proxy. */
export function openTransport(options: TransportOptions): Promise<Transport> {
  const { baseUrl, proxy, connections } = options;
  return proxy === undefined
    ? openNodeTransport(baseUrl.protocol === 'https:', connections)
    : openProxyTransport(proxy, options);
}

async function openProxyTransport(
  proxy: string,
  { connections, connectTimeout }: TransportOptions,
): Promise<Transport> {
  const { createUndiciTransport } = await import('./undici-transport.ts');
  const { EnvHttpProxyAgent } = await import('undici');
  const tls = { rejectUnauthorized: true };
  try {
    const dispatcher = new EnvHttpProxyAgent({
      connections,
      allowH2: false,
      // The client has its own timer, which stops while this program is busy.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: connectTimeout },
      requestTls: tls,
      proxyTls: tls,
      // With all three set, undici does not read the environment of the process.
      httpProxy: proxy,
      httpsProxy: proxy,
      noProxy: '',
    });
    return createUndiciTransport(dispatcher);
  } catch {
    // The cause is omitted: it quotes the address, which may contain a password.
    throw new CostctlError('not_configured', 'the proxy address is not a URL', {
      hint: 'set HTTPS_PROXY to an address such as http://proxy.example:8080, or unset it',
    });
  }
}
