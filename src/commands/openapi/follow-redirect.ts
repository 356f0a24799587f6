import { clientOptions } from '../../connection.ts';
import { CostctlError } from '../../errors.ts';
import { createClient } from '../../http/client.ts';
import type { Request, Response, ResponseHead } from '../../http/request.ts';
import { isFile } from '../../output/sink.ts';
import type { Session } from '../../session.ts';
import { checkBaseUrl } from '../../settings/setting-kinds.ts';

const redirects: readonly number[] = [301, 302, 303, 307, 308];
/** Every 2xx may be a file. */
const success = [...Array.from({ length: 100 }, (_, at) => 200 + at), ...redirects];

export function isRedirect({ status }: Pick<ResponseHead, 'status'>): boolean {
  return redirects.includes(status);
}

const mostSteps = 5;

/** Sends a request. A GET that writes a file follows redirects to the place of the file. */
export async function requestFile(session: Session, request: Request): Promise<Response> {
  const { method, path, idempotent, onReceived, receive, anyStatus } = request;
  const { client } = session.http;
  if (method !== 'GET' || anyStatus === true || !isFile(session.outputFlags.outFile)) {
    return client.request(request);
  }
  const answer = await client.request({ ...request, success });
  if (!isRedirect(answer)) return answer;
  const base = session.settings.baseUrl.value?.replace(/\/+$/, '');
  const bare = { method, path, idempotent, onReceived, receive };
  return followRedirect(session, bare, answer, base && `${base}${path}`);
}

/** From a storage whose address is signed: read without the token and headers of the request. */
async function followRedirect(
  session: Session,
  request: Request,
  answer: Response,
  /** The address that answered, from which a relative address starts; the sandbox has none. */
  from: string | undefined,
  steps = 1,
): Promise<Response> {
  const { context, settings, progress } = session;
  const { method, path } = request;
  const place = `the redirect of ${method} ${path}`;
  const location = String(answer.headers['location'] ?? '');
  if (steps > mostSteps || location === '' || !URL.canParse(location, from)) {
    throw new CostctlError('unexpected_response', `${place} leads nowhere`, { method, path });
  }
  const url = new URL(location, from);
  const fault = checkBaseUrl(url.origin, context.env['COSTCTL_ALLOW_HTTP'] === '1');
  if (fault !== undefined) {
    throw new CostctlError('unexpected_response', `${place} is not followed: ${fault}`, {
      method,
      path,
    });
  }
  // The signature alone is enough to read the file.
  context.secrets.add(url.search.slice(1));
  const client = createClient({
    baseUrl: new URL(url.origin),
    token: () => Promise.resolve(undefined),
    ...clientOptions(context, settings, progress),
    transport: context.transport,
    concurrency: 1,
  });
  try {
    const next = await client.request({
      ...request,
      path: url.pathname,
      rawQuery: url.search.slice(1),
      success,
      headers: { accept: '*/*' },
    });
    return isRedirect(next)
      ? await followRedirect(session, { ...request, path: url.pathname }, next, url.href, steps + 1)
      : next;
  } finally {
    await client.close();
  }
}
