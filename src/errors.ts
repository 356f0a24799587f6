/** Every error code with its exit code (docs/reference.md, "Exit codes"). */
export const exitStatuses = {
  server_error: 1,
  unexpected_response: 1,
  file: 1,
  internal: 1,
  usage: 2,
  invalid_request: 2,
  cancelled: 2,
  unauthenticated: 3,
  not_configured: 3,
  forbidden: 4,
  not_found: 5,
  conflict: 6,
  rate_limited: 7,
  network: 8,
  incomplete: 9,
  invalid_data: 10,
  check_failed: 11,
  interrupted: 130,
} as const;

export type ErrorCode = keyof typeof exitStatuses;

/** Errors that every further request would repeat. */
export const repeatedByAll: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'not_configured',
  'rate_limited',
  'interrupted',
  'internal',
]);

export interface ErrorDetails {
  readonly hint?: string | undefined;
  /** The HTTP exchange that failed, if any. */
  readonly status?: number | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  /** The body of the service's response, as text. */
  readonly body?: string | undefined;
  /** The exit status, if it differs from that of the code: 143 for SIGTERM. */
  readonly exitStatus?: number | undefined;
  /** An earlier attempt of the request may have been carried out. */
  readonly arrivedBefore?: true;
  /** What was read before cannot be continued. */
  readonly needsRestart?: true;
  readonly cause?: unknown;
}

/** The only error that this program throws on purpose: what happened, and what to do about it. */
export class CostctlError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'CostctlError';
    this.code = code;
    this.details = details;
  }
}

export function exitStatusOf(error: CostctlError): number {
  return error.details.exitStatus ?? exitStatuses[error.code];
}

export function usageError(message: string, hint?: string): CostctlError {
  return new CostctlError('usage', message, { hint });
}

/** The same error with other advice. */
export function withHint(error: CostctlError, hint: string): CostctlError {
  return withDetails(error, { hint });
}

export function withDetails(error: CostctlError, details: ErrorDetails): CostctlError {
  return new CostctlError(error.code, error.message, { ...error.details, ...details });
}

/** Whether it is an error of this program with this code. */
export function hasCode(thrown: unknown, code: ErrorCode): thrown is CostctlError {
  return thrown instanceof CostctlError && thrown.code === code;
}

/** Whether the service or the input is at fault, so that a run can go on without what failed. */
export function isFailure(thrown: unknown): thrown is CostctlError {
  return thrown instanceof CostctlError && thrown.code !== 'interrupted';
}

/** For `catch`: goes on with another value after a failure. */
export function ifFailed<Value>(value: Value): (thrown: unknown) => Value {
  return (thrown) => {
    if (isFailure(thrown)) return value;
    throw thrown;
  };
}

/** What the work returns; undefined if it throws. */
export function ifPossible<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

export function internalError(thrown: unknown): CostctlError {
  return new CostctlError('internal', `a defect in this program: ${messageOf(thrown)}`, {
    hint: 'run it again with --debug and report what it prints',
    cause: thrown,
  });
}

/** Each cause of an error in one line: its name, its message, and its code if it has one. */
export function causesOf(error: Error): string[] {
  const causes: string[] = [];
  let { cause } = error;
  // The limit also ends a chain that is a cycle.
  while (cause !== undefined && causes.length < 10) {
    causes.push(describeCause(cause));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return causes;
}

function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code =
    isSystemError(cause) && !cause.message.includes(cause.code) ? ` (${cause.code})` : '';
  const parts = cause instanceof AggregateError ? cause.errors.map(describeCause).join('; ') : '';
  return `${cause.name}: ${[cause.message, parts].filter((text) => text !== '').join(': ')}${code}`;
}

/** A local file that cannot be read or written: the system's words without its error class. */
export function fileError(doing: string, cause: unknown, hint?: string): CostctlError {
  const message = messageOf(cause);
  const words = isSystemError(cause) ? (fileFaults[cause.code] ?? message) : message;
  return new CostctlError('file', `${doing}: ${words}`, { hint, cause });
}

/** For a file or folder that the user names to be written. */
export function writeError(path: string, cause: unknown): CostctlError {
  const isLost = isSystemError(cause) && cause.code === 'ENOENT';
  return fileError(`cannot write ${path}`, cause, isLost ? 'make its folder first' : undefined);
}

/** For `catch` of work on a file: throws the cause as an error of this program, unless it is one already. */
export function toFileError(doing: string, hint?: string): (cause: unknown) => never {
  return (cause) => {
    throw cause instanceof CostctlError ? cause : fileError(doing, cause, hint);
  };
}

export function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Whether a file does not exist; also true if the home is not a folder, such as /dev/null for some services. */
export function isAbsence(error: unknown): boolean {
  return isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** For `catch` of work on a file: goes on with another value if there is no such file. */
export function ifAbsent<Value>(value: Value, doing: string): (cause: unknown) => Value {
  return (cause) => {
    if (isAbsence(cause)) return value;
    throw fileError(doing, cause);
  };
}

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENAMETOOLONG: 'the name is too long for the file system',
  ELOOP: 'too many symbolic links lead to it',
  EEXIST: 'it already exists',
  ENOTEMPTY: 'the folder is not empty',
  ENOSPC: 'no space left on the disk',
  EFBIG: 'the file would be larger than the system allows',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many open files',
  EIO: 'the disk failed',
};
