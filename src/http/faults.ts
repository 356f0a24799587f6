import { CostctlError, type ErrorCode, isSystemError, messageOf } from '../errors.ts';
import { type Fault, RefusedByProxy, TimePassed, TooLarge, Unreadable } from './exchange.ts';
import type { Request, ResponseHead } from './request.ts';

export interface Circumstances extends Pick<Request, 'method' | 'path' | 'query'> {
  readonly origin: string;
  /** Host and port of the proxy in front of the service. */
  readonly proxy?: string | undefined;
  /** Set if the request may have been carried out nevertheless. */
  readonly hint?: string | undefined;
}

/** Describes a fault for users, with what to do about it. */
export function faultError(fault: Fault, circumstances: Circumstances): CostctlError {
  const { method, path, hint } = circumstances;
  const explained = explain(fault, circumstances);
  const code = fault.kind === 'cut' || fault.kind === 'garbled' ? 'unexpected_response' : 'network';
  return new CostctlError(code, explained.message, {
    method,
    path,
    hint: hint ?? explained.hint,
    body: fault.beginning,
    cause: fault.cause,
  });
}

/** Whether another attempt would fail in the same way: a certificate error, a proxy that refuses. */
export function isLasting(fault: Fault): boolean {
  const { cause } = fault;
  return cause instanceof TooLarge || cause instanceof RefusedByProxy || isCertificateFault(cause);
}

export function isCertificateFault(cause: unknown): boolean {
  return Object.hasOwn(certificateFaults, codeOf(cause));
}

interface Explained {
  readonly message: string;
  readonly hint?: string;
}

function explain(fault: Fault, circumstances: Circumstances): Explained {
  const { method, path, query } = circumstances;
  const { cause } = fault;
  if (cause instanceof TimePassed) return explainLate(fault, cause, circumstances);
  if (cause instanceof TooLarge) {
    const limit = `${Math.round(cause.largest / 2 ** 20)} MiB`;
    return {
      message: `the response to ${method} ${path} is larger than the limit of ${limit}`,
      ...(query?.has('limit') === true ? { hint: 'ask for fewer items with --limit' } : {}),
    };
  }
  if (fault.kind === 'cut') return { message: `the response to ${method} ${path} was cut short` };
  if (fault.kind === 'garbled') {
    const why = cause instanceof Unreadable ? cause.message : 'it is not HTTP';
    return {
      message: `the response to ${method} ${path} cannot be read: ${why}`,
      hint: 'check that the base address is that of the service',
    };
  }
  return explainConnection(fault, circumstances);
}

function explainLate(fault: Fault, late: TimePassed, circumstances: Circumstances): Explained {
  const seconds = `${late.limit / 1000} s`;
  const hint = 'give it more time with --timeout';
  if (fault.kind === 'unsent') {
    return { message: `no connection to ${wayTo(circumstances)} within ${seconds}`, hint };
  }
  const part = late.inBody ? 'whole answer' : 'answer';
  return {
    message: `no ${part} to ${circumstances.method} ${circumstances.path} within ${seconds}`,
    hint,
  };
}

function explainConnection(fault: Fault, circumstances: Circumstances): Explained {
  const { origin, proxy } = circumstances;
  const code = codeOf(fault.cause);
  const certificate = Object.hasOwn(certificateFaults, code) ? certificateFaults[code] : undefined;
  if (certificate !== undefined) {
    return { message: `no secure connection to ${origin}: ${certificate}`, hint: certificateHint };
  }
  if (fault.cause instanceof RefusedByProxy) return explainRefusal(fault.cause, circumstances);
  const known = Object.hasOwn(connectionFaults, code) ? connectionFaults[code] : undefined;
  if (fault.kind === 'lost') {
    return {
      message: `the connection to ${origin} was lost before the response: ${known ?? textOf(fault.cause)}`,
      hint: 'try again; costctl doctor looks for the cause',
    };
  }
  const why = known ?? handshakeFault(fault.cause, code);
  if (why === undefined) {
    // Its own words, without guessing who is to blame.
    const message = `the request to ${wayTo(circumstances)} failed: ${textOf(fault.cause)}`;
    return { message, hint: '--debug shows everything that is known about the cause' };
  }
  return {
    message: `no connection to ${wayTo(circumstances)}: ${why}`,
    hint:
      proxy === undefined
        ? 'check the base address and the network: costctl doctor'
        : `${proxyHint}: costctl doctor`,
  };
}

function handshakeFault(cause: unknown, code: string): string | undefined {
  if (/^(ERR_SSL|EPROTO)/.test(code)) return 'the TLS handshake failed';
  // undici's name, of what a proxy answers.
  const isGarbled = cause instanceof Error && cause.name === 'HTTPParserError';
  return isGarbled ? 'the proxy does not speak HTTP' : undefined;
}

