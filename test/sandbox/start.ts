import { expect } from 'vitest';
import { type SandboxOptions, serveSandbox } from '../../src/sandbox/server.ts';
import { createContract } from '../helpers/contract.ts';

const contract = createContract();

export const orders = '/v1/business-metrics/bmt_orders';
export const storefront = 'workspaceId=wsp_storefront';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** `any`, because each test reads the fields of the body that it requested: 90 casts otherwise. */
  readonly body: any;
}

export interface Sent {
  readonly token?: 'organization' | 'workspace' | 'wrong' | 'none';
  /** Sent as JSON; a text is sent unchanged. */
  readonly body?: unknown;
}

export interface Clock {
  now: () => number;
  sleep: (milliseconds: number) => Promise<void>;
  advance: (milliseconds: number) => void;
}

export function createClock(now = '2026-11-15T12:00:00Z'): Clock {
  let time = Date.parse(now);
  return {
    now: () => time,
    sleep: async (milliseconds) => {
      time += milliseconds;
      await new Promise((resolve) => setImmediate(resolve));
    },
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}

/** A sandbox behind a port of its own; every answer that it gives is held against the contract. */
export async function start(
  options: Omit<SandboxOptions, 'context'> = {},
  clock = createClock(),
  random = Math.random,
) {
  const signal = new AbortController().signal;
  const context = { clock, random, signal, processId: process.pid };
  const server = await serveSandbox({ ...options, context });

  async function send(line: string, { token = 'organization', body }: Sent = {}): Promise<Answer> {
    const [method = '', target = ''] = line.split(' ');
    const tokens = { ...server.tokens, wrong: 'tok_of_somebody_else', none: '' };
    const requestBody = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(server.url + target, {
      method,
      headers: token === 'none' ? {} : { authorization: `Bearer ${tokens[token]}` },
      ...(requestBody === undefined ? {} : { body: requestBody }),
    });
    const { status, headers } = response;
    const text = await response.text();
    const exchange = { method, target, requestBody, status, headers, body: text };
    expect(contract.problemsOfAnswer(exchange), line).toEqual([]);
    return { status, headers, text, body: text === '' ? undefined : JSON.parse(text) };
  }

  return { ...server, send, clock };
}

export type Sandbox = Awaited<ReturnType<typeof start>>;
