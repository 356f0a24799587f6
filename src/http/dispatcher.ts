import type { Dispatcher } from 'undici';
import { CostctlError } from '../errors.ts';

export interface DispatcherOptions {
  /** The address of the one to go through. */
  readonly proxy: string | undefined;
  /** Connections that may be open at once. */
  readonly connections: number;
  /** Milliseconds that making a connection may take. */
  readonly connectTimeout: number;
}

/** Connections to the service, kept alive: straight, or through the proxy. */
export async function openDispatcher(options: DispatcherOptions): Promise<Dispatcher> {
  const { proxy } = options;
  const settings = {
    connections: options.connections,
    allowH2: false,
    // The client has a clock of its own that stands still while nobody waits for the service.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: options.connectTimeout },
  };
  if (proxy === undefined) {
    const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
    return new Agent(settings);
  }
  // Its tunnel needs a method that only the whole of undici puts on every dispatcher.
  const { EnvHttpProxyAgent } = await import('undici');
  try {
    // With all three it does not look at the process's environment itself.
    return new EnvHttpProxyAgent({
      ...settings,
      httpProxy: proxy,
      httpsProxy: proxy,
      noProxy: '',
    });
  } catch {
    // The cause is left out: it quotes the address, which may hold a password.
    throw new CostctlError('not_configured', 'the proxy address is not a URL', {
      hint: 'set HTTPS_PROXY to an address such as http://proxy.example:8080, or unset it',
    });
  }
}