function textOf(cause: unknown): string {
  const text = messageOf(cause);
  return text === '' ? codeOf(cause) || 'the cause is unknown' : text;
}

function wayTo({ origin, proxy }: Circumstances): string {
  return proxy === undefined ? origin : `${origin} through the proxy ${proxy}`;
}

const proxyHint = 'check HTTPS_PROXY, HTTP_PROXY and NO_PROXY';

function explainRefusal({ status }: RefusedByProxy, { origin, proxy }: Circumstances): Explained {
  return {
    message: `the proxy${proxy === undefined ? '' : ` ${proxy}`} refused a connection to ${origin}: it answered ${status}`,
    hint:
      status === 407
        ? 'it asks for a user name and a password: HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT'
        : proxyHint,
  };
}

const connectionFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'it was reset',
  ECONNABORTED: 'it was aborted',
  EPIPE: 'the other side closed it',
  ERR_SOCKET_CLOSED: 'the other side closed it',
  UND_ERR_SOCKET: 'the other side closed it',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the DNS lookup failed',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  EADDRNOTAVAIL: 'the address is not available',
  EACCES: 'the system does not permit it',
  ETIMEDOUT: 'the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
};

const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  CERT_UNTRUSTED: 'its certificate is not trusted',
  CERT_REJECTED: 'its certificate was rejected',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'a certificate in its chain is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the issuer of its certificate is not known',
  UNABLE_TO_GET_ISSUER_CERT: 'the issuer of its certificate is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of its certificate is not known',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ERR_PROXY_CERTIFICATE: "the proxy's certificate is not trusted, or for another host",
};

const certificateHint =
  'check the base address and the clock; NODE_EXTRA_CA_CERTS=FILE adds a certificate to trust';

/** The system error code; if several addresses were tried, that of the first. */
function codeOf(cause: unknown): string {
  if (isSystemError(cause)) return cause.code;
  if (cause instanceof AggregateError) return codeOf(cause.errors[0]);
  return '';
}

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
};

const hints: Readonly<Record<number, string>> = {
  400: 'correct what the service names; --debug shows its whole response',
  401: 'the token was refused: check it with: costctl doctor',
  403: 'the token lacks this capability, or belongs to another workspace',
  404: 'it does not exist, or this token may not see it',
  409: 'look at what is there already, and change that',
};

export interface Refusal extends ResponseHead, Pick<Request, 'method' | 'path'> {
  readonly body: string;
  readonly hint?: string | undefined;
  /** How long the service asks to wait, if that is longer than the run may wait. */
  readonly wait?: string | undefined;
  /** The statuses that would have meant success, if known. */
  readonly promised?: readonly number[] | undefined;
}

/** The error for a status. The status alone decides, whatever the body says. */
export function statusError(refusal: Refusal): CostctlError {
  const { status, method, path, body } = refusal;
  return new CostctlError(
    codeOfStatus(status),
    `the service answered ${status} to ${method} ${path}${whatIsWrong(refusal)}`,
    { status, method, path, body, hint: refusal.hint ?? hintOf(status) },
  );
}

/** Details that the status alone does not give. */
function whatIsWrong({ status, promised, headers, wait }: Refusal): string {
  if (wait !== undefined) return `: ${wait}`;
  if (status >= 300 && status < 400) return redirection(headers['location']);
  return status < 300 && promised !== undefined ? ` instead of ${promised.join(' or ')}` : '';
}

function codeOfStatus(status: number): ErrorCode {
  if (isServerError(status)) return 'server_error';
  return codes[status] ?? 'unexpected_response';
}

function hintOf(status: number): string | undefined {
  if (status >= 300 && status < 400) return 'redirects are not followed: check the base address';
  if (isServerError(status)) return 'run it again later; --retries N tries more often';
  return hints[status];
}

function isServerError(status: number): boolean {
  return status >= 500 && status < 600;
}

/** The target of a redirect: only its origin, since the rest may contain a secret. */
function redirection(location: string | string[] | undefined): string {
  if (typeof location !== 'string') return ': a redirect';
  if (!/^[a-z][a-z0-9+.-]*:/i.test(location)) return ': a redirect to another path';
  const { origin } = URL.canParse(location) ? new URL(location) : { origin: 'null' };
  return origin === 'null' ? ': a redirect' : `: a redirect to ${origin}`;
}

export function isSuccess(status: number, promised: readonly number[] | undefined): boolean {
  return promised === undefined ? status >= 200 && status < 300 : promised.includes(status);
}
