import { onTestFinished } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import { type Client, type ClientOptions, createClient } from '../../src/http/client.ts';
import type { Request } from '../../src/http/request.ts';
import { type Loopback, openLoopback, type Reply } from './loopback.ts';

export interface TestClient extends Client {
  /** The waits that the client asked its clock for; they pass at once. */
  readonly waits: number[];
  readonly debug: string[];
}

export const testToken = 'token_of_the_test_1234';

/** A client whose clock jumps: no test waits for a wait. */
export function createTestClient(baseUrl: URL, changes: Partial<ClientOptions> = {}): TestClient {
  const waits: number[] = [];
  const debug: string[] = [];
  let now = Date.parse('2026-11-05T12:00:00Z');
  const client = createClient({
    baseUrl,
    token: async () => testToken,
    env: {},
    clock: {
      now: () => now,
      sleep: async (milliseconds, signal) => {
        signal?.throwIfAborted();
        waits.push(milliseconds);
        now += milliseconds;
      },
    },
    random: () => 0.5,
    signal: new AbortController().signal,
    timeout: 5000,
    retries: 2,
    maxWait: 300_000,
    concurrency: 4,
    userAgent: 'costctl/test',
    events: { debug: (line) => debug.push(line) },
    ...changes,
  });
  return { ...client, waits, debug };
}

export const reading: Request = { method: 'GET', path: '/v1/things', idempotent: true };
export const creating: Request = {
  method: 'POST',
  path: '/v1/things',
  idempotent: false,
  body: '{}',
};
export const removing: Request = { method: 'DELETE', path: '/v1/things/1', idempotent: true };

/** A client and the server that it speaks to, both closed when the test is over. */
export async function serve(
  replies: readonly Reply[],
  changes: Partial<ClientOptions> = {},
): Promise<{ server: Loopback; client: TestClient }> {
  const server = await openLoopback(...replies);
  const client = createTestClient(changes.baseUrl ?? server.url, changes);
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return { server, client };
}

/** The error that a promise ends with, which must be one that is shown to users. */
export async function failureOf(promise: Promise<unknown>): Promise<CostctlError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CostctlError) return error;
  throw new Error(`expected a CostctlError, and got ${String(error)}`);
}
