import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Problem } from './problem.ts';
import { refuse } from './respond.ts';
import { createGenerator } from './sample/hash.ts';

/** Responds to a request; has access to the connection. */
export type Responder = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

const kinds = ['unavailable', 'reset', 'lost', 'truncated'] as const;

/**
 * Makes a share of the requests fail, the same ones for the same seed: some get 503, some have their
 * connection reset before or after the work was done, and some responses are cut short.
 */
export function addFaults(respond: Responder, rate: number, seed: number): Responder {
  const draw = createGenerator(seed);
  return async (request, bindings) => {
    const fails = draw() < rate;
    const kind = kinds[Math.floor(draw() * kinds.length)];
    if (!fails) return respond(request, bindings);
    if (kind === 'unavailable') return refuse(new Problem(503, 'the sandbox was asked to fail'));
    if (kind === 'reset') return reset(bindings);
    const response = await respond(request, bindings);
    return kind === 'lost' ? reset(bindings) : truncate(response, bindings);
  };
}

function reset({ outgoing }: HttpBindings): Response {
  outgoing.socket?.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

/** Announces the whole body, then closes the connection halfway through. */
async function truncate(response: Response, { outgoing }: HttpBindings): Promise<Response> {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    'content-length': body.length,
  });
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}
