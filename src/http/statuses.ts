import { CostctlError, type ErrorCode } from '../errors.ts';

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
};

const hints: Readonly<Record<number, string>> = {
  400: 'correct what the service names; --debug shows its whole answer',
  401: 'the token was refused: check it with: costctl doctor',
  403: 'the token lacks this capability, or belongs to another workspace',
  404: 'it does not exist, or this token may not see it',
  409: 'look at what is there already, and change that',
};

export interface Refusal {
  readonly status: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly hint?: string | undefined;
  /** The statuses that would have meant success, if known. */
  readonly promised?: readonly number[] | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The error for a status. The status alone decides, whatever the body says. */
export function statusError(refusal: Refusal): CostctlError {
  const { status, method, path, body } = refusal;
  return new CostctlError(
    codeOf(status),
    `the service answered ${status} to ${method} ${path}${whatIsWrong(refusal)}`,
    { status, method, path, body, hint: refusal.hint ?? hintOf(status) },
  );
}

/** Details that the status alone does not give. */
function whatIsWrong({ status, promised, headers }: Refusal): string {
  if (status >= 300 && status < 400) return redirection(headers['location']);
  const isGood = status >= 200 && status < 300;
  return isGood && promised !== undefined ? ` instead of ${promised.join(' or ')}` : '';
}

function codeOf(status: number): ErrorCode {
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
