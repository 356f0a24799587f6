import { CostctlError } from '../../errors.ts';

/** What one check found, and what to do about it. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly hint: string | null;
}

export function ok(check: string, message: string, hint?: string): Finding {
  return { check, status: 'ok', message, hint: hint ?? null };
}

export function warn(check: string, message: string, hint?: string): Finding {
  return { check, status: 'warn', message, hint: hint ?? null };
}

export function fail(check: string, message: string, hint?: string): Finding {
  return { check, status: 'fail', message, hint: hint ?? null };
}

/** An error as reported by a check: with its own message and hint. */
export function failure(check: string, thrown: unknown, hint?: string): Finding {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return fail(check, message, thrown instanceof CostctlError ? thrown.details.hint : hint);
}
