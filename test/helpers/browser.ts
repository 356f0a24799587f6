import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { createFolder } from './run.ts';

export interface Page {
  /** The value of an expression in the page, which may be a promise. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly emulate: (features: Readonly<Record<string, string>>, media?: string) => Promise<void>;
  readonly resize: (width: number) => Promise<void>;
  /** Addresses that the page asked for, its own aside. */
  readonly requested: readonly string[];
  /** What the browser refused, and what went wrong. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/** Opens a page in a browser without a window, and talks to it over a pipe. */
export async function openPage(program: string, address: string): Promise<Page> {
  const folder = createFolder();
  const child = spawn(
    program,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--remote-debugging-pipe',
      `--user-data-dir=${folder}`,
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const [input, output]: readonly unknown[] = child.stdio.slice(3);
  if (!(input instanceof Writable) || !(output instanceof Readable)) {
    throw new Error('the browser has no pipes');
  }
  const pipe = input;
  const waiting = new Map<
    number,
    { resolve: (message: Message) => void; reject: (error: Error) => void }
  >();
  const requested: string[] = [];
  const complaints: string[] = [];
  let number = 0;
  let rest = '';
  let loaded: () => void = () => undefined;
  const isLoaded = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  output.setEncoding('utf8');
  output.on('data', (text: string) => {
    const parts = (rest + text).split('\0');
    rest = parts.pop() ?? '';
    for (const part of parts) receive(JSON.parse(part));
  });

  function receive(message: Message): void {
    const { id, method, params } = message;
    if (id !== undefined) {
      const own = waiting.get(id);
      waiting.delete(id);
      if (message.error === undefined) own?.resolve(message);
      else own?.reject(new Error(message.error.message));
    }
    if (method === 'Page.loadEventFired') loaded();
    if (method === 'Network.requestWillBeSent') {
      const url = String(record(params?.['request'])['url']);
      if (url !== address && !url.startsWith('data:')) requested.push(url);
    }
    if (method === 'Log.entryAdded') {
      complaints.push(String(record(params?.['entry'])['text']));
    }
    if (method === 'Runtime.exceptionThrown') complaints.push(JSON.stringify(params));
  }

  function call(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    sessionId?: string,
  ): Promise<Record<string, unknown>> {
    number += 1;
    const id = number;
    pipe.write(
      `${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`,
    );
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve: ({ result }) => resolve(result ?? {}), reject });
    });
  }

  const { targetId } = await call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
  const session = String(sessionId);
  for (const domain of ['Page', 'Network', 'Log', 'Runtime'])
    await call(`${domain}.enable`, {}, session);
  await call('Page.navigate', { url: address }, session);
  await isLoaded;
  return {
    requested,
    complaints,
    evaluate: async (expression) => {
      const options = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await call('Runtime.evaluate', options, session);
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
      return record(result)['value'];
    },
    emulate: async (features, media = 'screen') => {
      const list = Object.entries(features).map(([name, value]) => ({ name, value }));
      await call('Emulation.setEmulatedMedia', { media, features: list }, session);
    },
    resize: async (width) => {
      const size = { width, height: 900, deviceScaleFactor: 1, mobile: width < 600 };
      await call('Emulation.setDeviceMetricsOverride', size, session);
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await call('Browser.close').catch(() => undefined);
      await ended;
    },
  };
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
