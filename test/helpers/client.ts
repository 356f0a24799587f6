import { type Client, type ClientOptions, createClient } from '../../src/http/client.ts';

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
