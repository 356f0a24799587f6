import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SandboxOptions, type SandboxServer, serveSandbox } from '../../src/sandbox/server.ts';
import { createContract } from './contract.ts';

export interface CheckedSandbox extends SandboxServer {
  /** What was wrong with a request or an answer so far, by the service's document. */
  readonly problems: readonly string[];
  /** Method and path with query, of every request so far. */
  readonly requests: readonly string[];
}

/** A sandbox behind a rate limiter, which checks every exchange against the contract. */
export async function startCheckedSandbox(options: SandboxOptions): Promise<CheckedSandbox> {
  const contract = createContract();
  const sandbox = await serveSandbox(options);
  const problems: string[] = [];
  const requests: string[] = [];

  const rateLimiter = createServer(async (incoming, outgoing) => {
    const { method = '', url: target = '', headers } = incoming;
    const requestBody = (await readAll(incoming)).toString();
    const answer = await forward(sandbox.url, incoming, requestBody);
    const body = await readAll(answer);
    const { statusCode: status = 0 } = answer;
    const get = (name: string) => answer.headers[name]?.toString() ?? null;
    const exchange = {
      method,
      target,
      requestBody,
      status,
      headers: { get },
      body: body.toString(),
    };
    const sent = contract.problemsOfRequest(exchange);
    const said = contract.problemsOfAnswer(exchange);
    requests.push(`${method} ${target}`);
    problems.push(...[...sent, ...said].map((problem) => `${method} ${target}: ${problem}`));
    if (headers['user-agent'] === undefined) problems.push(`${method} ${target}: no User-Agent`);
    outgoing.writeHead(status, answer.headers).end(body);
  });
  await new Promise<void>((resolve) => rateLimiter.listen(0, '127.0.0.1', resolve));
  const { port } = rateLimiter.address() as AddressInfo;
  return {
    ...sandbox,
    url: `http://127.0.0.1:${port}`,
    problems,
    requests,
    async close() {
      await closeGate(rateLimiter);
      await sandbox.close();
    },
  };
}

/** With its headers as they came: the sandbox makes its links from `Host`. */
function forward(
  origin: string,
  incoming: IncomingMessage,
  body: string,
): Promise<IncomingMessage> {
  const { method, url = '', headers } = incoming;
  return new Promise((resolve, reject) => {
    const outgoing = request(origin + url, { method, headers, agent: false }, resolve);
    outgoing.on('error', reject).end(body);
  });
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function closeGate(rateLimiter: Server): Promise<void> {
  return new Promise((resolve) => {
    rateLimiter.close(() => resolve());
    rateLimiter.closeAllConnections();
  });
}
