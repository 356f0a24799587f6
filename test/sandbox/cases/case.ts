import type { Sent } from '../start.ts';

/** A request and how the sandbox answers it. */
export interface Case {
  readonly line: string;
  readonly status: number;
  /** The field that a refusal names. */
  readonly field?: string;
  readonly sent?: Sent;
}

export function titleOf({ line, status, field, sent }: Case): string {
  const body = JSON.stringify(sent?.body)?.slice(0, 60) ?? '';
  return `${line} ${body} is answered ${status} ${field ?? ''}`;
}

export function ok(line: string, body?: unknown, status = 200): Case {
  return { line, status, sent: { body } };
}

export function bad(line: string, field: string, body?: unknown): Case {
  return { line, status: 400, field, sent: { body } };
}

export function missing(line: string, body?: unknown): Case {
  return { line, status: 404, sent: { body } };
}
