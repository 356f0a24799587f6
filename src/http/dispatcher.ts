import type { Dispatcher } from 'undici';
import { CostctlError } from '../errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface DispatcherOptions {
  readonly baseUrl: URL;
  readonly env: Environment;
  /** Connections that may be open at once. */
  readonly connections: number;
  /** Milliseconds that making a connection may take. */
  readonly connectTimeout: number;
}

/** Connections to the service, kept alive: straight, or through the proxy that the environment names. */
export async function openDispatcher(options: DispatcherOptions): Promise<Dispatcher> {
  const proxies = proxiesFor(options.baseUrl, options.env);
  const settings = {
    connections: options.connections,
    allowH2: false,
    // The client has a clock of its own that stands still while nobody waits for the service.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: options.connectTimeout },
  };
  if (proxies === undefined) {
    const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
    return new Agent(settings);
  }
  // Its tunnel needs a method that only the whole of undici puts on every dispatcher.
  const { EnvHttpProxyAgent } = await import('undici');
  try {
    return new EnvHttpProxyAgent({ ...settings, ...proxies });
  } catch {
    // The cause is left out: it quotes the address, which may hold a password.
    throw new CostctlError('not_configured', 'the proxy address is not a URL', {
      hint: 'set HTTPS_PROXY to an address such as http://proxy.example:8080, or unset it',
    });
  }
}

export interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** What the environment says of proxies; undefined where none stands between here and the service. */
export function proxiesFor(baseUrl: URL, env: Environment): Proxies | undefined {
  // An empty text keeps undici from looking at the process's environment itself.
  const httpProxy = env['http_proxy'] ?? env['HTTP_PROXY'] ?? '';
  const httpsProxy = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '';
  const noProxy = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  if (httpProxy === '' && httpsProxy === '') return undefined;
  if (isLoopback(baseUrl.hostname)) return undefined;
  return { httpProxy, httpsProxy, noProxy };
}

function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  return hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
